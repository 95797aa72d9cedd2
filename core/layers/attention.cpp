#include "core/layers/attention.h"

#include "core/base/kernels.h"
#include "core/base/library_threads.h"
#include "core/base/products.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace core {

namespace {

constexpr Index kQueryTile = 64; // rows of one tile: scores of a tile stay in the cache between the steps
constexpr float kMasked = -std::numeric_limits<float>::infinity();

/// What the steps of one head share.
struct Heads
{
    const BlockConfig& config;
    const TokenPlaces& places;
    Index queries = 0;
    Index keys = 0;
    const float* q = nullptr; // [query, head, d_head], rotated
    const float* k = nullptr; // [key, kv_head, d_head], rotated
    const float* v = nullptr; // [key, kv_head, d_head]
    float scale = 1.f;

    Index kvHead(Index head) const { return head / (config.heads / config.kvHeads); }

    /// Keys [first, last) outside of which the query sees nothing.
    KeyRange range(Index query) const
    {
        const std::size_t t = std::size_t(query);
        const Index start = places.keyStart[t];
        const KeyRange inSequence = maskRange(config.mask, places.positions[t], places.keyEnd[t] - start);
        return {start + std::min(inSequence.first, places.keyEnd[t] - start), start + inSequence.last};
    }

    /// content [rows, keys] = q · kᵀ · scale for queries [first, first + rows) and keys [0, keyCount).
    void content(Index head, Index first, Index rows, Index keyCount, float* out, Index stride) const
    {
        const Index d = config.dHead;
        productTransposed(rows, keyCount, d, scale, q + (first * config.heads + head) * d, config.heads * d, k + kvHead(head) * d,
            config.kvHeads * d, out, stride);
    }

    void bias(Index head, Index query, float* row) const
    {
        std::visit(
            [&](const auto& position) {
                position.biasRow(head, config.heads, places.positions[std::size_t(query)], places.keyPositions, scale, row);
            },
            config.position);
    }

    /// score = mask(content + bias); masked = −inf. `biasRow` may be null.
    void scores(Index query, const float* content, const float* biasRow, float* score, Index keyCount) const
    {
        const KeyRange seen = range(query);
        if (biasRow)
            kernels::best().add(content + seen.first, biasRow + seen.first, score + seen.first, seen.last - seen.first);
        else if (score != content)
            std::copy(content + seen.first, content + seen.last, score + seen.first);
        std::fill(score, score + seen.first, kMasked);
        std::fill(score + seen.last, score + keyCount, kMasked);
        if (maskIsContiguous(config.mask))
            return;
        const Index start = places.keyStart[std::size_t(query)];
        const Index position = places.positions[std::size_t(query)];
        for (Index key = seen.first; key < seen.last; ++key)
            if (!maskSees(config.mask, position, key - start))
                score[key] = kMasked;
    }

    /// pattern = softmax(score); masked = 0, and a row that sees no key is all 0.
    void pattern(Index query, const float* score, float* weight, Index keyCount) const
    {
        const KeyRange seen = range(query);
        kernels::best().softmax(score + seen.first, weight + seen.first, seen.last - seen.first);
        std::fill(weight, weight + seen.first, 0.f);
        std::fill(weight + seen.last, weight + keyCount, 0.f);
    }

    /// z [rows, d_head] = pattern · v.
    void mix(Index head, Index first, Index rows, Index keyCount, const float* weight, Index stride, float* z) const
    {
        const Index d = config.dHead;
        product(rows, d, keyCount, weight, stride, v + kvHead(head) * d, config.kvHeads * d,
            z + (first * config.heads + head) * d, config.heads * d);
    }

    /// One past the last key that any of these queries sees.
    Index lastKey(Index first, Index rows) const
    {
        Index last = 0;
        for (Index query = first; query < first + rows; ++query)
            last = std::max(last, range(query).last);
        return last;
    }
};

} // namespace

Tensor runAttention(const Scope& attn, const BlockConfig& config, Index dModel, const TokenPlaces& places, const CacheRows& cache,
    const Tensor& x)
{
    const Index tokens = x.rows();
    const Index keys = places.keys();
    const Index dHead = config.dHead;
    const Index width = config.heads * dHead;
    const Index kvWidth = config.kvHeads * dHead;

    // Queries, keys and values; each may be given another input by an intervention.
    const auto project = [&](std::string_view name, std::string_view axisWord, Index heads) {
        const Tensor input = attn.alias(std::string(name) + "_input", x, Recording::OnRequest);
        Tensor result = attn.make(name, {axis::token, std::string(axisWord), axis::dHead}, {tokens, heads, dHead});
        attn.linear(name, input, dModel, heads * dHead, config.attentionBias, result);
        attn.record(result);
        return result;
    };
    Tensor q = project("q", axis::head, config.heads);
    Tensor k = project("k", axis::kvHead, config.kvHeads);
    const Tensor v = project("v", axis::kvHead, config.kvHeads);

    // RoPE turns queries and keys by their position.
    if (rotates(config.position)) {
        const auto rotate = [&](std::string_view name, const Tensor& from) {
            Tensor to = attn.make(name, from.axes(), from.shape());
            std::visit([&](const auto& kind) { kind.rotate(attn, from, places.positions, to); }, config.position);
            attn.record(to);
            return to;
        };
        q = rotate("rot_q", q);
        k = rotate("rot_k", k);
    }

    Heads heads{config, places, tokens, keys, q.data(), k.data(), v.data(), float(config.scale())};
    if (cache.keys) {
        attn.rows(tokens, 2 * kvWidth, [&](Index t) {
            std::copy_n(k.data() + t * kvWidth, kvWidth, cache.keys + (cache.past + t) * kvWidth);
            std::copy_n(v.data() + t * kvWidth, kvWidth, cache.values + (cache.past + t) * kvWidth);
        });
        heads.k = cache.keys;
        heads.v = cache.values;
    }

    // Score matrices exist as a whole only where somebody wants to see them; else a tile at a time.
    const bool biased = biasesScores(config.position);
    const auto wholeIfWanted = [&](std::string_view name) {
        return attn.planning() || attn.wants(name)
            ? attn.make(name, {axis::head, axis::query, axis::key}, {config.heads, tokens, keys})
            : Tensor();
    };
    Tensor content = wholeIfWanted("scores_content");
    Tensor bias = biased ? wholeIfWanted("bias") : Tensor();
    Tensor scores = wholeIfWanted("scores");
    Tensor pattern = wholeIfWanted("pattern");
    Tensor z = attn.make("z", {axis::token, axis::head, axis::dHead}, {tokens, config.heads, dHead});
    attn.countAttentionFlops(4.0 * double(tokens) * double(keys) * double(width));

    // Scores, softmax and mixing of one tile follow each other while its numbers are at hand. An intervention on a score
    // matrix needs the whole of it first, so then each step runs over all tiles before the next.
    enum Step : unsigned
    {
        Content = 1,
        Bias = 2,
        Scores = 4,
        Pattern = 8,
        Mix = 16
    };
    const Index tiles = (tokens + kQueryTile - 1) / kQueryTile;
    const auto run = [&](unsigned steps) {
        attn.rows(config.heads * tiles, std::min(tokens, kQueryTile) * keys, [&](Index i) {
            makeLibrariesSingleThreaded();
            const Index head = i % config.heads;
            const Index first = i / config.heads * kQueryTile;
            const Index rows = std::min(kQueryTile, tokens - first);
            const Index seen = heads.lastKey(first, rows);
            thread_local std::vector<float> tileMemory;
            thread_local std::vector<float> biasMemory;
            const auto tileOf = [&](Tensor& whole) { return whole ? whole.data() + (head * tokens + first) * keys : nullptr; };
            float* tile = nullptr; // where steps that nobody wants to see leave their numbers
            if (!content || !scores || !pattern) {
                tileMemory.resize(std::size_t(rows * keys));
                tile = tileMemory.data();
            }
            float* contentTile = content ? tileOf(content) : tile;
            float* biasTile = biased && bias ? tileOf(bias) : nullptr;
            float* scoreTile = scores ? tileOf(scores) : tile;
            float* patternTile = pattern ? tileOf(pattern) : tile;

            const Index contentKeys = content ? keys : seen; // complete, also where masked, when it is shown
            const Index scoreKeys = scores ? keys : seen;
            const Index patternKeys = pattern ? keys : seen;
            if (steps & Content)
                heads.content(head, first, rows, contentKeys, contentTile, keys);
            for (Index row = 0; row < rows; ++row) {
                const Index query = first + row;
                const float* biasRow = nullptr;
                if (biased) {
                    if (biasTile) {
                        if (steps & Bias)
                            heads.bias(head, query, biasTile + row * keys);
                        biasRow = biasTile + row * keys;
                    } else if (steps & Scores) {
                        biasMemory.resize(std::size_t(keys));
                        heads.bias(head, query, biasMemory.data());
                        biasRow = biasMemory.data();
                    }
                }
                if (steps & Scores)
                    heads.scores(query, contentTile + row * keys, biasRow, scoreTile + row * keys, scoreKeys);
                if (steps & Pattern)
                    heads.pattern(query, scoreTile + row * keys, patternTile + row * keys, patternKeys);
            }
            if (steps & Mix) {
                // An intervention may have let these queries look at keys that the mask hides.
                Index looked = seen;
                for (Index row = 0; steps == Mix && row < rows; ++row) {
                    const float* weight = patternTile + row * keys;
                    Index last = keys;
                    while (last > looked && weight[last - 1] == 0.f)
                        --last;
                    looked = last;
                }
                heads.mix(head, first, rows, looked, patternTile, keys, z.data());
            }
        });
    };
    const bool stepwise
        = attn.intervenes("scores_content") || attn.intervenes("bias") || attn.intervenes("scores") || attn.intervenes("pattern");
    if (stepwise) {
        // Every matrix from the first intervention on must be whole, or the steps could not run one after another.
        const auto makeWhole = [&](Tensor& tensor, std::string_view name) {
            if (!tensor)
                tensor = attn.make(name, {axis::head, axis::query, axis::key}, {config.heads, tokens, keys});
        };
        makeWhole(content, "scores_content");
        if (biased)
            makeWhole(bias, "bias");
        makeWhole(scores, "scores");
        makeWhole(pattern, "pattern");
        run(Content);
        attn.record(content);
        if (biased) {
            run(Bias);
            attn.record(bias);
        }
        run(Scores);
        attn.record(scores);
        run(Pattern);
        attn.record(pattern);
        run(Mix);
    } else {
        run(Content | Bias | Scores | Pattern | Mix);
        for (Tensor* tensor : {&content, &bias, &scores, &pattern})
            if (*tensor)
                attn.record(*tensor);
    }
    attn.record(z);

    Tensor out = attn.make("out", {axis::token, axis::dModel}, {tokens, dModel});
    attn.linear("o", z, width, dModel, config.attentionOutputBias, out);
    attn.record(out);
    return out;
}

} // namespace core
