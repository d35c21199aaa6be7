"""dask.distributed: a real cluster on this machine, whose workers are killed in the middle. The result is whole."""

import os
import signal
import threading
import time

import numpy as np
import pytest

import pygpu
from pygpu import filters

PICTURE = (np.random.default_rng(2).random((600, 700)) * 255).astype(np.uint8)
SOFT = pygpu.compile(filters.gaussian, sigma=2)


@pytest.fixture
def cluster():
    distributed = pytest.importorskip("distributed")
    with (distributed.LocalCluster(2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster,
          distributed.Client(cluster) as client):
        yield client


@pytest.mark.skipif(os.name != "posix", reason="kill -9 is POSIX's")
def test_workers_that_are_killed(cluster):
    da = pytest.importorskip("dask.array")
    started = {process for process in cluster.run(os.getpid).values()}
    slow = da.from_array(PICTURE, chunks=(120, 140)).map_blocks(delayed, dtype=np.uint8)
    killed = []

    def kill():
        for process in started:
            time.sleep(1.0)
            os.kill(process, signal.SIGKILL)
            killed.append(process)

    killer = threading.Thread(target=kill)
    killer.start()
    result = SOFT(slow).compute()
    killer.join()
    assert set(killed) == started and not started & set(cluster.run(os.getpid).values())
    np.testing.assert_array_equal(result, SOFT(PICTURE))


def delayed(block):
    """So that the work lasts until the last one is killed."""
    time.sleep(0.3)
    return block


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="memory is measured as Linux tells it")
def test_what_memory_chunks_take_is_measured(capsys):
    """The command; what it says of a small picture means nothing."""
    pytest.importorskip("dask.array")
    pytest.importorskip("zarr")
    from tests.speed import chunks

    assert list(chunks.main(["pygpu", "--size", "400", "--chunk", "100"])) == ["pygpu"]
    assert capsys.readouterr().out.count("MB") == 1
