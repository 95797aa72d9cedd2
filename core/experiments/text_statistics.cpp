#include "core/experiments/text_statistics.h"

#include "core/run/forward.h"
#include "core/run/metric.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace core {

namespace {

using Score = double HeadScores::*;

void addSpread(HeadOverTexts& head, const std::vector<TextResult>& texts, std::size_t index, Score score)
{
    double count = 0, sum = 0, squares = 0;
    const auto forEach = [&](const auto& take) {
        for (const TextResult& text : texts)
            if (const double value = text.heads[index].*score; std::isfinite(value))
                take(value);
    };
    forEach([&](double value) { ++count, sum += value; });
    head.texts.*score = count;
    head.mean.*score = sum / count; // NaN of none
    forEach([&](double value) { squares += std::pow(value - head.mean.*score, 2); });
    head.spread.*score = std::sqrt(squares / count);
}

/// The first token of words that go on behind a text; −1: they are of none.
TokenId firstTokenOf(const std::string& words, const Model& model)
{
    if (words.empty())
        return -1;
    const std::vector<TokenId> ids = model.tokenizer->encode(words, /*special=*/false);
    return ids.empty() ? -1 : ids.front();
}

std::optional<TextAnswer> answerOf(const Setup& setup, const SetText& text, const Trace& trace)
{
    const Tensor* const logits = trace.find("logits");
    TextAnswer answer{.right = firstTokenOf(text.answer, *setup.model)};
    if (!logits || answer.right < 0 || answer.right >= logits->columns())
        return std::nullopt;
    const std::span<const float> row(logits->row(logits->rows() - 1), std::size_t(logits->columns()));
    const auto measured = [&](MetricKind kind, TokenId other = -1) {
        return valueOf({.kind = kind, .token = answer.right, .other = other, .text = {}}, row);
    };
    answer.said = TokenId(std::ranges::max_element(row) - row.begin());
    answer.rank = Index(measured(MetricKind::Rank));
    answer.logProb = measured(MetricKind::LogProb);
    if (const TokenId wrong = firstTokenOf(text.wrong, *setup.model); wrong >= 0 && wrong < logits->columns())
        answer.difference = measured(MetricKind::LogitDifference, wrong);
    return answer;
}

/// What is read of a run.
std::vector<std::string> recorded(const ModelConfig& config)
{
    std::vector<std::string> names;
    if (std::ranges::any_of(config.blocks, [](const BlockConfig& block) { return isAttention(block.mixer); }))
        names.push_back("blocks.*.attn.pattern");
    if (config.outputHead != OutputHead::None)
        names.push_back("logits");
    return names;
}

/// Without what a text of these tokens says nothing of.
HeadScores meaningful(HeadScores scores, std::span<const TokenId> ids)
{
    constexpr double nothing = std::numeric_limits<double>::quiet_NaN();
    if (ids.size() < 2)
        scores.previousToken = scores.firstToken = nothing;
    if (!hasRepeats(ids))
        scores.induction = nothing;
    return scores;
}

/// Adds a text of these tokens, of which there is at least one.
void add(TextStatistics& all, const Setup& setup, SetText text, std::vector<TokenId> ids, const RunControl& control)
{
    const auto longest = std::size_t(std::min(maxTextTokens, longestText(setup.config).value_or(maxTextTokens)));
    const bool isWhole = ids.size() <= longest;
    ids.resize(std::min(ids.size(), longest));
    TextResult result{.text = std::move(text), .heads = {}, .tokens = Index(ids.size())};
    const auto trace = forward(setup, {.ids = ids}, {.patterns = recorded(setup.config)}, control);
    const std::vector<ScoredHead> heads = scoredHeads(*trace, control);
    if (all.heads.empty())
        for (const ScoredHead& head : heads)
            all.heads.push_back({.layer = head.layer, .head = head.head, .mean = {}, .spread = {}, .texts = {}});
    for (const ScoredHead& head : heads)
        result.heads.push_back(meaningful(head.scores, ids));
    if (isWhole && setup.config.topology == Topology::CausalDecoder)
        result.answer = answerOf(setup, result.text, *trace);
    all.texts.push_back(std::move(result));
}

} // namespace

std::size_t TextStatistics::bytes() const
{
    std::size_t sum = heads.size() * sizeof(HeadOverTexts);
    for (const TextResult& text : texts)
        sum += sizeof(TextResult) + text.text.text.size() + text.heads.size() * sizeof(HeadScores);
    return sum;
}

Index TextStatistics::answered() const
{
    return Index(std::ranges::count_if(texts, [](const TextResult& text) { return text.answer.has_value(); }));
}

Index TextStatistics::right() const
{
    return Index(std::ranges::count_if(texts, [](const TextResult& text) { return text.answer && text.answer->isRight(); }));
}

TextStatistics textStatistics(const Setup& setup, const std::string& texts, const RunControl& control)
{
    std::vector<SetText> wanted = readTexts(texts);
    TextStatistics all;
    all.left = wanted.size() - std::min(wanted.size(), maxCountedTexts);
    wanted.resize(wanted.size() - all.left);
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        control.check();
        control.progress(double(i) / double(wanted.size()), "texts");
        if (std::vector<TokenId> ids = idsOf(wanted[i], texts, *setup.model); !ids.empty())
            add(all, setup, std::move(wanted[i]), std::move(ids), {.stop = control.stop, .onProgress = {}});
    }
    for (std::size_t head = 0; head < all.heads.size(); ++head)
        for (const Score score : {&HeadScores::entropy, &HeadScores::distance, &HeadScores::previousToken, &HeadScores::firstToken,
                 &HeadScores::induction})
            addSpread(all.heads[head], all.texts, head, score);
    return all;
}

} // namespace core
