#include "core/experiments/text_statistics.h"

#include "core/base/logit_distribution.h"
#include "core/run/forward.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace core {

namespace {

using Score = double HeadScores::*;

/// Whether a text says anything about a score.
bool counts(const TextResult& text, Score score)
{
    if (score == &HeadScores::induction)
        return text.hasRepeats;
    return text.tokens > 1 || (score != &HeadScores::previousToken && score != &HeadScores::firstToken);
}

void addSpread(HeadOverTexts& head, const std::vector<TextResult>& texts, std::size_t index, Score score)
{
    double count = 0, sum = 0, squares = 0;
    for (const TextResult& text : texts)
        if (counts(text, score)) {
            ++count;
            sum += text.heads[index].*score;
        }
    const double mean = count > 0 ? sum / count : std::numeric_limits<double>::quiet_NaN();
    for (const TextResult& text : texts)
        if (counts(text, score))
            squares += std::pow(text.heads[index].*score - mean, 2);
    head.mean.*score = mean;
    head.spread.*score = count > 0 ? std::sqrt(squares / count) : mean;
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
    const float own = row[std::size_t(answer.right)];
    answer.said = TokenId(std::ranges::max_element(row) - row.begin());
    for (std::size_t id = 0; id < row.size(); ++id)
        answer.rank += row[id] > own || (row[id] == own && TokenId(id) < answer.right);
    answer.logProb = -surpriseOf(row, answer.right);
    if (const TokenId wrong = firstTokenOf(text.wrong, *setup.model); wrong >= 0 && wrong < logits->columns())
        answer.difference = double(own) - double(row[std::size_t(wrong)]);
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

/// Adds a text of these tokens, of which there is at least one.
void add(TextStatistics& all, const Setup& setup, SetText text, const std::vector<TokenId>& ids, const RunControl& control)
{
    TextResult result{.text = std::move(text), .heads = {}, .tokens = Index(ids.size())};
    const Index read = std::min({result.tokens, maxTextTokens, longestText(setup.config).value_or(maxTextTokens)});
    const auto trace = forward(setup, {.ids = {ids.begin(), ids.begin() + read}}, {.patterns = recorded(setup.config)}, control);
    const std::vector<ScoredHead> heads = scoredHeads(*trace, control);
    if (all.heads.empty())
        for (const ScoredHead& head : heads)
            all.heads.push_back({.layer = head.layer, .head = head.head, .mean = {}, .spread = {}});
    for (const ScoredHead& head : heads)
        result.heads.push_back(head.scores);
    if (read == result.tokens && setup.config.topology == Topology::CausalDecoder)
        result.answer = answerOf(setup, result.text, *trace);
    result.tokens = read;
    result.hasRepeats = hasRepeats(std::span(ids).first(std::size_t(read)));
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
        if (const std::vector<TokenId> ids = idsOf(wanted[i], texts, *setup.model); !ids.empty())
            add(all, setup, std::move(wanted[i]), ids, {.stop = control.stop, .onProgress = {}});
    }
    for (std::size_t head = 0; head < all.heads.size(); ++head)
        for (const Score score : {&HeadScores::entropy, &HeadScores::distance, &HeadScores::previousToken, &HeadScores::firstToken,
                 &HeadScores::induction})
            addSpread(all.heads[head], all.texts, head, score);
    return all;
}

} // namespace core
