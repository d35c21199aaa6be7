"""What is refused of whole arrays: an expression of u (3 by 4) and v (7), which refusal, and a part of its words."""

REFUSED = [
    ("u + v", "ValueError", "operands could not be broadcast together with shapes (3,4) (7,)"),
    ("u[9]", "IndexError", "index 9 is out of bounds for axis 0 with size 3"),
    ("u[0, 0, 0]", "IndexError", "too many indices for array: array is 2-dimensional, but 3 were indexed"),
    ("u.reshape(7, 7)", "ValueError", "cannot reshape array of size 12 into shape (7,7)"),
    ("np.matmul(u, u)", "ValueError", "mismatch in its core dimension 0"),
    ("np.concatenate([u, v])", "ValueError", "all the input arrays must have same number of dimensions"),
    ("1 if u > 0 else 2", "ValueError", "The truth value of an array with more than one element is ambiguous"),
    ("u.astype(int) ** -1", "ValueError", "Integers to negative integer powers are not allowed"),
    ("-(u > 0)", "TypeError", "The numpy boolean negative"),
    ("v[v > 0.5]", "symbolic-length", "the elements that a mask chooses stand where their number must be known"),
    ("np.where(u > 0)", "symbolic-length", "np.where(condition) alone gives as many places as there are"),
    ("u[:n]", "symbolic-length", "a slice has a bound that is only known when the function runs"),
    ("np.linalg.svd(u)", "opaque-array", "is called with a whole array"),
    ("np.unique(u)", "opaque-array", "is called with a whole array"),
    ("u * 1j", "not-a-number", "1j meets an array"),
    ("u[:, :, None, None] * 2", "not-supported", "an array of 4 dimensions"),
    ("u.__setitem__(0, 1)", "no-attribute", "has no '__setitem__'"),
    ("np.put(u, 0, 1)", "opaque-array", "is called with a whole array"),
]
