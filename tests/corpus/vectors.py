"""Vectors, matrices and quaternions: euclid3, pyquaternion, vectormath."""

from .cases import cases, package

euclid = package("euclid3")
if euclid:
    cases("euclid3", """
        tuple(Vector2(a, b) + Vector2(b, c)) | ANY, ANY, ANY
        tuple(Vector2(a, b) * c) | ANY, ANY, ANY
        Vector2(a, b).dot(Vector2(b, c)) | ANY, ANY, ANY
        Vector2(a, b).magnitude() | ANY, ANY
        abs(Vector2(a, b)) | ANY, ANY
        tuple(Vector2(a, b).normalized()) | POSITIVE, ANY
        tuple(Vector2(a, b).cross()) | ANY, ANY
        tuple(Vector2(a, b).reflect(Vector2(1, 0))) | ANY, ANY
        Vector2(a, b).angle(Vector2(c, 1)) | POSITIVE, ANY, POSITIVE
        tuple(Vector2(a, b).project(Vector2(1, 2))) | ANY, ANY
        tuple(Vector3(a, b, c) - Vector3(1, 2, 3)) | ANY, ANY, ANY
        tuple(-Vector3(a, b, c)) | ANY, ANY, ANY
        tuple(Vector3(a, b, c) / 2) | ANY, ANY, ANY
        Vector3(a, b, c).dot(Vector3(c, b, a)) | ANY, ANY, ANY
        tuple(Vector3(a, b, c).cross(Vector3(1, 2, 3))) | ANY, ANY, ANY
        tuple(Vector3(a, b, c).normalize()) | POSITIVE, ANY, ANY
        Vector3(a, b, c).magnitude_squared() | ANY, ANY, ANY
        tuple(Vector3(a, b, c).reflect(Vector3(0, 1, 0))) | ANY, ANY, ANY
        tuple(Vector3(a, b, c).rotate_around(Vector3(0, 0, 1), b)) | ANY, ANY, ANY
        Vector3(a, b, c).zyx | ANY, ANY, ANY
        Vector3(a, b, c) == Vector3(a, b, 1) | COUNT, COUNT, COUNT
        tuple(Matrix3.new_rotate(a) * Vector2(b, c)) | ANGLE, ANY, ANY
        tuple(Matrix3.new_translate(a, b) * Point2(b, c)) | ANY, ANY, ANY
        tuple(Matrix4.new_rotatex(a) * Vector3(b, c, 1)) | ANGLE, ANY, ANY
        tuple(Matrix4.new_scale(a, b, 2) * Vector3(b, c, 1)) | ANY, ANY, ANY
        tuple(Matrix4.new_rotate_axis(a, Vector3(0, 0, 1)) * Point3(b, c, 1)) | ANGLE, ANY, ANY
        Matrix4.new_rotate_euler(a, b, c).determinant() | ANGLE, ANGLE, ANGLE
        tuple(Quaternion.new_rotate_axis(a, Vector3(0, 1, 0)) * Vector3(b, c, 1)) | ANGLE, ANY, ANY
        Quaternion(a, b, c, 1).magnitude() | ANY, ANY, ANY
        Circle(Point2(0, 0), 2.0).intersect(Point2(a, b)) | ANY, ANY
        tuple(Line2(Point2(0, 0), Vector2(1, 1)).connect(Point2(a, b)).p2) | ANY, ANY
        Sphere(Point3(0, 0, 0), 2.0).intersect(Point3(a, b, c)) | ANY, ANY, ANY
    """, vars(euclid))

quaternion = package("pyquaternion")
if quaternion:
    cases("pyquaternion", """
        Quaternion(a, b, c, 1.0).norm | ANY, ANY, ANY
        (Quaternion(a, b, c, 1.0) * Quaternion(1.0, 0.5, c, a)).w | ANY, ANY, ANY
        Quaternion(a, b, c, 1.0).conjugate.x | ANY, ANY, ANY
        Quaternion(axis=[0, 0, 1], angle=a).rotate((b, c, 1.0)) | ANGLE, ANY, ANY
        (Quaternion(a, b, c, 1.0) + Quaternion(1.0, 0.5, c, a)).y | ANY, ANY, ANY
        Quaternion(a, b, c, 1.0).inverse.z | ANY, ANY, ANY
    """, vars(quaternion))
