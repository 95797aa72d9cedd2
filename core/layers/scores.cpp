#include "core/layers/scores.h"

#include "core/base/kernels.h"
#include "core/base/library_threads.h"
#include "core/layers/key_ranges.h"
#include "core/layers/passed_back.h"
#include "core/layers/score_products.h"
#include "core/layers/score_softmax.h"

#include <algorithm>

namespace core {

namespace {

/// Whether the bias is a sum whose parts are recorded by their own names, or is all there is.
bool hasTerms(const ScoreInput& in) { return in.bias.size() > 1 || (in.bias.size() == 1 && in.bias.front().name != "bias"); }

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
    const KeyRanges& seen;
    Matrices& of;
    Tensor& z;
    ScoreProducts products{in, seen};
    ScoreSoftmax softmax{in, seen};

    /// Where the sequence of a query begins: keys before it are of another one. 0 but for packed sequences.
    Index start(Index query) const { return in.places.keyStart[std::size_t(query)]; }

    void run(unsigned steps) const
    {
        const Index queries = in.places.tokens(), keys = in.places.keys();
        const Index tiles = (queries + kScoreTile - 1) / kScoreTile;
        attn.rows(in.heads * tiles, std::min(queries, kScoreTile) * keys, [&](Index i) {
            makeLibrariesSingleThreaded();
            const Index first = i / in.heads * kScoreTile;
            one({i % in.heads, first, std::min(kScoreTile, queries - first), keys}, steps);
        });
    }

    void one(const ScoreTile& whole, unsigned steps) const
    {
        const Index keys = whole.keys, queries = in.places.tokens();
        const Index lastSeen = seen.ofQueries(whole.first, whole.rows).last;
        thread_local std::vector<float> tileMemory, biasMemory, termMemory;
        float* const shownContent = of.content.at(whole);
        float* const shownBias = of.bias.at(whole);
        float* const shownScores = of.scores.at(whole);
        float* const shownPattern = of.pattern.at(whole);
        // Where a matrix is shown it is complete, also where masked; else only as far as it is used.
        const auto upTo = [&](const float* shown) { return shown ? keys : lastSeen; };
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
            products.content(
                {whole.head, whole.first, whole.rows, upTo(shownContent)}, shownContent ? 0 : start(whole.first), content, keys);
        if (bias && (steps & (Terms | Bias))) {
            bool isShown = shownBias != nullptr;
            for (HeadMatrix& term : of.terms)
                isShown |= term.at(whole) != nullptr;
            const ScoreTile filled{whole.head, whole.first, whole.rows, isShown ? keys : lastSeen};
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
                softmax.scores(query, content + at, bias ? bias + at : nullptr, score + at, upTo(shownScores));
            if (steps & Pattern) {
                const float sink = softmax.pattern(whole.head, query, score + at, pattern + at, upTo(shownPattern));
                if (of.sinkWeight)
                    of.sinkWeight.data()[whole.head * queries + query] = sink;
            }
        }
        if (steps & Mix)
            mix(whole, steps == Mix, pattern);
    }

    /// z of each sequence by itself: what is 0 in the pattern still brings a NaN of another one.
    void mix(const ScoreTile& whole, bool isReached, const float* pattern) const
    {
        for (Index row = 0, end = 0; row < whole.rows; row = end) {
            const Index begin = start(whole.first + row);
            while (end < whole.rows && start(whole.first + end) == begin)
                ++end;
            const float* const rows = pattern + row * whole.keys;
            Index looked = seen.ofQueries(whole.first + row, end - row).last;
            // An intervention may have let these queries look at keys that the mask hides.
            for (Index of = 0; isReached && of < end - row; ++of) {
                Index last = in.places.keyEnd[std::size_t(whole.first + row)];
                while (last > looked && rows[of * whole.keys + last - 1] == 0.f)
                    --last;
                looked = last;
            }
            const ScoreTile part{whole.head, whole.first + row, end - row, looked};
            products.mix(part, begin, in.dropout ? dropped(part, rows, whole.keys) : rows, whole.keys, z.data());
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

    const KeyRanges seen = attn.planning() ? KeyRanges() : KeyRanges(input.places, input.mask);
    const Tiles tiles{attn, input, seen, of, z};
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

ScoreGradients attendBackward(const BackScope& attn, const ScoreInput& in, const Tensor& dZ, const ScoreHooks& hooks)
{
    const KeyRanges seen(in.places, in.mask, !isChanged(attn, "pattern")); // a changed one may hold what the mask hides
    const ScoreProducts products{in, seen};
    const ScoreSoftmax softmax{in, seen};
    const Tensor& pattern = attn.tape("pattern");
    ScoreGradients of{attn.zeros({axis::token, axis::head, axis::dHead}, {seen.queries(), in.heads, in.dKey}),
        attn.zeros({axis::token, axis::kvHead, axis::dHead}, {seen.keys(), in.kvHeads, in.dKey}),
        attn.zeros({axis::token, axis::kvHead, axis::dHead}, {seen.keys(), in.kvHeads, in.dValue})};
    const Scope forward = attn.forward();
    const Tensor mixing = in.dropout ? dropOut(forward, droppedPattern, pattern, in.dropout) : pattern;
    products.valuesBackward(attn, mixing, dZ, of.v);

    // One matrix goes from the pattern to the content.
    Tensor gradient = attn.make(pattern);
    products.mixBackward(attn, dZ, gradient);
    if (hooks.mix)
        hooks.mix(mixing, gradient);
    const bool isWhole = attn.wants("pattern") || attn.wants("scores") || attn.wants("scores_content") || in.dropout
        || in.softCap != 0.f || !in.bias.empty(); // else the products alone read it
    softmax.maskBackward(
        attn, isWhole ? std::vector<KeyRange>(std::size_t(seen.queries()), {0, seen.keys()}) : products.readBack(), gradient);
    if (in.dropout)
        gradient = dropOut(forward, droppedPattern, gradient, in.dropout);
    throughCopy(attn, "pattern", gradient);
    softmax.patternBackward(attn, computed(attn, "pattern"), gradient);
    throughCopy(attn, "scores", gradient);
    if (in.softCap != 0.f)
        softmax.capBackward(attn, computed(attn, "scores"), gradient);
    const Tensor ofBias = in.bias.empty() ? gradient : through(attn, "bias", gradient);
    for (const BiasTerm& term : in.bias)
        if (term.name != "bias")
            attn.record(term.name, ofBias);
    products.contentBackward(attn, through(attn, "scores_content", gradient), of);
    if (hooks.bias)
        hooks.bias(ofBias, of);
    return of;
}

} // namespace core
