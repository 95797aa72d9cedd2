#include "widgets/views/rope/head.h"

#include "widgets/figure/sides.h"
#include "widgets/views/shared/head_scores.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace widgets {

namespace {

const core::BlockConfig* blockOf(const RunResult& run, int layer)
{
    if (!run.setup || layer < 0 || layer >= int(run.setup->config.blocks.size()))
        return nullptr;
    return &run.setup->config.blocks[std::size_t(layer)];
}

/// Before the rotation: after QK-norm where that comes first.
std::string plainName(const RunResult& run, int layer, const char* letter)
{
    const std::string name = core::blockName(layer, std::string("attn.") + letter);
    const core::BlockConfig* block = blockOf(run, layer);
    const bool isNormedLast = block && block->qkNormAfterRope;
    return !isNormedLast && run.trace->find(name + "_normed") ? name + "_normed" : name;
}

std::string turnedName(int layer, const char* letter) { return core::blockName(layer, std::string("attn.rot_") + letter); }

/// [token, d_head] of one head of a tensor [token, head, d_head] of which perhaps only some heads were recorded.
Grid headVectors(const core::Trace& trace, const std::string& name, core::Index head)
{
    const core::TraceEntry* entry = trace.findEntry(name);
    if (!entry || entry->tensor.rank() != 3 || head < 0)
        return {};
    const core::Index row = entry->rowOfHead(head);
    return row >= 0 && row < entry->tensor.dim(1) ? gridOf(entry->tensor, 1, row) : Grid();
}

/// The key that the query gives most weight to, leaving out itself and, where there are others, the first (the usual sink).
int strongestKey(const core::Trace& trace, int layer, int head, int query)
{
    const Grid pattern = headGrid(trace, layer, "attn.pattern", head);
    int best = -1;
    for (int key = query > 1 ? 1 : 0; key < int(pattern.columns) && query < int(pattern.rows); ++key)
        if (key != query && pattern.at(query, key) > (best < 0 ? 0.f : pattern.at(query, best)))
            best = key;
    return best >= 0 ? best : std::max(0, query - 1);
}

/// The pair that a person has chosen; −1: none.
int chosenPair(const FigureData& data, const RopeHead& head)
{
    const int said = pairOption.in(data, -1);
    return said >= 0 ? std::min(said, int(head.rotation.pairs()) - 1) : int(head.rotation.pairOf(data.selection.dim));
}

/// The pair whose part of the score the rotation changes most.
int mostTurnedPair(const RopeHead& head)
{
    const core::PairProducts products = head.products();
    const std::vector<double> side = core::pairTerms(products, head.rotation.angles, 0);
    const std::vector<double> apart = core::pairTerms(products, head.rotation.angles, double(head.query - head.key));
    int best = 0;
    const auto change = [&](int pair) { return std::abs(apart[std::size_t(pair)] - side[std::size_t(pair)]); };
    for (int pair = 1; pair < int(side.size()); ++pair)
        if (change(pair) > change(best))
            best = pair;
    return best;
}

/// The pair whose angles at the query of A differ most between A and B, as they are drawn: within a turn. −1: none does.
int mostDifferentPair(const RopeHead& a, const RopeHead& b)
{
    const std::vector<double>&ofA = a.rotation.angles.frequencies, &ofB = b.rotation.angles.frequencies;
    const double place = std::max(1, a.query); // at 0 nothing is turned yet
    int best = -1;
    double most = 1e-6;
    for (std::size_t pair = 0; pair < std::min(ofA.size(), ofB.size()); ++pair)
        if (const double apart = std::abs(std::remainder(place * (ofA[pair] - ofB[pair]), 2 * std::numbers::pi)); apart > most) {
            most = apart;
            best = int(pair);
        }
    return best;
}

/// The chosen pair, a slow one that adds much, the fastest, one that turns about once in twice the text.
std::vector<int> orderOfPairs(const RopeHead& head, int chosen)
{
    const std::vector<double> lengths = core::wavelengths(head.rotation.angles);
    const int pairs = int(lengths.size());
    // About one turn in twice the text; of those that hardly turn, the one that adds most.
    int middle = 0, slow = pairs - 1;
    const auto farFromOnce = [&](int i) { return std::abs(std::log(lengths[std::size_t(i)] / (2.0 * double(head.tokens)))); };
    const std::vector<double> terms = core::pairTerms(head.products(), head.rotation.angles, double(head.query - head.key));
    for (int i = 0; i < pairs; ++i) {
        if (farFromOnce(i) < farFromOnce(middle))
            middle = i;
        if (lengths[std::size_t(i)] > 16.0 * double(head.tokens)
            && std::abs(terms[std::size_t(i)]) > std::abs(terms[std::size_t(slow)]))
            slow = i;
    }
    std::vector<int> order;
    for (const int candidate : {chosen, slow, 0, middle, (middle + slow) / 2, middle / 2, pairs - 1, 1, 2})
        if (candidate < pairs && std::find(order.begin(), order.end(), candidate) == order.end())
            order.push_back(candidate);
    return order;
}

} // namespace

const core::Rope* ropeOf(const RunResult& run, int layer)
{
    const core::BlockConfig* block = blockOf(run, layer);
    return block && core::isAttention(block->mixer) ? std::get_if<core::Rope>(&block->position) : nullptr;
}

std::string missingRopeTensor(const RunResult& run, int layer)
{
    for (const char* letter : {"q", "k"})
        for (const std::string& name : {plainName(run, layer, letter), turnedName(layer, letter)})
            if (!run.trace->find(name))
                return name;
    return {};
}

namespace {

/// All but its pairs.
std::optional<RopeHead> headOf(const FigureData& data, const RunResult& run)
{
    const int layer = data.selection.layer;
    const core::Rope* rope = ropeOf(run, layer);
    if (!rope || !missingRopeTensor(run, layer).empty())
        return {};
    const core::BlockConfig& block = *blockOf(run, layer);
    RopeHead result;
    result.ofModel = *rope;
    result.layer = layer;
    result.head = data.selection.head;
    result.scale = block.scale();
    const auto vectors = [&](const std::string& name, core::Index heads) {
        return headVectors(
            *run.trace, name, result.head / std::max<core::Index>(1, block.heads / std::max<core::Index>(1, heads)));
    };
    const core::Index keyHeads = core::isLatent(block.sharing) ? block.heads : block.kvHeads;
    result.q = vectors(plainName(run, layer, "q"), block.heads);
    result.turnedQ = vectors(turnedName(layer, "q"), block.heads);
    result.k = vectors(plainName(run, layer, "k"), keyHeads);
    result.turnedK = vectors(turnedName(layer, "k"), keyHeads);
    for (const Grid* grid : {&result.q, &result.turnedQ, &result.k, &result.turnedK})
        if (grid->isEmpty() || grid->rows != result.q.rows || grid->columns != result.q.columns)
            return {};
    result.tokens = result.q.rows;

    core::Rope what = *rope;
    what.base = std::clamp(baseOption.in(data, what.base), baseOption.least, baseOption.most);
    what.fraction = std::clamp(fractionOption.in(data, what.fraction), fractionOption.least, fractionOption.most);
    const core::Index turning = core::turningWidth(block.sharing); // of latent attention: the end of a key, all of which turns
    const core::Index dims = turning > 0 ? turning - turning % 2 : what.frequencyDims(result.q.columns);
    if (dims < 1)
        return {};
    result.rotation
        = core::rotationOf(what, turning > 0 ? core::keyWidth(block.sharing, block.dHead) - turning : 0, dims, result.tokens);
    result.isWhatIf = what.base != rope->base || (turning == 0 && what.fraction != rope->fraction);

    const int last = int(result.tokens) - 1;
    result.query = data.selection.query >= 0 ? std::min(data.selection.query, last) : last;
    result.key = data.selection.key >= 0 ? std::min(data.selection.key, last)
                                         : std::min(last, strongestKey(*run.trace, layer, result.head, result.query));
    result.position = std::max(0.0, positionOption.in(data, double(result.query)));
    result.isMoved = result.position != double(result.query);
    return result;
}

/// In all panels of a comparison the same pairs.
void choosePairs(RopeHead& head, const FigureData& data)
{
    const bool isCompared = data.a && showsBoth(data);
    const std::optional<RopeHead> a = isCompared ? headOf(data, *data.a) : std::nullopt;
    const std::optional<RopeHead> b = isCompared ? headOf(data, *data.b) : std::nullopt;
    const int last = int(head.rotation.pairs()) - 1;
    const RopeHead& first = a && b ? *a : head;
    head.pair = chosenPair(data, head);
    if (head.pair < 0 && a && b) {
        head.pair = mostDifferentPair(*a, *b);
        head.isMostDifferent = head.pair >= 0;
    }
    if (head.pair < 0)
        head.pair = std::min(last, mostTurnedPair(first));
    head.order = orderOfPairs(first, head.pair);
    std::erase_if(head.order, [&](int pair) { return pair > last; });
}

} // namespace

std::optional<RopeHead> ropeHeadOf(const FigureData& data, const RunResult& run)
{
    std::optional<RopeHead> head = headOf(data, run);
    if (head)
        choosePairs(*head, data);
    return head;
}

std::optional<RopeHead> ropeHeadOf(const FigureData& data)
{
    const RunPtr& run = shownRun(data);
    return run ? ropeHeadOf(data, *run) : std::nullopt;
}

std::span<const float> RopeHead::vectorOf(const Grid& vectors, int token) const
{
    return {vectors.data + token * vectors.rowStride, std::size_t(vectors.columns)};
}

core::PairProducts RopeHead::products() const { return core::pairProducts(vectorOf(q, query), vectorOf(k, key), rotation); }

core::PairProducts RopeHead::meanProducts() const
{
    return core::meanPairProducts(q.data, q.rowStride, k.data, k.rowStride, tokens, q.columns, rotation);
}

std::vector<int> RopeHead::shownPairs(int most) const
{
    std::vector<int> shown(order.begin(), order.begin() + std::min(std::ptrdiff_t(most), std::ptrdiff_t(order.size())));
    std::sort(shown.begin(), shown.end());
    return shown;
}

int RopeHead::positions() const { return std::clamp(2 * int(tokens), 48, 256); }

int RopeHead::distances() const { return std::clamp(4 * int(tokens), 200, 2048); }

FigureOptions ropeHeadOptions(const FigureData& data)
{
    int pairs = 0, positions = 0;
    for (const RunPtr& run : {data.a, data.b})
        if (const std::optional<RopeHead> head = run ? ropeHeadOf(data, *run) : std::nullopt) {
            pairs = std::max(pairs, int(head->rotation.pairs()));
            positions = std::max(positions, head->positions());
        }
    return {pairs > 0 ? pairOption.upTo(pairs - 1) : pairOption,
        positions > 0 ? positionOption.upTo(positions - 1) : positionOption, baseOption, fractionOption};
}

} // namespace widgets
