// Queries, keys and values, their rotation, scores, softmax and mix.

#include "core/analysis/derivation_parts.h"

#include <algorithm>
#include <cmath>

namespace core {

namespace {

using Op = DerivationLine::Op;

/// One attention of a block: "attn" or "cross_attn".
struct Attention
{
    DerivationBuilder& to;
    const DerivedName& name;
    const BlockConfig& config;
    bool isCross;
    std::string scope; // "blocks.3.attn"

    std::string of(const std::string& rest) const { return scope + "." + rest; }

    Index kvHead(Index head) const { return head / std::max<Index>(1, config.heads / std::max<Index>(1, config.kvHeads)); }

    /// What really enters the product: the last of plain, normalised and rotated.
    std::string operand(const char* letter) const
    {
        std::string last = std::string("rot_") + letter, before = letter + std::string("_normed");
        if (config.qkNormAfterRope)
            last.swap(before);
        for (const std::string& rest : {last, before})
            if (to.has(of(rest)))
                return of(rest);
        return of(letter);
    }

    /// What the norm or the rotation of q or k reads: the other one's result where that comes first.
    std::string operandBefore(char letter, const std::string& first, bool comesFirst) const
    {
        return comesFirst && to.has(of(first)) ? of(first) : of(std::string(1, letter));
    }

    /// What q, k or v read.
    std::string input(char letter) const
    {
        if (const std::string asked = of(std::string(1, letter) + "_input"); to.has(asked))
            return asked;
        if (!isCross)
            return attentionInput(to, name);
        if (letter != 'q')
            return stackOutput(to, "encoder.");
        const std::string normed = name.inBlock("ln_cross.out");
        return placesOf(config.placement).beforeBranch && to.has(normed) ? normed : name.inBlock("resid_mid");
    }

    /// q, k, v [token, head, d_head].
    void projection(char letter) const
    {
        if (isLatent(config.sharing))
            return to.failUnexplained();
        const std::vector<Index>& at = name.place;
        to.linear(of(std::string(1, letter)), at[1] * config.dHead + at[2], to.row(input(letter), {at[0]}), config.attentionBias);
        if (config.clipQkv > 0 && (letter == 'v' || config.qkNorm == QkNorm::None))
            to.does(Op::Clip, {DerivationBuilder::number("limit", config.clipQkv)});
    }

    /// q_normed, k_normed: over a head, or over all heads of a token.
    void normed(char letter) const
    {
        const std::string from = operandBefore(letter, std::string("rot_") + letter, config.qkNormAfterRope);
        const Index token = name.place[0], head = name.place[1], dim = name.place[2], width = config.dHead;
        const bool perHead = config.qkNorm == QkNorm::RmsHead || config.qkNorm == QkNorm::LayerHead;
        const bool centred = config.qkNorm == QkNorm::LayerHead || config.qkNorm == QkNorm::LayerFull;
        const Tensor* all = to.trace().find(from);
        if (!all || all->rank() != 3)
            return to.failMissing(from);
        const Index count = perHead ? width : all->dim(1) * width;
        const Series numbers = to.along(from, count, [&, token, head, width, perHead](Index i) {
            return std::vector<Index>{token, perHead ? head : i / width, i % width};
        });
        double mean = 0, square = 0;
        for (const double value : numbers.values)
            mean += centred ? value / double(count) : 0;
        for (const double value : numbers.values)
            square += (value - mean) * (value - mean) / double(count);
        LayerNorm like;
        std::visit(
            [&](const auto& norm) {
                if constexpr (requires { norm.gain; })
                    like.gain = norm.gain;
                if constexpr (requires { norm.eps; })
                    like.eps = norm.eps;
                if constexpr (requires { norm.epsPlace; })
                    like.epsPlace = norm.epsPlace;
            },
            config.norm);
        to.add(to.element(from, name.place));
        if (centred)
            to.does(Op::Subtract, {DerivationBuilder::number("mean", mean)});
        to.does(Op::Divide,
            {DerivationBuilder::number(
                centred ? "deviation" : "rms", double(normScale(float(square), like.eps, like.epsPlace)))});
        const auto weightOf = [&](const char* rest) {
            const std::string full = of(std::string(1, letter) + "_norm." + rest);
            const WeightTensor* tensor = to.setup().weights.find(full);
            const bool byHead = tensor && tensor->shape().size() == 2;
            return to.weight(
                full, byHead ? std::vector<Index>{head, dim} : std::vector<Index>{perHead ? dim : head * width + dim});
        };
        if (like.gain != NormGain::None) {
            Element gain = weightOf("weight");
            if (like.gain == NormGain::OnePlusWeight)
                gain = DerivationBuilder::number("gain", gain.value + 1);
            to.does(Op::Multiply, {gain});
        }
        if (to.setup().weights.find(of(std::string(1, letter) + "_norm.bias")))
            to.add(weightOf("bias"));
        if (config.clipQkv > 0)
            to.does(Op::Clip, {DerivationBuilder::number("limit", config.clipQkv)});
    }

    /// rot_q, rot_k: a pair of numbers turned by position · frequency.
    void rotated(char letter) const
    {
        if (!rotates(config.position) || isLatent(config.sharing))
            return to.failUnexplained();
        const std::string from = operandBefore(letter, letter + std::string("_normed"), !config.qkNormAfterRope);
        const Index token = name.place[0], head = name.place[1], dim = name.place[2];
        const auto turned = turnedPair(config.position, dim, config.dHead, token, Index(to.trace().ids.size()));
        if (!turned)
            return to.add(to.element(from, name.place)); // the rest of the head does not turn
        to.note("pair", double(turned->pair));
        to.note("frequency", turned->frequency);
        to.note("angle", double(token) * turned->frequency);
        const bool isFirst = dim == turned->first;
        const Element cosine = DerivationBuilder::number("cos", turned->cosine);
        const Element sine = DerivationBuilder::number("sin", turned->sine);
        to.does(Op::Add, {to.element(from, {token, head, turned->first}), isFirst ? cosine : sine});
        to.does(isFirst ? Op::Subtract : Op::Add, {to.element(from, {token, head, turned->second}), isFirst ? sine : cosine});
    }

    void content() const
    {
        const Index head = name.place[0], query = name.place[1], key = name.place[2];
        to.dot(to.row(operand("q"), {query, head}), to.row(operand("k"), {key, kvHead(head)}));
        to.does(Op::Multiply, {DerivationBuilder::number("scale", config.scale())});
    }

    /// attn.bias [head, query, key].
    void bias() const
    {
        const Index head = name.place[0], query = name.place[1], key = name.place[2];
        const ScoreCell cell{head, query, key, config.heads, config.scale()};
        std::visit([&](const auto& form) { explain(form, cell); }, biasOfCell(config.position, cell));
    }

    void explain(const bias_of_cell::Slope& form, const ScoreCell&) const
    {
        to.does(Op::Subtract,
            {DerivationBuilder::number("slope", form.slope), DerivationBuilder::number("distance", double(form.distance))});
    }
    void explain(const bias_of_cell::Penalty& form, const ScoreCell&) const
    {
        to.does(Op::Subtract, {DerivationBuilder::number("penalty", form.penalty)});
    }
    void explain(const bias_of_cell::TableCell& form, const ScoreCell& cell) const
    {
        to.note("distance", double(cell.key - cell.query));
        to.add(to.weight(of(std::string(form.table)), {form.row, form.column}));
    }
    void explain(const bias_of_cell::QueryTimesRow& form, const ScoreCell& cell) const
    {
        to.note("distance", double(cell.key - cell.query));
        to.dot(to.row(operand("q"), {cell.query, cell.head}), to.weightRow(of(std::string(form.table)), form.row));
        to.does(Op::Multiply, {DerivationBuilder::number("scale", cell.scale)});
    }
    /// Each term is recorded by its own name.
    void explain(const bias_of_cell::Terms&, const ScoreCell&) const
    {
        bool hasTerms = false;
        for (const TraceEntry& entry : to.trace().entries())
            if (entry.name().starts_with(of("bias_"))) {
                to.add(to.element(entry.name(), name.place));
                hasTerms = true;
            }
        if (!hasTerms)
            to.failUnexplained();
    }

    void score() const
    {
        if (std::isinf(to.element(of("scores"), name.place).value))
            return to.fail(CUTAWAY_TR("The mask hides this key from this query: its score is −∞ and its weight 0."));
        content();
        if (to.has(of("bias")))
            to.add(to.element(of("bias"), name.place));
        if (config.softCap > 0)
            to.does(Op::Cap, {DerivationBuilder::number("cap", config.softCap)});
    }

    /// Σ e^score of a row, and of the sink. Relative to e^largest, so that nothing overflows.
    void softmax(Index head, Index query, const Element& score) const
    {
        const Series row = to.row(of("scores"), {head, query});
        if (to.failed())
            return;
        if (std::isinf(score.value))
            return to.fail(CUTAWAY_TR("The mask hides this key from this query: its score is −∞ and its weight 0."));
        const auto largest = std::max_element(row.values.begin(), row.values.end());
        double sum = 0;
        for (const double value : row.values)
            sum += std::exp(value - *largest);
        if (config.sinks)
            sum += std::exp(to.weight(of("sinks.weight"), {head}).value - *largest);
        to.add(score);
        Element largestScore = row.at(largest - row.values.begin());
        largestScore.role = "largest of the row";
        to.does(Op::Subtract, {largestScore});
        to.does(Op::Power);
        to.does(Op::Divide, {DerivationBuilder::number("sum of the row", sum)});
    }

    /// z [token, head, d_head] = Σ weight · v.
    void mix() const
    {
        const Index query = name.place[0], head = name.place[1], dim = name.place[2];
        const Series weights = to.row(of("pattern"), {head, query});
        to.dot(weights, to.along(of("v"), Index(weights.values.size()), [group = kvHead(head), dim](Index key) {
            return std::vector<Index>{key, group, dim};
        }));
        if (!valueRow(config.position, query, 0) || to.failed())
            return;
        double sum = 0;
        for (std::size_t key = 0; key < weights.values.size(); ++key)
            if (const std::optional<ValueRow> value = valueRow(config.position, query, Index(key)))
                sum += weights.values[key] * to.weight(of(std::string(value->table)), {value->row, dim}).value;
        to.add(DerivationBuilder::number("values of distances", sum));
    }

    /// attn.out [token, d_model] = W_o · all heads.
    void out() const
    {
        const std::string z = of("z");
        const Tensor* heads = to.trace().find(z);
        if (!heads)
            return to.failMissing(z);
        const Index width = heads->dim(2), token = name.place[0];
        to.linear(of("o"), name.place[1],
            to.along(z, config.heads * width,
                [token, width](Index i) {
                    return std::vector<Index>{token, i / width, i % width};
                }),
            config.attentionOutputBias);
    }
};

} // namespace

bool deriveAttention(DerivationBuilder& to, const DerivedName& name)
{
    const std::size_t dot = name.rest.find('.');
    const std::string scope = name.rest.substr(0, dot);
    if (name.layer < 0 || dot == std::string::npos || (scope != "attn" && scope != "cross_attn"))
        return false;
    const std::string what = name.rest.substr(dot + 1);
    const Attention attention{to, name, blockOf(to, name), scope == "cross_attn", name.inBlock(scope)};
    const std::vector<Index>& at = name.place;
    if (what == "q" || what == "k" || what == "v")
        attention.projection(what[0]);
    else if (what == "q_normed" || what == "k_normed")
        attention.normed(what[0]);
    else if (what == "rot_q" || what == "rot_k")
        attention.rotated(what[4]);
    else if (what == "scores_content")
        attention.content();
    else if (what == "bias")
        attention.bias();
    else if (what == "scores")
        attention.score();
    else if (what == "pattern")
        attention.softmax(at[0], at[1], to.element(attention.of("scores"), at));
    else if (what == "sink_weight")
        attention.softmax(at[0], at[1], to.weight(attention.of("sinks.weight"), {at[0]}));
    else if (what == "z")
        attention.mix();
    else if (what == "out")
        attention.out();
    return true;
}

} // namespace core
