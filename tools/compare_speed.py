"""Times PyTorch (transformers, eager attention) and Cutaway in one sitting, turn by turn, on the same shapes.

    python3 tools/compare_speed.py                        GPT-2 small, 64 and 512 tokens
    python3 tools/compare_speed.py --shapes smollm2 --tokens 128
    python3 tools/compare_speed.py --train                whole steps of a training: main's shapes, 16 rows of 128, and GPT-2
                                                          small's, 4 rows of 128
    python3 tools/compare_speed.py --llama large.gguf     llama.cpp instead of PyTorch, on a file (compare_llama.py)

Both record as they go: transformers its hidden states, attentions and the output of every module (forward hooks), Cutaway
every tensor of its trace. All weights are random. Each round starts the program once and then runs PyTorch as often; the
fastest of all rounds counts. The scale is Cutaway's: 2·tokens·parameters in products + 4·tokens²·width·layers operations
over the fastest plain product of the same machine (`cutaway bench`). One more token with a cache is compared with the
speed at which memory is read. Steps of a training are loss, gradient, clipping and torch.optim.AdamW, beside a plain PyTorch model
of the same choices, and for main's beside the model of tools/train/fast.py in both of its forms. Needs torch, transformers.
"""
import argparse
import json
import os
import subprocess
import sys
import time

if any(word.startswith("--llama") for word in sys.argv[1:]):  # needs neither of the two below
    import compare_llama

    sys.exit(compare_llama.main())

import torch

HERE = os.path.dirname(os.path.abspath(__file__))
SHAPES = {
    "gpt2": ("untrained-gpt2-small", lambda transformers: transformers.GPT2LMHeadModel(transformers.GPT2Config(attn_implementation="eager"))),
    "smollm2": ("untrained-smollm2", lambda transformers: transformers.LlamaForCausalLM(transformers.LlamaConfig(
        hidden_size=576, intermediate_size=1536, num_hidden_layers=30, num_attention_heads=9, num_key_value_heads=3, vocab_size=49152,
        max_position_embeddings=8192, tie_word_embeddings=True, attn_implementation="eager"))),
}
PROMPT = 64  # tokens before the one that is timed


class Recorder:
    """Keeps the output of every module of one pass."""

    def __init__(self, model):
        self.outputs = []
        for module in model.modules():
            if not list(module.children()):
                module.register_forward_hook(lambda _module, _inputs, output: self.outputs.append(output) if self.on else None)
        self.on = False

    def run(self, model, ids):
        self.on, self.outputs = True, []
        start = time.perf_counter()
        model(ids, output_hidden_states=True, output_attentions=True, use_cache=False)
        elapsed = time.perf_counter() - start
        self.on, self.outputs = False, []
        return elapsed


def decode(model, vocabulary):
    """Seconds of one more token."""
    past = model(torch.arange(PROMPT)[None] % vocabulary, use_cache=True).past_key_values
    times = []
    for _ in range(12):
        start = time.perf_counter()
        model(torch.tensor([[5]]), past_key_values=past, use_cache=True)
        times.append(time.perf_counter() - start)
        past.crop(-1)
    return min(times)


class PlainModel(torch.nn.Module):
    """The choices of the bundled main in plain PyTorch: RMSNorm, RoPE, causal attention, SwiGLU, tied output."""

    def __init__(self, vocabulary=1392, layers=4, width=96, heads=4, inner=256, length=128, base=100.0):
        super().__init__()
        linear = lambda a, b: torch.nn.Linear(a, b, bias=False)
        self.heads, self.scale = heads, width**0.5
        self.embed = torch.nn.Embedding(vocabulary, width)
        torch.nn.init.normal_(self.embed.weight, std=width**-0.5)
        self.blocks = torch.nn.ModuleList(torch.nn.ModuleDict({
            "ln1": torch.nn.RMSNorm(width), "ln2": torch.nn.RMSNorm(width), "q": linear(width, width), "k": linear(width, width),
            "v": linear(width, width), "o": linear(width, width), "gate": linear(width, inner), "up": linear(width, inner),
            "down": linear(inner, width)}) for _ in range(layers))
        self.last = torch.nn.RMSNorm(width)
        half = width // heads // 2
        angles = torch.arange(length)[:, None] * base ** (-torch.arange(half) / half)
        self.cos, self.sin = torch.cos(angles), torch.sin(angles)

    def turned(self, x):
        a, b = x.chunk(2, -1)
        return torch.cat([a * self.cos - b * self.sin, a * self.sin + b * self.cos], -1)

    def forward(self, ids):
        h = self.embed(ids) * self.scale
        for block in self.blocks:
            x = block["ln1"](h)
            q, k, v = (block[name](x).unflatten(-1, (self.heads, -1)).transpose(1, 2) for name in "qkv")
            z = torch.nn.functional.scaled_dot_product_attention(self.turned(q), self.turned(k), v, is_causal=True)
            h = h + block["o"](z.transpose(1, 2).flatten(2))
            x = block["ln2"](h)
            h = h + block["down"](torch.nn.functional.silu(block["gate"](x)) * block["up"](x))
        return self.last(h) @ self.embed.weight.T


class PlainGpt2(torch.nn.Module):
    """The choices of GPT-2 in plain PyTorch: LayerNorm, learned positions, biases, GELU, tied output."""

    def __init__(self, vocabulary=50257, layers=12, width=768, heads=12, length=1024):
        super().__init__()
        self.heads = heads
        self.embed, self.places = torch.nn.Embedding(vocabulary, width), torch.nn.Embedding(length, width)
        for table in (self.embed, self.places):
            torch.nn.init.normal_(table.weight, std=0.02)
        self.blocks = torch.nn.ModuleList(torch.nn.ModuleDict({
            "ln1": torch.nn.LayerNorm(width), "ln2": torch.nn.LayerNorm(width), "qkv": torch.nn.Linear(width, 3 * width),
            "o": torch.nn.Linear(width, width), "up": torch.nn.Linear(width, 4 * width), "down": torch.nn.Linear(4 * width, width)})
            for _ in range(layers))
        self.last = torch.nn.LayerNorm(width)

    def forward(self, ids):
        h = self.embed(ids) + self.places(torch.arange(ids.shape[1]))
        for block in self.blocks:
            q, k, v = (part.unflatten(-1, (self.heads, -1)).transpose(1, 2) for part in block["qkv"](block["ln1"](h)).chunk(3, -1))
            z = torch.nn.functional.scaled_dot_product_attention(q, k, v, is_causal=True)
            h = h + block["o"](z.transpose(1, 2).flatten(2))
            h = h + block["down"](torch.nn.functional.gelu(block["up"](block["ln2"](h)), approximate="tanh"))
        return self.last(h) @ self.embed.weight.T


def fast_main():
    """The bundled main as tools/train/fast.py runs it."""
    sys.path[:0] = [os.path.join(HERE, "reference"), os.path.join(HERE, "train")]
    import fast
    import model as reference
    model, _ = reference.load(os.path.join(HERE, "..", "resources", "models", "main"), torch.float32)
    return fast.speed_up(model).train()


class Stepping:
    """Whole steps of a model: ms of each."""

    def __init__(self, model, ids, is_bfloat16=False):
        self.model, self.ids, self.is_bfloat16 = model, ids, is_bfloat16
        self.optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3, betas=(0.9, 0.95), weight_decay=0.01)

    def __call__(self):
        start = time.perf_counter()
        self.optimizer.zero_grad()
        with torch.autocast("cpu", torch.bfloat16, enabled=self.is_bfloat16):
            logits = self.model(self.ids[:, :-1])
        torch.nn.functional.cross_entropy(logits.flatten(0, 1).float(), self.ids[:, 1:].flatten()).backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self.optimizer.step()
        return (time.perf_counter() - start) * 1e3


# Cutaway's model, rows, length, steps a round, and the others by their names.
TRAININGS = {
    "main": ("main", 16, 128, 10, lambda ids: {"PyTorch, eager": Stepping(PlainModel(length=128), ids),
                                                "fast.py, float32": Stepping(fast_main(), ids),
                                                "fast.py, bfloat16": Stepping(fast_main(), ids, True)}),
    "gpt2": ("untrained-gpt2-small", 4, 128, 3, lambda ids: {"PyTorch, eager": Stepping(PlainGpt2(), ids)}),
}


def train(arguments, shapes):
    """Turn by turn with `cutaway bench --train`; the fastest of all rounds counts."""
    name, rows, length, steps, others = TRAININGS[shapes]
    ids = torch.randint(0, 1392, (rows, length + 1))
    models = others(ids)
    times, limit, shares = {other: [] for other in [*models, "Cutaway"]}, [], []
    for _ in range(arguments.rounds):
        report = json.loads(subprocess.run(
            [arguments.program, "bench", "--train", "--model", name, "--batch", f"{rows}x{length}", "--threads", str(torch.get_num_threads()),
             "--json"], capture_output=True, text=True, check=True).stdout)
        times["Cutaway"].append(report["train"]["ms_per_step"])
        limit.append(report["sgemm_gflops"])
        shares.append(report["train"]["share_of_sgemm"])
        for other, step in models.items():
            times[other] += [step() for _ in range(steps)]
    ours = min(times["Cutaway"])
    print(f"{name}'s shapes, {rows} rows of {length}; plain product {max(limit):.0f} GFLOP/s, torch {torch.__version__}, "
          f"{torch.get_num_threads()} threads; Cutaway at {max(shares):.2f} of the product\n")
    print("| | a step | tokens/s | Cutaway is faster |\n|---|---:|---:|---:|")
    for other, all_times in times.items():
        fastest = min(all_times)
        ratio = "" if other == "Cutaway" else f"{fastest / ours:.2f} ×"
        print(f"| {other} | {fastest:.0f} ms | {rows * length / fastest * 1e3:.0f} | {ratio} |")
    print(flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--shapes", choices=sorted({*SHAPES, *TRAININGS}), help="gpt2 of passes; of a training without it: all")
    parser.add_argument("--tokens", default="64,512")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--program", default=os.path.join(HERE, "..", "build", "release", "bin", "cutaway"))
    parser.add_argument("--train", action="store_true")
    arguments = parser.parse_args()
    if arguments.train:
        if arguments.shapes not in (None, *TRAININGS):
            parser.error(f"--train has the shapes {', '.join(TRAININGS)}")
        for shapes in [arguments.shapes] if arguments.shapes else TRAININGS:
            train(arguments, shapes)
        return
    import transformers
    name, make = SHAPES[arguments.shapes or "gpt2"]
    lengths = [int(length) for length in arguments.tokens.split(",")]

    torch.manual_seed(0)
    model = make(transformers).eval()
    config = model.config
    recorder = Recorder(model)
    theirs = {length: [] for length in lengths}
    ours = {length: [] for length in lengths}
    limit, bandwidth, steps, their_steps = [], [], [], []
    with torch.inference_mode():
        for _ in range(arguments.rounds):
            report = json.loads(subprocess.run([arguments.program, "bench", "--model", name, "--tokens", arguments.tokens, "--json"],
                                               capture_output=True, text=True, check=True).stdout)
            limit.append(report["sgemm_gflops"])
            bandwidth.append(report["read_gb_per_s"])
            steps.append(report["decode_ms_per_token"] / 1e3)
            for row in report["forward"]:
                ours[row["tokens"]].append(row["forward_trace_ms"] / 1e3)
            for length in lengths:
                ids = torch.arange(length)[None] % config.vocab_size
                theirs[length] += [recorder.run(model, ids) for _ in range(8)]
            their_steps.append(decode(model, config.vocab_size))

    products = sum(module.weight.numel() for module in model.modules() if isinstance(module, (torch.nn.Linear, transformers.pytorch_utils.Conv1D)))
    layers, width = config.num_hidden_layers, config.hidden_size
    print(f"{name}; plain product {max(limit):.0f} GFLOP/s, memory read at {max(bandwidth):.0f} GB/s, "
          f"torch {torch.__version__}, {torch.get_num_threads()} threads, transformers {transformers.__version__}\n")
    print("| tokens | PyTorch, recording | share | Cutaway, full trace | share |\n|---:|---:|---:|---:|---:|")
    for length in lengths:
        operations = 2 * length * products + 4 * length * length * width * layers
        cells = [f"{min(times) * 1e3:.0f} ms | {operations / min(times) / max(limit) * 1e-9:.2f}" for times in (theirs[length], ours[length])]
        print(f"| {length} | {cells[0]} | {cells[1]} |")
    cells = [f"{min(times) * 1e3:.1f} ms | {4 * products / min(times) / max(bandwidth) * 1e-9:.2f}" for times in (their_steps, steps)]
    print(f"| one more | {cells[0]} | {cells[1]} |")


if __name__ == "__main__":
    main()
