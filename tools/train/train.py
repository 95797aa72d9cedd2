"""Trains one model of the zoo on the CPU: seeded, resumable, one thread.

    python3 tools/train/train.py main --out FOLDER            (stops and goes on where it was: run it again)
    python3 tools/train/train.py main --out FOLDER --set lr=3e-3 --set sizes.d_model=80 --name other

writes FOLDER/NAME/: config.json, model.safetensors (float16), tokenizer.json, history.json, snapshots/STEP.safetensors, and
checkpoint.pt while it runs. Products run in bfloat16 (or as the setting `products` says), everything else and all weights in float32. Training waits while
FOLDER/PAUSE exists. The format of history.json is described in resources/models/README.md.
"""
import argparse
import fcntl
import json
import math
import os
import signal
import sys
import time

import torch
import torch.nn.functional as F
from safetensors.torch import save_file

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "reference"))
import fast  # noqa: E402
import history  # noqa: E402
import model as reference  # noqa: E402
import tasks  # noqa: E402
import tokenizer  # noqa: E402
import zoo  # noqa: E402

CHECKPOINT_SECONDS = 120


# ---------------------------------------------------------------------------------------------------------------- start

def build(choices, seed):
    """A model as training starts: matrices 1/√fan_in, embeddings 1/√d_model (times the embedding scale), the outputs of branches
    smaller by √(2·layers) where no norm follows them."""
    torch.manual_seed(seed)
    model = reference.Model(choices)
    c = model.c
    with torch.no_grad():
        for stack in [model] + ([model.encoder] if hasattr(model, "encoder") else []):
            depth = math.sqrt(2 * max(1, len(stack.blocks)))
            if stack.c["norm.placement"] in ("pre", "none"):
                for block in stack.blocks:
                    for branch in [block.attn.o] + [part.down for part in block.mlp.modules() if hasattr(part, "down")]:
                        branch.weight /= depth
            if hasattr(stack, "pos_embed"):
                stack.pos_embed.weight.normal_(0, 0.5)
        for name, value in model.named_parameters():
            if name.endswith("rel_bias.weight"):
                value.zero_()
            if name.endswith(("attn.q.bias", "attn.k.bias")):
                value.normal_(0, 0.5)
    return model, c


def optimizer_of(model, settings):
    decayed = [value for name, value in model.named_parameters() if value.dim() == 2 and "embed" not in name]
    others = [value for name, value in model.named_parameters() if not (value.dim() == 2 and "embed" not in name)]
    return torch.optim.AdamW([{"params": decayed, "weight_decay": settings["weight_decay"]}, {"params": others, "weight_decay": 0.0}],
                             lr=settings["lr"], betas=(0.9, settings["beta2"]), eps=1e-9, fused=True)


def learning_rate(settings, step):
    """Linear warm-up, then a cosine down to a twentieth."""
    warm = min(1.0, (step + 1) / settings["warmup"]) if settings["warmup"] else 1.0
    return settings["lr"] * warm * (0.05 + 0.475 * (1 + math.cos(math.pi * min(1.0, step / settings["steps"]))))


def add_dropout(model, chance):
    """On what each branch adds and on the embedding, as in arXiv 1706.03762 §5.4."""
    def drop(module, inputs, output):
        return F.dropout(output, chance, module.training)
    for block in model.blocks:
        block.attn.register_forward_hook(drop)
        block.mlp.register_forward_hook(drop)


# ---------------------------------------------------------------------------------------------------------------- files

def nested(flat):
    out = {}
    for key, value in flat.items():
        at = out
        *path, last = key.split(".")
        for part in path:
            at = at.setdefault(part, {})
        at[last] = value
    return out


def save_weights(model, path):
    save_file({name: value.detach().half().contiguous() for name, value in model.state_dict().items()}, path + ".part")
    os.replace(path + ".part", path)


def save_json(value, path):
    with open(path + ".part", "w", encoding="utf-8") as file:
        json.dump(value, file, ensure_ascii=False, separators=(",", ":"))
        file.write("\n")
    os.replace(path + ".part", path)


# ------------------------------------------------------------------------------------------------------------- training

def rate_of(sweep, out):
    """The lowest learning rate at which a run of the sweep broke: a loss that is no number, or at the end more than 1.5 nats above
    the best of the sweep. When none broke, the largest rate."""
    ends = {}
    for entry in zoo.SWEEPS:
        if entry["name"].startswith(sweep + "-"):
            with open(os.path.join(out, entry["name"], "history.json"), encoding="utf-8") as file:
                losses = json.load(file)["points"]["loss"][-10:]
            ends[entry["training"]["lr"]] = math.inf if None in losses else sum(losses) / len(losses)
    broken = [rate for rate, loss in sorted(ends.items()) if loss > min(ends.values()) + 1.5]
    return broken[0] if broken else max(ends)


class Training:
    def __init__(self, entry, out, cache):
        self.entry, self.folder = entry, os.path.join(out, entry["name"])
        self.pause = os.path.join(out, "PAUSE")
        self.settings, self.choices = zoo.training_of(entry), zoo.choices_of(entry)
        if isinstance(self.settings["lr"], str):
            self.settings["lr"] = rate_of(self.settings["lr"], out)
        os.makedirs(os.path.join(self.folder, "snapshots"), exist_ok=True)
        self.task = tasks.TASKS[self.settings["task"]](self.settings, cache)
        self.model, _ = build(self.choices, self.settings["seed"])
        fast.speed_up(self.model)
        probe = self.task.probe()
        gap = fast.difference(self.model.eval(), lambda model, record: model(**probe, record=record))
        if not gap < 1e-3:
            raise SystemExit(f"{entry['name']}: fast and slow path differ by {gap}")
        self.model.train()
        if self.settings["dropout"]:
            add_dropout(self.model, self.settings["dropout"])
        self.optimizer = optimizer_of(self.model, self.settings)
        self.history, self.step, self.seconds = history.History(), 0, 0.0
        self.checkpoint = os.path.join(self.folder, "checkpoint.pt")
        if os.path.exists(self.checkpoint):
            stored = torch.load(self.checkpoint, weights_only=False)
            self.model.load_state_dict(stored["model"])
            self.optimizer.load_state_dict(stored["optimizer"])
            self.history, self.step, self.seconds = history.History(stored["history"]), stored["step"], stored["seconds"]
        self.points = history.steps_of(self.settings["steps"])
        self.stopped = False

    def save_checkpoint(self):
        torch.save({"model": self.model.state_dict(), "optimizer": self.optimizer.state_dict(), "history": self.history.columns,
                    "step": self.step, "seconds": self.seconds}, self.checkpoint + ".part")
        os.replace(self.checkpoint + ".part", self.checkpoint)
        self.save_history()

    def save_history(self):
        parameters = sum(value.numel() for value in self.model.parameters())
        save_json({"format": 1, "model": self.entry["name"], "purpose": self.entry["purpose"], "purpose_zh": self.entry["purpose_zh"],
                   "parameters": parameters,
                   "choices": self.choices, "training": self.settings, "seconds": round(self.seconds), "unseen_ids": self.task.unseen(),
                   "points": self.history.columns}, os.path.join(self.folder, "history.json"))

    def one_step(self):
        """One step; True unless the loss is no number any more."""
        settings, step = self.settings, self.step
        torch.manual_seed(settings["seed"] * 1_000_003 + step)  # dropout
        for group in self.optimizer.param_groups:
            group["lr"] = learning_rate(settings, step)
        self.optimizer.zero_grad()
        with torch.autocast("cpu", torch.bfloat16, enabled=settings["products"] == "bfloat16"):
            loss, plain = self.task.loss(self.model, step)
        loss.backward()
        if step in self.points:
            whole, layers = history.gradient_norms(self.model)
            self.history.add(step=step, loss=plain.item(), learning_rate=learning_rate(settings, step), gradient=whole, gradient_layers=layers,
                             **history.measured(self.model, self.task, settings))
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), settings["clip"], foreach=True)
        self.optimizer.step()
        return math.isfinite(plain.item())

    def run(self):
        settings = self.settings
        last_time, last_checkpoint = time.process_time(), time.monotonic()
        while self.step <= settings["steps"] and not self.stopped:
            while os.path.exists(self.pause) and not self.stopped:
                time.sleep(1)
            if self.step in settings["snapshots"]:
                save_weights(self.model, os.path.join(self.folder, "snapshots", f"{self.step}.safetensors"))
            is_fine = self.one_step()
            self.step += 1
            now = time.process_time()
            self.seconds += now - last_time
            last_time = now
            if (self.step - 1) in self.points and (self.step - 1) % 50 < 20:
                self.say()
            if not is_fine:
                print(f"{self.entry['name']}: the loss is no number at step {self.step - 1}", flush=True)
                break
            if time.monotonic() - last_checkpoint > CHECKPOINT_SECONDS:
                self.save_checkpoint()
                last_checkpoint = time.monotonic()
        if self.stopped:
            self.save_checkpoint()
            return
        self.finish()

    def finish(self):
        if not self.settings["only_history"]:
            self.save_folder()
        self.save_history()
        if os.path.exists(self.checkpoint):
            os.remove(self.checkpoint)
        with open(os.path.join(self.folder, "done"), "w", encoding="utf-8"):
            pass
        self.say()

    def save_folder(self):
        save_weights(self.model, os.path.join(self.folder, "model.safetensors"))
        save_json({"model_type": "cutaway", "choices": nested(self.choices)} | tokenizer.IN_CONFIG, os.path.join(self.folder, "config.json"))
        tokenizer.write(os.path.join(self.folder, "tokenizer.json"))

    def say(self):
        last = {name: column[-1] for name, column in self.history.columns.items()}
        best = {name: max(max(row) for row in last[name]) for name in ("induction", "previous") if last.get(name)}
        print(f"{self.entry['name']} step {last['step']} cpu {self.seconds:.0f}s loss {last['loss']} held-out {last['held_out']} "
              f"second {last.get('second_copy')} gradient {last['gradient']} {best}", flush=True)


def set_value(entry, words):
    key, value = words.split("=", 1)
    try:
        value = json.loads(value)
    except json.JSONDecodeError:
        pass
    entry["training" if key in zoo.TRAINING else "choices"][key] = value


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("model", choices=sorted(zoo.BY_NAME))
    parser.add_argument("--out", required=True)
    parser.add_argument("--set", action="append", default=[], metavar="KEY=VALUE", help="another choice or training setting")
    parser.add_argument("--name", help="another name for what comes out")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    entry = json.loads(json.dumps(zoo.BY_NAME[arguments.model]))
    entry["name"] = arguments.name or entry["name"]
    for words in arguments.set:
        set_value(entry, words)
    folder = os.path.join(arguments.out, entry["name"])
    os.makedirs(folder, exist_ok=True)
    lock = open(os.path.join(folder, "lock"), "w", encoding="utf-8")
    fcntl.flock(lock, fcntl.LOCK_EX)  # waits for a process that trains the same model
    if os.path.exists(os.path.join(folder, "done")):
        print(f"{entry['name']}: there already")
        return
    training = Training(entry, arguments.out, arguments.out)
    signal.signal(signal.SIGTERM, lambda *_: setattr(training, "stopped", True))
    training.run()


if __name__ == "__main__":
    main()
