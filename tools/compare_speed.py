"""Times PyTorch (transformers, eager attention) and Cutaway in one sitting, turn by turn, on the same shapes.

    python3 tools/compare_speed.py                        GPT-2 small, 64 and 512 tokens
    python3 tools/compare_speed.py --shapes smollm2 --tokens 128
    python3 tools/compare_speed.py --train                whole steps of a training, main's shapes, 16 rows of 128

Both record as they go: transformers its hidden states, attentions and the output of every module (forward hooks), Cutaway
every tensor of its trace. All weights are random. Each round starts the program once and then runs PyTorch as often; the
fastest of all rounds counts. The scale is Cutaway's: 2·tokens·parameters in products + 4·tokens²·width·layers operations
over the fastest plain product of the same machine (`cutaway bench`). One more token with a cache is compared with the
speed at which memory is read. Needs torch, transformers.
"""
import argparse
import json
import os
import subprocess
import time

import torch
import transformers

HERE = os.path.dirname(os.path.abspath(__file__))
SHAPES = {
    "gpt2": ("untrained-gpt2-small", lambda: transformers.GPT2LMHeadModel(transformers.GPT2Config(attn_implementation="eager"))),
    "smollm2": ("untrained-smollm2", lambda: transformers.LlamaForCausalLM(transformers.LlamaConfig(
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


def train(arguments, rows=16, length=128, steps=10):
    """Whole steps: loss, gradient, clipping, torch.optim.AdamW, eager; turn by turn with `cutaway bench --train`."""
    model = PlainModel(length=length)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3, betas=(0.9, 0.95), weight_decay=0.01)
    ids = torch.randint(0, 1392, (rows, length + 1))
    theirs, ours, limit, shares = [], [], [], []
    for _ in range(arguments.rounds):
        report = json.loads(subprocess.run(
            [arguments.program, "bench", "--train", "--batch", f"{rows}x{length}", "--threads", str(torch.get_num_threads()), "--json"],
            capture_output=True, text=True, check=True).stdout)
        ours.append(report["train"]["ms_per_step"])
        limit.append(report["sgemm_gflops"])
        shares.append(report["train"]["share_of_sgemm"])
        for _ in range(steps):
            start = time.perf_counter()
            optimizer.zero_grad()
            logits = model(ids[:, :-1])
            torch.nn.functional.cross_entropy(logits.flatten(0, 1), ids[:, 1:].flatten()).backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            theirs.append((time.perf_counter() - start) * 1e3)
    print(f"main's shapes, {rows} rows of {length}; plain product {max(limit):.0f} GFLOP/s, torch {torch.__version__}, "
          f"{torch.get_num_threads()} threads\n")
    print("| | a step | tokens/s |\n|---|---:|---:|")
    for name, times in (("PyTorch, eager", theirs), ("Cutaway", ours)):
        print(f"| {name} | {min(times):.0f} ms | {rows * length / min(times) * 1e3:.0f} |")
    print(f"\nCutaway is {min(theirs) / min(ours):.2f} times as fast, at {max(shares):.2f} of the product")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--shapes", choices=SHAPES, default="gpt2")
    parser.add_argument("--tokens", default="64,512")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--program", default=os.path.join(HERE, "..", "build", "release", "bin", "cutaway"))
    parser.add_argument("--train", action="store_true")
    arguments = parser.parse_args()
    if arguments.train:
        return train(arguments)
    name, make = SHAPES[arguments.shapes]
    lengths = [int(length) for length in arguments.tokens.split(",")]

    torch.manual_seed(0)
    model = make().eval()
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
