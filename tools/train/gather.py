"""Copies what training left in FOLDER to resources/models: finished models, their histories, main's snapshots; of the sweeps
only the histories (sweeps/NAME.json). Prints what is there, what is missing, and how large all is.

    python3 tools/train/gather.py FOLDER [--to resources/models] [--only main --only one-layer]
"""
import argparse
import json
import os
import shutil

import numpy as np
from safetensors.numpy import load_file, save_file

import corpus
import zoo

HERE = os.path.dirname(os.path.abspath(__file__))
LIMIT = 100e6  # bytes that the repository may spend on all of them
IN_CONFIG = {"bos_token_id": corpus.START, "eos_token_id": corpus.END, "decoder_start_token_id": corpus.START}


def copy_weights(source, target):
    """In float16."""
    os.makedirs(os.path.dirname(target), exist_ok=True)
    save_file({name: value.astype(np.float16) for name, value in load_file(source).items()}, target)


HEADS = ("induction", "previous")  # columns with a number a head: three quarters of a history


def rounded(value):
    return [rounded(one) for one in value] if isinstance(value, list) else value if value is None else round(value, 4)


def copy_history(source, target, is_sweep):
    """Scores of heads keep four decimals; a sweep, which is about its loss, has none."""
    with open(source, encoding="utf-8") as file:
        history = json.load(file)
    history["points"] = {name: rounded(column) if name in HEADS else column for name, column in history["points"].items()
                         if not (is_sweep and name in HEADS)}
    os.makedirs(os.path.dirname(target), exist_ok=True)
    with open(target, "w", encoding="utf-8") as file:
        json.dump(history, file, separators=(",", ":"), ensure_ascii=False)


def copy_model(entry, source, target):
    name = entry["name"]
    if entry["only_history"]:
        copy_history(os.path.join(source, name, "history.json"), os.path.join(target, "sweeps", name + ".json"), True)
        return
    copy_history(os.path.join(source, name, "history.json"), os.path.join(target, name, "history.json"), False)
    copy_weights(os.path.join(source, name, "model.safetensors"), os.path.join(target, name, "model.safetensors"))
    shutil.copyfile(os.path.join(corpus.MAIN, "tokenizer.json"), os.path.join(target, name, "tokenizer.json"))  # siblings have the same bytes
    with open(os.path.join(source, name, "config.json"), encoding="utf-8") as file:
        config = json.load(file) | IN_CONFIG
    with open(os.path.join(target, name, "config.json"), "w", encoding="utf-8") as file:
        json.dump(config, file, separators=(",", ":"))
        file.write("\n")
    for step in entry["training"].get("snapshots", []):
        file = os.path.join("snapshots", f"{step}.safetensors")
        copy_weights(os.path.join(source, name, file), os.path.join(target, name, file))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder")
    parser.add_argument("--to", default=os.path.join(HERE, "..", "..", "resources", "models"))
    parser.add_argument("--only", action="append", metavar="NAME")
    arguments = parser.parse_args()
    for entry in zoo.QUEUE:
        name = entry["name"]
        if arguments.only and name not in arguments.only:
            continue
        is_done = zoo.is_done(name, arguments.folder)
        if is_done:
            copy_model(entry, arguments.folder, arguments.to)
        print(f"{name:24} {'copied' if is_done else 'not trained yet'}")
    total = sum(os.path.getsize(os.path.join(path, file)) for path, _, files in os.walk(arguments.to) for file in files)
    print(f"{total / 1e6:.1f} MB of {LIMIT / 1e6:.0f}")


if __name__ == "__main__":
    main()
