#include "core/layers/scores.h"

#include "core/base/kernels.h"
#include "core/base/library_threads.h"
#include "core/base/row_products.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace core {

namespace {

constexpr Index kQueryTile = 64; // rows of one tile: scores of a tile stay in the cache between the steps
constexpr float kMasked = -std::numeric_limits<float>::infinity();

/// Whether the bias is a sum whose parts are recorded by their own names, or is all there is.
bool hasTerms(const ScoreInput& in) { return in.bias.size() > 1 || (in.bias.size() == 1 && in.bias.front().name != "bias"); }

/// The steps of one tile.
struct Steps
{
    const ScoreInput& in;

    /// Keys [first, last) outside of which the query sees nothing.
    KeyRange range(Index query) const
    {
        const std::size_t t = std::size_t(query);
        const Index start = in.places.keyStart[t], length = in.places.keyEnd[t] - start;
        const KeyRange inSequence = maskRange(in.mask, in.places.positions[t], length);
        return {
            start + std::min(inSequence.first, length), start + std::max(inSequence.last, std::min(inSequence.first, length))};
    }

    /// One past the last key that any query of the tile sees.
    Index lastKey(Index first, Index rows) const
    {
        Index last = 0;
        for (Index query = first; query < first + rows; ++query)
            last = std::max(last, range(query).last);
        return last;
    }

    /// Where the first sequence of the tile begins: keys before it are of no query. 0 but for packed sequences.
    Index firstKey(Index first) const { return in.places.keyStart[std::size_t(first)]; }

    /// content [row, key] = q · kᵀ · scale, of the keys from `firstKey` on.
    void content(const ScoreTile& tile, Index firstKey, float* out, Index stride) const
    {
        const float* const q = in.q + (tile.first * in.heads + tile.head) * in.dKey;
        const float* const k = in.k + (firstKey * in.kvHeads + in.kvHead(tile.head)) * in.dKey;
        const Index qStride = in.heads * in.dKey, kStride = in.kvHeads * in.dKey, keys = tile.keys - firstKey;
        if (in.places.tokens()
            == 1) // of a cache: nothing is taken from an earlier run, and turning keys over for one row is dear
            productTransposed(1, keys, in.dKey, in.scale, q, qStride, k, kStride, out + firstKey, stride);
        else
            rowProduct({tile.rows, keys, in.dKey, in.scale}, {q, qStride}, {k, kStride, true}, out + firstKey, stride);
    }

    /// score = mask(cap(content + bias)); masked = −inf. `bias` may be null, `score` may be `content`.
    void scores(Index query, const float* content, const float* bias, float* score, Index keys) const
    {
        const KeyRange seen = range(query);
        if (bias)
            kernels::best().add(content + seen.first, bias + seen.first, score + seen.first, seen.last - seen.first);
        else if (score != content)
            std::copy(content + seen.first, content + seen.last, score + seen.first);
        if (in.softCap != 0.f)
            for (Index key = seen.first; key < seen.last; ++key)
                score[key] = in.softCap * std::tanh(score[key] / in.softCap);
        std::fill(score, score + seen.first, kMasked);
        std::fill(score + seen.last, score + keys, kMasked);
        if (maskIsContiguous(in.mask))
            return;
        const Index start = in.places.keyStart[std::size_t(query)], position = in.places.positions[std::size_t(query)];
        for (Index key = seen.first; key < seen.last; ++key)
            if (!maskSees(in.mask, position, key - start))
                score[key] = kMasked;
    }

    /// pattern = softmax(score), with the sink as one more score where there is one; its share is returned. Masked = 0, and a
    /// row that sees no key is all 0.
    float pattern(Index head, Index query, const float* score, float* weight, Index keys) const
    {
        const KeyRange seen = range(query);
        const Index count = seen.last - seen.first;
        float sinkWeight = 0.f;
        if (in.sinks) {
            // softmax over [scores, sink]: both are compared on the scale of their common log Σ exp.
            const bool seesAny = std::any_of(score + seen.first, score + seen.last, [](float s) { return s != kMasked; });
            const float ofScores = seesAny ? kernels::best().logSumExp(score + seen.first, count) : kMasked;
            const float sink = in.sinks[head];
            const float top = std::max(ofScores, sink);
            const float both = top + std::log(std::exp(ofScores - top) + std::exp(sink - top));
            sinkWeight = std::exp(sink - both);
            for (Index key = seen.first; key < seen.last; ++key)
                weight[key] = std::exp(score[key] - both);
        } else
            kernels::best().softmax(score + seen.first, weight + seen.first, count);
        std::fill(weight, weight + seen.first, 0.f);
        std::fill(weight + seen.last, weight + keys, 0.f);
        return sinkWeight;
    }

    /// z [row, d_value] = pattern · v, of the keys from `firstKey` on.
    void mix(const ScoreTile& tile, Index firstKey, const float* pattern, Index stride, float* z) const
    {
        float* out = z + (tile.first * in.heads + tile.head) * in.dValue;
        const Index valueStride = in.valueStride > 0 ? in.valueStride : in.kvHeads * in.dValue;
        const float* const v = in.v + in.kvHead(tile.head) * in.dValue + firstKey * valueStride;
        const Index keys = tile.keys - firstKey;
        if (in.places.tokens() == 1)
            product(1, in.dValue, keys, pattern + firstKey, stride, v, valueStride, out, in.heads * in.dValue);
        else
            rowProduct({tile.rows, in.dValue, keys}, {pattern + firstKey, stride}, {v, valueStride}, out, in.heads * in.dValue);
        if (in.addToMix)
            in.addToMix(tile, pattern, stride, out, in.heads * in.dValue);
    }
};

/// A matrix [head, query, key] that is recorded, of all heads or some.
struct HeadMatrix
{
    Tensor tensor;
    std::vector<Index> heads; // empty: all

    /// Where the tile begins; null where it is not recorded.
    float* at(const ScoreTile& tile)
    {
        if (!tensor)
            return nullptr;
        Index head = tile.head;
        if (!heads.empty()) {
            const auto found = std::lower_bound(heads.begin(), heads.end(), head);
            if (found == heads.end() || *found != head)
                return nullptr;
            head = found - heads.begin();
        }
        return tensor.data() + (head * tensor.dim(1) + tile.first) * tensor.dim(2);
    }
};

/// The matrices of one attention; those that are not recorded do not exist.
struct Matrices
{
    HeadMatrix content, bias, scores, pattern;
    std::vector<HeadMatrix> terms; // of the bias
    Tensor sinkWeight;
};

enum Step : unsigned
{
    Content = 1,
    Terms = 2,
    Bias = 4,
    Scores = 8,
    Pattern = 16,
    Mix = 32,
    All = 63
};

/// Scores, softmax and mixing of one tile follow each other while its numbers are in cache.
struct Tiles
{
    const Scope& attn;
    const ScoreInput& in;
    Matrices& of;
    Tensor& z;

    void run(unsigned steps) const
    {
        const Index queries = in.places.tokens(), keys = in.places.keys();
        const Index tiles = (queries + kQueryTile - 1) / kQueryTile;
        attn.rows(in.heads * tiles, std::min(queries, kQueryTile) * keys, [&](Index i) {
            makeLibrariesSingleThreaded();
            const Index first = i / in.heads * kQueryTile;
            one({i % in.heads, first, std::min(kQueryTile, queries - first), keys}, steps);
        });
    }

    void one(const ScoreTile& whole, unsigned steps) const
    {
        const Steps step{in};
        const Index keys = whole.keys, queries = in.places.tokens();
        const Index seen = step.lastKey(whole.first, whole.rows);
        thread_local std::vector<float> tileMemory, biasMemory, termMemory;
        float* const shownContent = of.content.at(whole);
        float* const shownBias = of.bias.at(whole);
        float* const shownScores = of.scores.at(whole);
        float* const shownPattern = of.pattern.at(whole);
        // Where a matrix is shown it is complete, also where masked; else only as far as it is used.
        const auto upTo = [&](const float* shown) { return shown ? keys : seen; };
        const auto memory = [&](std::vector<float>& numbers) {
            numbers.resize(std::size_t(whole.rows * keys));
            return numbers.data();
        };
        float* tile = shownContent && shownScores && shownPattern ? nullptr : memory(tileMemory);
        float* content = shownContent ? shownContent : tile;
        float* score = shownScores ? shownScores : tile;
        float* pattern = shownPattern ? shownPattern : tile;
        float* bias = in.bias.empty() ? nullptr : shownBias ? shownBias : memory(biasMemory);

        if (steps & Content)
            step.content({whole.head, whole.first, whole.rows, upTo(shownContent)}, shownContent ? 0 : step.firstKey(whole.first),
                content, keys);
        if (bias && (steps & (Terms | Bias))) {
            bool isShown = shownBias != nullptr;
            for (HeadMatrix& term : of.terms)
                isShown |= term.at(whole) != nullptr;
            const ScoreTile filled{whole.head, whole.first, whole.rows, isShown ? keys : seen};
            for (std::size_t term = 0; term < in.bias.size(); ++term) {
                // The only term is the bias; several are added up, each in its own matrix where that is shown.
                float* shownTerm = of.terms.empty() ? nullptr : of.terms[term].at(whole);
                float* numbers = !hasTerms(in) ? bias : shownTerm ? shownTerm : memory(termMemory);
                if (steps & Terms)
                    in.bias[term].fill(filled, numbers, keys);
                if ((steps & Bias) && hasTerms(in))
                    for (Index row = 0; row < whole.rows; ++row) {
                        float* sum = bias + row * keys;
                        if (term == 0)
                            std::copy_n(numbers + row * keys, filled.keys, sum);
                        else
                            kernels::best().add(sum, numbers + row * keys, sum, filled.keys);
                    }
            }
        }
        for (Index row = 0; row < whole.rows; ++row) {
            const Index query = whole.first + row, at = row * keys;
            if (steps & Scores)
                step.scores(query, content + at, bias ? bias + at : nullptr, score + at, upTo(shownScores));
            if (steps & Pattern) {
                const float sink = step.pattern(whole.head, query, score + at, pattern + at, upTo(shownPattern));
                if (of.sinkWeight)
                    of.sinkWeight.data()[whole.head * queries + query] = sink;
            }
        }
        if (steps & Mix)
            mix(step, whole, steps == Mix, pattern);
    }

    /// z of each sequence by itself: what is 0 in the pattern still brings a NaN of another one.
    void mix(const Steps& step, const ScoreTile& whole, bool isReached, const float* pattern) const
    {
        const auto start = [&](Index row) { return in.places.keyStart[std::size_t(whole.first + row)]; };
        for (Index row = 0, end = 0; row < whole.rows; row = end) {
            while (end < whole.rows && start(end) == start(row))
                ++end;
            const float* const rows = pattern + row * whole.keys;
            Index looked = step.lastKey(whole.first + row, end - row);
            // An intervention may have let these queries look at keys that the mask hides.
            for (Index of = 0; isReached && of < end - row; ++of) {
                Index last = in.places.keyEnd[std::size_t(whole.first + row)];
                while (last > looked && rows[of * whole.keys + last - 1] == 0.f)
                    --last;
                looked = last;
            }
            const ScoreTile part{whole.head, whole.first + row, end - row, looked};
            step.mix(part, start(row), in.dropout ? dropped(part, rows, whole.keys) : rows, whole.keys, z.data());
        }
    }

    /// The pattern of a tile under dropout, in memory of the thread.
    const float* dropped(const ScoreTile& part, const float* pattern, Index stride) const
    {
        thread_local std::vector<float> memory;
        memory.resize(std::size_t(part.rows * stride));
        const DroppedRows rows(attn, droppedPattern, in.dropout);
        for (Index row = 0; row < part.rows; ++row)
            rows.drop(part.head * in.places.tokens() + part.first + row, pattern + row * stride, part.keys,
                memory.data() + row * stride);
        return memory.data();
    }
};

} // namespace

Tensor attend(const Scope& attn, const ScoreInput& input)
{
    const Index queries = input.places.tokens(), keys = input.places.keys();
    const auto make = [&](std::string_view name, std::vector<Index> heads) {
        const Index count = heads.empty() ? input.heads : Index(heads.size());
        return HeadMatrix{attn.make(name, {axis::head, axis::query, axis::key}, {count, queries, keys}), std::move(heads)};
    };

    bool stepwise
        = attn.intervenes("scores_content") || attn.intervenes("bias") || attn.intervenes("scores") || attn.intervenes("pattern");
    bool wantsTerms = attn.planning();
    for (const BiasTerm& term : input.bias) {
        stepwise |= hasTerms(input) && attn.intervenes(term.name);
        wantsTerms |= attn.wants(term.name);
    }

    // An intervention on a matrix needs the whole of it first, so then each step runs over all tiles before the next.
    Matrices of;
    const auto matrix = [&](std::string_view name) {
        if (stepwise)
            return make(name, {});
        return attn.planning() || attn.wants(name) ? make(name, attn.heads(name)) : HeadMatrix();
    };
    of.content = matrix("scores_content");
    if (hasTerms(input) && (wantsTerms || stepwise))
        for (const BiasTerm& term : input.bias)
            of.terms.push_back(matrix(term.name));
    if (!input.bias.empty())
        of.bias = matrix("bias");
    of.scores = matrix("scores");
    of.pattern = matrix("pattern");
    if (input.hasSinks) {
        of.sinkWeight = attn.make("sink_weight", {axis::head, axis::query}, {input.heads, queries});
        attn.nothingFollows(of.sinkWeight, {"scores", "pattern"});
    }
    Tensor z = attn.make("z", {axis::token, axis::head, axis::dHead}, {queries, input.heads, input.dValue});
    attn.countAttentionFlops(2.0 * double(queries) * double(keys) * double(input.heads * (input.dKey + input.dValue)));

    const Tiles tiles{attn, input, of, z};
    const auto recordAll = [&](std::initializer_list<Tensor*> tensors) {
        for (Tensor* tensor : tensors)
            if (*tensor)
                attn.record(*tensor);
    };
    const auto recordTerms = [&] {
        for (HeadMatrix& term : of.terms)
            recordAll({&term.tensor});
    };
    if (!stepwise) {
        tiles.run(All);
        recordAll({&of.content.tensor});
        recordTerms();
        recordAll({&of.bias.tensor, &of.scores.tensor, &of.pattern.tensor, &of.sinkWeight});
    } else {
        tiles.run(Content);
        recordAll({&of.content.tensor});
        tiles.run(Terms);
        recordTerms();
        tiles.run(Bias);
        recordAll({&of.bias.tensor});
        tiles.run(Scores);
        recordAll({&of.scores.tensor});
        tiles.run(Pattern);
        recordAll({&of.pattern.tensor, &of.sinkWeight});
        tiles.run(Mix);
    }
    attn.record(z);
    return z;
}

} // namespace core
