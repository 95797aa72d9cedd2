"""The scan of many texts that Cutaway opens, from a PyTorch model: `record.py --texts` (docs/recording.md).

Of each number that a tensor has for a token (a channel) the tokens with its largest and smallest values, some at random, and how
its values are spread, as `cutaway scan` writes them (docs/contract.md, part 6). Several processes each take every N-th text; their
files are merged into the one that a single process would have written, but for the order in which sums are added.
"""
import heapq
import itertools
import json
import os
import struct

import numpy

BEFORE, AFTER, BINS, PIECE = 12, 4, 64, 512  # tokens of a window; bins; tokens of a pass
WINDOW = BEFORE + 1 + AFTER
LISTS = ("top", "bottom", "sample")
MASK = (1 << 64) - 1


def draw(line, position, channels):
    """The place of a token in a fixed random order, for each channel (splitmix64, as in core/experiments/scan.cpp)."""
    with numpy.errstate(over="ignore"):
        x = numpy.uint64((line * 0x9E3779B97F4A7C15 + position * 0xBF58476D1CE4E5B9) & MASK) + numpy.arange(channels, dtype=numpy.uint64)
        x = (x ^ (x >> numpy.uint64(30))) * numpy.uint64(0xBF58476D1CE4E5B9)
        x = (x ^ (x >> numpy.uint64(27))) * numpy.uint64(0x94D049BB133111EB)
        return (x ^ (x >> numpy.uint64(31))) >> numpy.uint64(11)


def texts_of(path):
    """(line number from 1, text or list of ids) of each line that is not empty."""
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, start=1):
            if not line.strip():
                continue
            value = json.loads(line) if path.endswith(".jsonl") else line.rstrip("\r\n")
            if isinstance(value, dict):
                value = value.get("ids", value.get("text"))
            if not isinstance(value, (str, list)):
                raise SystemExit(f"{path}: line {number}: expected a text, or an object with \"text\" or \"ids\"")
            yield number, value


class Reading:
    """What a scan takes of a tensor's numbers: all of them, or of each vector its length (`along` "norm") or how far it goes along a
    direction (its JSON), as `cutaway scan --along` does. unit: the direction with length 1; matrices: what makes a part of the stream
    of the vector of each head [d_model, d_head]; is_of_stream: whether the direction is one of the stream."""

    def __init__(self, along="", unit=None, matrices=None, is_of_stream=True):
        self.along, self.unit, self.is_of_stream = along, unit, is_of_stream
        self.matrices = matrices if along == "norm" or is_of_stream else None

    def vectors(self, numbers):
        """[token, channel, width]; of lengths as they are in the stream."""
        vectors = numbers.reshape(len(numbers), -1, numbers.shape[-1]).astype(numpy.float64)
        return vectors if self.matrices is None or self.along != "norm" else numpy.einsum("tcw,cdw->tcd", vectors, self.matrices)

    def values(self, numbers):
        """[token, channel]"""
        if not self.along:
            return numbers.reshape(len(numbers), -1)
        vectors = self.vectors(numbers)
        if self.along == "norm":
            return numpy.sqrt((vectors**2).sum(-1)).astype(numpy.float32)
        towards = self.unit if self.matrices is None else numpy.einsum("d,cdw->cw", self.unit, self.matrices)
        return (vectors * towards).sum(-1).astype(numpy.float32)

    def written(self, numbers, before=None):
        """[channel, d_model]: of lengths `before` and the sum of the vectors, else the direction; None: not of the stream."""
        if not self.along or not self.is_of_stream:
            return None
        if self.along == "norm":
            return self.vectors(numbers).sum(0) + (0 if before is None else before)
        return numpy.tile(self.unit, (self.vectors(numbers).shape[1], 1))


def unit_of(vector):
    vector = numpy.asarray(vector, numpy.float32).astype(numpy.float64).reshape(-1)
    length = numpy.sqrt((vector**2).sum())
    if not length > 0:
        raise SystemExit("--along: the direction has no length")
    return vector / length


class Scan:
    """The state of a scan. `add` takes the numbers of one piece of a text."""

    along, written = "", None  # as of a Reading

    def __init__(self, at, model, texts, keep, axes, shape, low, high):
        self.at, self.model, self.texts, self.keep, self.axes, self.shape = at, model, texts, keep, axes, list(shape)
        self.low, self.high = low.astype(numpy.float32), high.astype(numpy.float32)
        channels = self.channels = len(low)
        self.hits = {name: [[] for _ in range(channels)] for name in LISTS}  # heaps of (rank, −line, −position, value, ids, values)
        self.sums = numpy.zeros((channels, 2))
        self.ends = numpy.full((channels, 2), numpy.nan, numpy.float32)
        self.bins = numpy.zeros((channels, BINS), numpy.int64)
        self.lines = self.text_count = self.tokens = 0

    def add(self, line, first, ids, numbers):
        """numbers [token, channel] float32; `first`: position of the first of these tokens in its text."""
        bins = numpy.floor((numbers - self.low) / (self.high - self.low) * BINS).clip(0, BINS - 1).astype(int)
        for channel in range(self.channels):
            numpy.add.at(self.bins[channel], bins[:, channel], 1)
        self.sums += numpy.stack([numbers.sum(0, dtype=numpy.float64), (numbers.astype(numpy.float64) ** 2).sum(0)], -1)
        self.ends = numpy.stack([numpy.fmin(self.ends[:, 0], numbers.min(0)), numpy.fmax(self.ends[:, 1], numbers.max(0))], -1)
        self.tokens += len(ids)
        for token in range(len(ids)):
            ranks = {"top": numbers[token], "bottom": -numbers[token], "sample": draw(line, first + token, self.channels)}
            for name in LISTS:
                for channel in range(self.channels):
                    kept, rank = self.hits[name][channel], ranks[name][channel]
                    if len(kept) == self.keep and not rank > kept[0][0]:
                        continue
                    around = range(token - BEFORE, token + AFTER + 1)
                    hit = (rank, -line, -(first + token), numbers[token, channel], [ids[i] if 0 <= i < len(ids) else -1 for i in around],
                           [numbers[i, channel] if 0 <= i < len(ids) else numpy.nan for i in around])
                    (heapq.heappush if len(kept) < self.keep else heapq.heapreplace)(kept, hit)

    def merge(self, other):
        """Takes in what another process counted with the same ranges."""
        if self.along == "norm" and self.written is not None:
            self.written = self.written + (0 if other.written is None else other.written)
        self.bins += other.bins
        self.sums += other.sums
        self.ends = numpy.stack([numpy.fmin(self.ends[:, 0], other.ends[:, 0]), numpy.fmax(self.ends[:, 1], other.ends[:, 1])], -1)
        self.tokens, self.text_count, self.lines = self.tokens + other.tokens, self.text_count + other.text_count, max(self.lines, other.lines)
        for name in LISTS:
            for channel in range(self.channels):
                self.hits[name][channel] = heapq.nlargest(self.keep, self.hits[name][channel] + other.hits[name][channel], key=lambda hit: hit[:3])

    def save(self, path, write):
        """`write`: record.write_safetensors."""
        tensors = {}
        for name in LISTS:
            value, place = numpy.full((self.channels, self.keep), numpy.nan), numpy.zeros((self.channels, self.keep, 3))
            ids, values = numpy.full((self.channels, self.keep, WINDOW), -1.0), numpy.full((self.channels, self.keep, WINDOW), numpy.nan)
            for channel in range(self.channels):
                for k, hit in enumerate(sorted(self.hits[name][channel], key=lambda hit: hit[:3], reverse=True)):
                    value[channel, k], place[channel, k] = hit[3], [-hit[1] >> 20, -hit[1] & 0xFFFFF, -hit[2]]
                    ids[channel, k], values[channel, k] = hit[4], hit[5]
            tensors |= {f"{name}.value": value, f"{name}.place": place, f"{name}.ids": ids, f"{name}.values": values}
        tensors |= {"histogram.count": numpy.stack([self.bins >> 20, self.bins & 0xFFFFF], -1), "histogram.range": numpy.stack([self.low, self.high], -1),
                    "sum": three_of(self.sums), "least_most": self.ends}
        if self.written is not None:
            tensors["written"] = three_of(self.written)
        metadata = {"cutaway.scan": "1", "at": self.at, "model": self.model, "choices": "{}", "texts": self.texts, "axes": json.dumps(self.axes),
                    "shape": json.dumps(self.shape), "keep": str(self.keep), "lines": str(self.lines), "text_count": str(self.text_count),
                    "tokens": str(self.tokens), "offset": "0", **({"along": self.along} if self.along else {})}
        write(path, tensors, metadata)


def three_of(numbers):
    """Each as three float32 numbers to add."""
    parts, rest = numpy.zeros((*numbers.shape, 3)), numbers.copy()
    for part in range(3):
        parts[..., part] = rest.astype(numpy.float32)
        rest -= parts[..., part]
    return parts


def load(path):
    """A scan that `save` wrote."""
    with open(path, "rb") as file:
        header = json.loads(file.read(struct.unpack("<Q", file.read(8))[0]))
        start = file.tell()

        def read(name):
            begin, end = header[name]["data_offsets"]
            file.seek(start + begin)
            return numpy.frombuffer(file.read(end - begin), "<f4").reshape(header[name]["shape"]).astype(numpy.float64)
        meta = header["__metadata__"]
        scan = Scan(meta["at"], meta["model"], meta["texts"], int(meta["keep"]), json.loads(meta["axes"]), json.loads(meta["shape"]), *read("histogram.range").T)
        scan.bins = (read("histogram.count") @ [1 << 20, 1]).astype(numpy.int64)
        scan.along, scan.written = meta.get("along", ""), read("written").sum(-1) if "written" in header else None
        scan.sums, scan.ends = read("sum").sum(-1), read("least_most").astype(numpy.float32)
        scan.tokens, scan.text_count, scan.lines = int(meta["tokens"]), int(meta["text_count"]), int(meta["lines"])
        for name in LISTS:
            value, place, ids, values = (read(f"{name}.{part}") for part in ("value", "place", "ids", "values"))
            for channel, k in zip(*numpy.nonzero(~numpy.isnan(value))):
                line, position = int(place[channel, k] @ [1 << 20, 1, 0]), int(place[channel, k, 2])
                rank = {"top": value[channel, k], "bottom": -value[channel, k], "sample": draw(line, position, channel + 1)[channel]}[name]
                scan.hits[name][channel].append((rank, -line, -position, value[channel, k], ids[channel, k].tolist(), values[channel, k].tolist()))
    return scan


def pieces_of(path, ids_of):
    """(number of the text, line, position of the first token, ids) of each piece of each text."""
    for index, (line, text) in enumerate(texts_of(path)):
        ids = text if isinstance(text, list) else ids_of(text)
        for first in range(0, len(ids), PIECE):
            yield index, line, first, ids[first:first + PIECE]


def scan_texts(path, ids_of, numbers_of, request, shard=(0, 1)):
    """A Scan of every N-th text. ids_of(text): its tokens; numbers_of(ids): numpy [token, …] of the tensor; request: at, model, keep, axes,
    and reading, a Reading, where that is not all numbers."""
    reading = request.get("reading") or Reading()
    number, count = shard
    pieces, begins = pieces_of(path, ids_of), []
    # The ranges of the histograms are those of the first texts, whichever process counts them.
    while sum(len(ids) for _, _, _, ids in begins) < PIECE and (piece := next(pieces, None)):
        begins.append(piece)
    if not begins:
        raise SystemExit(f"{path}: the file has no text")
    scan = begin(request, [ids for _, _, _, ids in begins], numbers_of, path)
    for index, line, first, ids in itertools.chain(begins, pieces):
        scan.lines = line
        if index % count == number:
            numbers = numbers_of(ids)
            scan.add(line, first, ids, reading.values(numbers))
            scan.written = reading.written(numbers, scan.written)
            scan.text_count += first == 0
    return scan


def begin(request, texts, numbers_of, path):
    """An empty Scan whose ranges are those of one pass over the first of these texts."""
    reading, taken, tokens = request.get("reading") or Reading(), [], 0
    for ids in texts:
        if taken and tokens + len(ids) > PIECE:
            break
        taken.append(numbers_of(ids))
        tokens += len(ids)
    shape = taken[0].shape[1:-1] if reading.along else taken[0].shape[1:]
    numbers = numpy.concatenate([reading.values(part) for part in taken])
    low, high = numbers.min(0), numbers.max(0)
    more = numpy.maximum(0.25 * (high - low), 1e-6)
    scan = Scan(request["at"], request["model"], path, request["keep"], request["axes"], shape, low - more, high + more)
    scan.along = reading.along
    return scan


def shard_name(path, number, count):
    return f"{path}.{number + 1}-of-{count}"


def merge(path, count, write):
    """The files of all processes into one, which are then gone."""
    names = [shard_name(path, number, count) for number in range(count)]
    whole = load(names[0])
    for name in names[1:]:
        whole.merge(load(name))
    whole.save(path, write)
    for name in names:
        os.remove(name)
