"""The store of kernels under attack: many cold processes, some killed at any moment, and files that are damaged."""

import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

WORK = """
import numpy as np, pygpu
from pygpu import Image, Position
for n in range(3):
    filter = pygpu.compile(lambda k, im=Image, p=Position: sum(im(p + (i, 0)) for i in range(k)) * 0.5, k=n + 2)
    result = filter(np.ones((20, 30), np.float32))
    assert (result == 0.5 * (n + 2)).all(), result
print("right")
"""
DAMAGES = [lambda data: b"", lambda data: data[:len(data) // 2], lambda data: os.urandom(len(data)),
           lambda data: data + b"x", lambda data: data[:-1] + bytes([data[-1] ^ 1]) if data else data]


def attack(rounds: int, processes: int, seed: int = 1) -> str:
    """Rounds with a cold store, then a damaged one; of the processes some are killed. All others must be right."""
    chance, right, killed, damaged, started = random.Random(seed), 0, 0, 0, time.perf_counter()
    for _ in range(rounds):
        with tempfile.TemporaryDirectory(prefix="pygpu-attack-") as home:
            for turn in range(2):
                running = [start(home) for _ in range(processes)]
                victims = set(chance.sample(range(processes), processes // 4)) if turn == 0 else set()
                time.sleep(chance.uniform(0.2, 2.0))
                for number in victims:
                    running[number].send_signal(signal.SIGKILL)
                for number, process in enumerate(running):
                    told, wrong = process.communicate(timeout=600)
                    if number in victims:
                        killed += 1
                        continue
                    assert process.returncode == 0 and told.strip() == "right", wrong
                    right += 1
                for file in Path(home).rglob("*"):
                    if file.is_file() and file.suffix != ".icd" and file.name != "CACHEDIR.TAG" and chance.random() < 0.5:
                        file.write_bytes(chance.choice(DAMAGES)(file.read_bytes()))
                        damaged += 1
    return (f"cache: {right} processes right, {killed} killed while they built, {damaged} files damaged, "
            f"{time.perf_counter() - started:.0f} s")


def start(home: str) -> subprocess.Popen:
    return subprocess.Popen([sys.executable, "-c", WORK], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                            env={**os.environ, "PYGPU_CACHE": home})
