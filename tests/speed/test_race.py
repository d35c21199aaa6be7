"""What compares speeds says what it should; how fast anything is, is not asked here."""

import json

from tests.speed import compare, race
from tests.speed.race import Row


def test_a_tree_against_itself(capsys, tmp_path):
    race.main([".", ".", "sobel", "--size", "70x50", "--budget", "1", "-o", str(tmp_path / "race.json")])
    call, compiling, sobel = capsys.readouterr().out.splitlines()[4:7]
    assert call.startswith("a call on 64x64") and compiling.startswith("compiling Sobel")
    assert sobel.startswith("Sobel magnitude") and sobel.endswith("the same")
    rows = json.loads((tmp_path / "race.json").read_text())["rows"]
    assert all(row["ratio"] > 0 and len(row["old"]) == len(row["new"]) >= race.ENOUGH_ROUNDS for row in rows)


def test_a_ratio_is_that_of_rounds_or_of_the_least_times():
    times = {"old": [1.0, 2.0, 4.0], "new": [1.1, 2.2, 1.0]}
    assert Row("kernel", seconds=times).is_slower and " <<" in str(Row("kernel", seconds=times))
    assert Row("call", seconds=times, least=True).ratio == 1.0
    assert Row("nothing", said="old: cannot").ratio is None


def bench(times: float) -> dict:
    row = {"workload": "sobel", "title": "Sobel magnitude", "size": [64, 64], "build": {"trace": 0.25, "build": 0.5},
           "seconds": {"copy": [0.001, 0.002], "pygpu": [0.001 * times, 0.002 * times], "by hand": [0.002, 0.004]}}
    return {"machine": {"device": "x"}, "rows": [row]}


def test_a_run_against_the_kept_table(tmp_path, capsys):
    then, now, kept = tmp_path / "then.json", tmp_path / "now.json", tmp_path / "kept.json"
    then.write_text(json.dumps(bench(2)))
    assert compare.main([str(then), str(kept), "--keep"]) == 0
    row = json.loads(kept.read_text())["rows"]["Sobel magnitude"]
    assert (row["copies"], row["by hand"], row["build"]) == (2.0, 1.0, 0.75)
    for times, status in ((2.1, 0), (2.4, 1)):
        now.write_text(json.dumps(bench(times)))
        assert compare.main([str(now), str(kept)]) == status
        assert f"{times / 2:.3f}{' <<' if status else ''}\n" in capsys.readouterr().out
