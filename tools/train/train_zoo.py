"""Trains the whole zoo, two models at a time, each on one thread, in the order of zoo.py.

    nice -n 19 python3 tools/train/train_zoo.py --out FOLDER [--workers 2] [--only NAME …]

Stopped at any moment it goes on where it was when it is started again; it waits while FOLDER/PAUSE exists. What each model says
while it trains is in FOLDER/NAME.log.
"""
import argparse
import os
import signal
import subprocess
import sys
import threading

import zoo

HERE = os.path.dirname(os.path.abspath(__file__))


class Queue:
    def __init__(self, out, names):
        self.out, self.names = out, list(names)
        self.lock, self.running, self.stopped = threading.Lock(), [], False

    def is_done(self, name):
        return os.path.exists(os.path.join(self.out, name, "done"))

    def next(self):
        with self.lock:
            while self.names:
                name = self.names.pop(0)
                if not self.is_done(name):
                    return name
        return None

    def work(self, number):
        environment = os.environ | {"OMP_NUM_THREADS": "1"}
        while not self.stopped and (name := self.next()):
            print(f"{name} starts", flush=True)
            with open(os.path.join(self.out, name + ".log"), "a", encoding="utf-8") as log:
                command = [sys.executable, os.path.join(HERE, "train.py"), name, "--out", self.out]
                child = subprocess.Popen(command, stdout=log, stderr=log, env=environment)
                if hasattr(os, "sched_setaffinity"):  # two patient processes would else share one core
                    cores = sorted(os.sched_getaffinity(0))
                    os.sched_setaffinity(child.pid, {cores[number % len(cores)]})
                self.running.append(child)
                code = child.wait()
                self.running.remove(child)
            print(f"{name} ended with {code}", flush=True)

    def stop(self, *_):
        self.stopped = True
        for child in list(self.running):
            child.terminate()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", required=True)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--only", action="append", metavar="NAME")
    arguments = parser.parse_args()
    os.makedirs(arguments.out, exist_ok=True)
    queue = Queue(arguments.out, arguments.only or [entry["name"] for entry in zoo.QUEUE])
    signal.signal(signal.SIGTERM, queue.stop)
    signal.signal(signal.SIGINT, queue.stop)
    workers = [threading.Thread(target=queue.work, args=(number,)) for number in range(arguments.workers)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()


if __name__ == "__main__":
    main()
