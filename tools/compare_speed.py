"""Times PyTorch (transformers, eager attention) and Cutaway in one sitting, turn by turn, on the same shapes.

    python3 tools/compare_speed.py                        GPT-2 small, 64 and 512 tokens
    python3 tools/compare_speed.py --shapes smollm2 --tokens 128

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


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--shapes", choices=SHAPES, default="gpt2")
    parser.add_argument("--tokens", default="64,512")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--program", default=os.path.join(HERE, "..", "build", "release", "bin", "cutaway"))
    arguments = parser.parse_args()
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
