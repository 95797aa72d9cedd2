"""The zoo: the recipe of every small model, what is chosen in it, and what it is for. To add a model: one line of MODELS.

A model has the choices of `main` with its own on top, and the settings of TRAINING with its own on top, which are the words of a
recipe (docs/contract.md part 7); the order of the list is that in which they are trained.

    python3 tools/train/zoo.py                                  what differs from main in each
    nice -n 19 python3 tools/train/zoo.py --out FOLDER          trains them by `cutaway train`: [--only NAME …] [--workers 2]
                                                                [--cutaway build/release/bin/cutaway]; --steps 20 for a trial

Stopped at any moment it goes on where it was when it is started again. FOLDER/NAME.json is the recipe, FOLDER/NAME.log what the
training says. `main` and most of its siblings were trained by an earlier program in Python (PyTorch, products in bfloat16), with
the same recipes; what is trained here has other documents of the same grammar.
"""
import argparse
import json
import math
import os
import signal
import subprocess
import threading

HERE = os.path.dirname(os.path.abspath(__file__))

TRAINING = {
    "seed": 1, "steps": 4400, "rows": 16, "length": 128, "lr": 4e-3, "warmup": 100, "weight_decay": 0.01, "beta2": 0.95, "clip": 1.0,
    # The curriculum, in steps: repeats from a pool of 100 ids, the pool doubled every `double` steps, then stories come in.
    "first": 1000, "double": 100, "pool": 100, "blend": 300, "stories": 0.75, "snapshots": [],
}
# Steps of main whose weights are kept: few at first, dense while the heads form.
SNAPSHOTS = [0, 600, 700, 1000, 1100, 1300, 1400, 1700]


def model(name, purpose, chinese, choices=None, only_history=False, **training):
    return {"name": name, "purpose": purpose, "purpose_zh": chinese, "choices": choices or {}, "training": training, "only_history": only_history}


FULL_MIX = {"first": 0}  # stories and repeats over all ids from the start
TWELVE = {"sizes.layers": 12, "sizes.d_model": 48, "sizes.d_ff": 128, "block.embedding_scale": 6.92820323}
NO_NORM = {"norm.kind": "none", "norm.placement": "none"}
PLAIN_FF = {"feed_forward.kind": "plain", "sizes.d_ff": 384}
LAYER_NORM = {"norm.kind": "layer_norm"}


def twelve(name, purpose, chinese, choices=None, **training):
    return model(name, purpose, chinese, TWELVE | (choices or {}), **({"steps": 2000, "lr": 3e-3, "warmup": 1} | FULL_MIX | training))


MODELS = [
    model("main", "pre-norm, RMSNorm, RoPE, SwiGLU: the model that every other is compared with", "前置归一化、RMSNorm、RoPE、SwiGLU：其他模型都与它比较",
          snapshots=SNAPSHOTS),
    model("one-layer", "one layer only: no head can look for what another head has noted, so there is no induction", "只有一层：没有别的头先做记号，所以没有归纳头",
          {"sizes.layers": 1}),
    # Placement of the norm where it matters: 12 layers.
    twelve("pre12", "12 layers, norm before each branch: trains at once, without warm-up", "12 层，分支之前归一化：无需预热即可训练"),
    twelve("post12", "12 layers, norm after each sum, as in 2017, without warm-up: the gradients of the early layers vanish", "12 层，相加之后归一化（2017 年），无预热：前几层的梯度消失",
           {"norm.placement": "post"}),
    twelve("post12-warmup", "12 layers, norm after each sum, small learning rate and 500 steps of warm-up", "12 层，相加之后归一化，小学习率并预热 500 步",
           {"norm.placement": "post"}, lr=1e-3, warmup=500),
    twelve("deepnorm12", "12 layers, norm after each sum with DeepNorm's α and β, without warm-up", "12 层，DeepNorm 的 α 与 β，无预热", {"norm.placement": "deep_norm"}),
    # Placement at 4 layers.
    model("post", "norm after each sum", "相加之后归一化", {"norm.placement": "post"}),
    model("sandwich", "norm before and after each branch", "分支前后都归一化", {"norm.placement": "sandwich"}),
    model("deepnorm", "norm after each sum, the stream weighted with α, the branch with β", "相加之后归一化，残差乘 α，分支乘 β", {"norm.placement": "deep_norm"}),
    model("no-norm", "no norm anywhere", "完全没有归一化", NO_NORM),
    # The same with other beginnings: what differs less than these is noise.
    model("main-seed2", "main from another seed", "主模型，另一个随机种子", seed=2),
    model("main-seed3", "main from a third seed", "主模型，第三个随机种子", seed=3),
    # Position.
    model("position-none", "no position at all: the causal mask is the only order", "没有位置编码：只有因果掩码带来次序", {"position.kind": "none"}),
    model("position-sinusoidal", "sines and cosines added to the embedding", "正弦余弦加到词向量上", {"position.kind": "sinusoidal"}),
    model("position-learned", "a learned table of 128 positions", "可学习的 128 个位置", {"position.kind": "learned"}),
    model("position-alibi", "a penalty on distance, another slope for each head", "ALiBi：按距离扣分，每个头斜率不同", {"position.kind": "alibi"}),
    model("position-t5", "a learned bias for each bucket of distance", "T5：每段距离一个可学习的偏置", {"position.kind": "t5_buckets"}),
    model("position-shaw", "a learned vector for each distance up to 16, added to keys and values", "Shaw：16 以内的每个距离一个可学习向量，加到键和值上",
          {"position.kind": "shaw"}),
    model("position-transformer-xl", "sinusoids of the distance, with two biases of each head", "Transformer-XL：距离的正弦向量，每个头两个偏置",
          {"position.kind": "transformer_xl"}),
    model("position-deberta", "a learned vector for each distance, by content and by position", "DeBERTa：每个距离一个可学习向量，内容与位置分开打分",
          {"position.kind": "disentangled", "disentangled.buckets": 0, "disentangled.max_distance": 128}),
    # Norm kind, heads, masks.
    model("layernorm", "LayerNorm in place of RMSNorm", "用 LayerNorm 代替 RMSNorm", LAYER_NORM),
    model("heads-mqa", "one key-value head for four query heads", "四个查询头共用一个键值头", {"attention.kind": "multi_query", "sizes.d_ff": 304}),
    model("heads-gqa", "two key-value heads for four query heads", "四个查询头共用两个键值头", {"attention.kind": "grouped_query", "sizes.kv_heads": 2, "sizes.d_ff": 288}),
    model("heads-mla", "keys and values from 32 compressed numbers", "键和值由 32 个压缩后的数得到",
          {"attention.kind": "latent", "latent.kv_rank": 32, "latent.q_rank": 0, "latent.d_rope": 12, "latent.d_nope": 12, "latent.d_value": 24, "sizes.d_ff": 288}),
    model("mask-window", "each token sees itself and the 15 before it", "每个词只看自己和前 15 个词", {"mask.kind": "sliding_window", "mask.window": 16}),
    model("mask-wwwf", "three layers with a window of 16, then one that sees all", "三层窗口 16，一层看全文", {"mask.kind": "sliding_window", "mask.window": 16, "mask.schedule": "wwwf"}),
    model("qk-norm", "a norm on the queries and keys of each head", "每个头的查询和键都归一化", {"score.qk_norm": "rms_head"}),
    # Feed-forward and block.
    model("ff-relu", "up, ReLU, down", "升维、ReLU、降维", PLAIN_FF | {"activation.kind": "relu"}),
    model("ff-gelu", "up, GELU, down", "升维、GELU、降维", PLAIN_FF | {"activation.kind": "gelu"}),
    model("parallel", "attention and feed-forward side by side, one norm", "注意力与前馈并行，共用一个归一化", {"block.layout": "parallel_shared_norm"}),
    model("experts", "4 experts, 2 for each token, kept in balance", "4 个专家，每词选 2 个，负载均衡",
          {"feed_forward.kind": "mixture", "mixture.experts": 4, "mixture.top_k": 2, "mixture.renormalise": True, "mixture.d_expert": 64}, balance=0.01),
    model("experts-unbalanced", "the same without balancing", "同上，但不均衡负载",
          {"feed_forward.kind": "mixture", "mixture.experts": 4, "mixture.top_k": 2, "mixture.renormalise": True, "mixture.d_expert": 64}),
    model("biases", "a bias on every projection", "每个投影都有偏置", {"bias.attention": True, "bias.attention_output": True, "bias.feed_forward": True, "bias.output": True}),
    model("dropout", "dropout of 0.1 on what each branch adds", "每个分支的输出随机丢弃 10%", dropout=0.1),
    model("no-decay", "weight decay 0", "权重衰减为 0", weight_decay=0.0),
    # Presets.
    model("preset-2017", "the choices of 2017: post-norm, LayerNorm, sinusoidal positions, ReLU", "2017 年的选择：后置 LayerNorm、正弦位置、ReLU",
          LAYER_NORM | PLAIN_FF | {"norm.placement": "post", "position.kind": "sinusoidal", "activation.kind": "relu"}),
    model("preset-gpt2", "the choices of GPT-2: pre-norm, LayerNorm, learned positions, GELU, biases", "GPT-2 的选择：前置 LayerNorm、可学习位置、GELU、偏置",
          LAYER_NORM | PLAIN_FF | {"position.kind": "learned", "activation.kind": "gelu_tanh", "bias.attention": True, "bias.attention_output": True,
                                   "bias.feed_forward": True}),
    # Other topologies.
    model("encoder", "every token sees all others; trained to tell hidden tokens", "每个词看全文，训练时填空",
          {"topology": "encoder", "output.head": "masked_language"}),
    model("translator", "an encoder reads a sentence, a decoder writes it in the other language", "编码器读一句话，解码器用另一种语言写出来",
          {"topology": "encoder_decoder", "sizes.layers": 2, "sizes.encoder_layers": 2}, steps=2000, rows=128, length=32),
]

# Short runs of which only the history is kept. Pre against Post at 12 layers over learning rates; and main at rates where it may break,
# alone, with QK-norm and with z-loss.
SWEEPS = [
    twelve(f"sweep-{placement}12-{rate:g}", "learning-rate sweep", "学习率扫描", {"norm.placement": placement}, lr=rate, steps=600, only_history=True)
    for rate in (3e-3, 1e-3, 3e-4) for placement in ("pre", "post")
] + [
    model(f"sweep-{what}-{rate:g}", "learning-rate sweep", "学习率扫描", {"score.qk_norm": "rms_head"} if what == "qk-norm" else {},
          lr=rate, steps=500, only_history=True, warmup=1, clip=1e9, z_loss=1e-4 if what == "z-loss" else 0.0, **FULL_MIX)
    for rate in (1e-2, 2e-2, 4e-2, 8e-2, 0.16) for what in ("plain", "qk-norm", "z-loss")
]

# At the lowest rate of the sweep where main breaks; without clipping and warm-up; the rate is read from the sweep.
AT_THE_EDGE = [
    model("edge-plain", "main at the lowest learning rate where it breaks", "主模型，用它最低的发散学习率训练", lr="sweep-plain", steps=1500, warmup=1, clip=1e9,
          only_history=True, **FULL_MIX),
    model("edge-qk-norm", "the same with a norm on queries and keys", "同上，查询和键加归一化", {"score.qk_norm": "rms_head"}, lr="sweep-plain", steps=1500, warmup=1,
          clip=1e9, **FULL_MIX),
    model("edge-z-loss", "the same with z-loss", "同上，加 z-loss", lr="sweep-plain", steps=1500, warmup=1, clip=1e9, z_loss=1e-4, **FULL_MIX),
]

# Dropped first when time is short.
LAST = [
    model("ff-geglu", "GEGLU in place of SwiGLU", "用 GEGLU 代替 SwiGLU", {"activation.kind": "gelu"}),
    model("branch-output", "norm on what each branch adds, as in OLMo 2", "只归一化分支的输出（OLMo 2）", {"norm.placement": "branch_output"}),
]
QUEUE = MODELS + SWEEPS + AT_THE_EDGE + LAST
BY_NAME = {entry["name"]: entry for entry in QUEUE}


def lowest_broken(sweep, out):
    """The lowest learning rate at which a run of the sweep broke: no last step, or at the end more than 1.5 nats above the best of
    the sweep. When none broke, the largest rate."""
    ends = {}
    for entry in SWEEPS:
        if entry["name"].startswith(sweep + "-"):
            with open(os.path.join(out, entry["name"], "history.json"), encoding="utf-8") as file:
                points = json.load(file)["points"]
            losses, is_whole = points["loss"][-10:], points["step"][-1] == entry["training"]["steps"]
            ends[entry["training"]["lr"]] = sum(losses) / len(losses) if is_whole and None not in losses else math.inf
    broken = [rate for rate, loss in sorted(ends.items()) if loss > min(ends.values()) + 1.5]
    return broken[0] if broken else max(ends)


def recipe_of(entry, out):
    recipe = TRAINING | entry["training"] | {key: entry[key] for key in ("purpose", "purpose_zh")}
    if isinstance(recipe["lr"], str):
        recipe["lr"] = lowest_broken(recipe["lr"], out)
    return recipe


def command_of(entry, out, cutaway, steps=None):
    """`cutaway train` with the recipe in a file, which goes on where it was stopped."""
    folder, recipe = os.path.join(out, entry["name"]), os.path.join(out, entry["name"] + ".json")
    with open(recipe, "w", encoding="utf-8") as file:
        json.dump(recipe_of(entry, out), file, ensure_ascii=False, indent=1)
    choices = [word for key, value in entry["choices"].items() for word in ("--set", f"{key}={json.dumps(value).strip(chr(34))}")]
    resume = ["--resume"] if os.path.exists(os.path.join(folder, "checkpoint.safetensors")) else []
    return [cutaway, "train", "main", "--fresh", *choices, "--data", "corpus", "--recipe", recipe, "--threads", "1", *resume,
            *(["--steps", str(steps)] if steps else []), "-o", folder]


def is_done(name, out):
    """A training that ended has no checkpoint, also one that ended with a loss that was no number."""
    folder = os.path.join(out, name)
    return os.path.exists(os.path.join(folder, "history.json")) and not os.path.exists(os.path.join(folder, "checkpoint.safetensors"))


class Queue:
    def __init__(self, arguments):
        self.out, self.cutaway, self.steps, self.names = arguments.out, arguments.cutaway, arguments.steps, arguments.only or list(BY_NAME)
        self.lock, self.running, self.stopped = threading.Lock(), [], False

    def next(self):
        with self.lock:
            while self.names:
                if not is_done(name := self.names.pop(0), self.out):
                    return BY_NAME[name]
        return None

    def work(self):
        while not self.stopped and (entry := self.next()):
            with open(os.path.join(self.out, entry["name"] + ".log"), "a", encoding="utf-8") as log:
                child = subprocess.Popen(command_of(entry, self.out, self.cutaway, self.steps), stdout=log, stderr=log)
                self.running.append(child)
                code = child.wait()
                self.running.remove(child)
            print(f"{entry['name']} ended with {code}", flush=True)

    def stop(self, *_):
        self.stopped = True
        for child in list(self.running):
            child.send_signal(signal.SIGINT)  # it keeps a checkpoint


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out")
    parser.add_argument("--only", action="append", metavar="NAME", choices=sorted(BY_NAME))
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--steps", type=int, metavar="N", help="of each, in place of those of its recipe")
    parser.add_argument("--cutaway", default=os.path.join(HERE, "..", "..", "build", "release", "bin", "cutaway"))
    arguments = parser.parse_args()
    if not arguments.out:
        for entry in QUEUE:
            changed = entry["choices"] | {key: value for key, value in entry["training"].items() if key != "snapshots"}
            print(f"{entry['name']:24} " + " ".join(f"{key}={value}" for key, value in changed.items()))
        return
    os.makedirs(arguments.out, exist_ok=True)
    queue = Queue(arguments)
    signal.signal(signal.SIGTERM, queue.stop)
    signal.signal(signal.SIGINT, queue.stop)
    workers = [threading.Thread(target=queue.work) for _ in range(arguments.workers)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()


if __name__ == "__main__":
    main()
