#include "core/run/metric.h"

#include "core/base/edit_distance.h"
#include "core/base/logit_distribution.h"
#include "core/io/shown_text.h"
#include "core/text/mask_token.h"

#include <algorithm>
#include <cassert>
#include <charconv>
#include <limits>
#include <optional>

namespace core {

namespace {

/// A kind, its word, and the parts behind it.
struct KindRow
{
    MetricKind kind;
    const char* word;
    int tokens;
    bool hasPosition;
};

constexpr KindRow kinds[] = {{MetricKind::Loss, "loss", 0, false}, {MetricKind::Kl, "kl", 0, false},
    {MetricKind::Logit, "logit", 1, true}, {MetricKind::LogProb, "log_prob", 1, true},
    {MetricKind::LogitDifference, "logit_difference", 2, true}, {MetricKind::Entropy, "entropy", 0, true},
    {MetricKind::Rank, "rank", 1, true}};

const KindRow& rowOf(MetricKind kind)
{
    return *std::find_if(std::begin(kinds), std::end(kinds), [&](const KindRow& row) { return row.kind == kind; });
}

std::string formOf(const KindRow& row)
{
    return std::string(row.word) + (row.tokens == 0 ? "" : row.tokens == 1 ? ":TOKEN" : ":TOKEN,TOKEN")
        + (row.hasPosition ? "@POS" : "");
}

[[noreturn]] void refuse(ErrorKind kind, const char* problem, const std::string& expected, const std::string& found)
{
    throw Error({kind, "", "metric", problem, expected, shownText(found, 80)});
}

std::optional<Index> integerIn(std::string_view text)
{
    Index value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

/// Reads TOKEN for a model.
struct TokenReader
{
    const Setup& setup;

    bool isNumbered(std::string_view text) const
    {
        return text.size() > 1 && text.front() == '#' && integerIn(text.substr(1)).has_value();
    }

    /// The tokens that a text is; empty where it is no text for the tokenizer.
    std::vector<TokenId> tokens(std::string_view text) const
    {
        if (isNumbered(text))
            return {TokenId(std::clamp<Index>(*integerIn(text.substr(1)), -1, std::numeric_limits<TokenId>::max()))};
        const Tokenizer* tokenizer = setup.model ? setup.model->tokenizer.get() : nullptr;
        if (!tokenizer)
            refuse(ErrorKind::BadInput, CUTAWAY_TR("the model has no tokenizer, so only token ids can be given"), "#123",
                std::string(text));
        return tokenizer->encode(text, /*special=*/false);
    }

    bool isOne(std::string_view text) const { return !text.empty() && tokens(text).size() == 1; }

    TokenId read(std::string_view text) const
    {
        const std::vector<TokenId> ids = text.empty() ? std::vector<TokenId>() : tokens(text);
        if (ids.size() != 1) {
            std::string found = "\"" + shownText(text, 60) + "\": ";
            for (std::size_t i = 0; i < ids.size() && i < 8; ++i)
                found += (i > 0 ? " | " : "") + shownText(setup.model->tokenizer->tokenText(ids[i]), 30);
            throw Error({ErrorKind::BadInput, "", "metric", CUTAWAY_TR("not one token of the tokenizer"),
                CUTAWAY_TR("one token, or an id: #123"), found + (ids.empty() ? "-" : "")});
        }
        if (ids.front() < 0 || Index(ids.front()) >= setup.config.vocabulary)
            refuse(ErrorKind::BadInput, CUTAWAY_TR("the id is outside the vocabulary"),
                "0 to " + std::to_string(setup.config.vocabulary - 1), std::string(text));
        return ids.front();
    }

    /// Tokens with commas between them, each as short as it can be.
    std::vector<TokenId> list(std::string_view text) const
    {
        std::vector<TokenId> ids;
        while (true) {
            std::size_t at = text.find(',');
            while (at != std::string_view::npos && !isOne(text.substr(0, at)))
                at = text.find(',', at + 1);
            ids.push_back(read(text.substr(0, at)));
            if (at == std::string_view::npos)
                return ids;
            text.remove_prefix(at + 1);
        }
    }

    /// Where the comma is that parts two tokens: the first that leaves one token on both sides, else the first.
    std::size_t comma(std::string_view text) const
    {
        const std::size_t first = text.find(',');
        for (std::size_t at = first; at != std::string_view::npos; at = text.find(',', at + 1))
            if (isOne(text.substr(0, at)) && isOne(text.substr(at + 1)))
                return at;
        return first;
    }
};

/// What the hidden tokens are, and that no other counts, where this is said.
void uncover(std::vector<TokenId>& targets, const Metric& metric)
{
    if (metric.hidden.empty())
        return;
    const auto isHidden = [&](TokenId id) { return metric.mask >= 0 && id == metric.mask; };
    const auto hidden = std::size_t(std::count_if(targets.begin(), targets.end(), isHidden));
    if (metric.hidden.size() != hidden)
        throw Error({ErrorKind::BadInput, "", "metric",
            CUTAWAY_TR("the loss of a text with hidden tokens is that of what they hide: name a token for each"),
            hidden == 0 ? "loss" : std::to_string(hidden) + ": loss:TOKEN,TOKEN; log_prob:TOKEN@POS",
            std::to_string(metric.hidden.size()) + ": " + shownText(metric.text, 80)});
    auto next = metric.hidden.begin();
    for (TokenId& target : targets)
        target = isHidden(target) ? *next++ : -1;
}

double lossOf(const MetricInput& input)
{
    assert(Index(input.targets.size()) == input.logits.rows());
    double sum = 0;
    Index counted = 0;
    for (Index t = 0; t < input.logits.rows(); ++t)
        if (const TokenId target = input.targets[std::size_t(t)]; target >= 0) {
            sum += surpriseOf({input.logits.row(t), std::size_t(input.logits.columns())}, target);
            ++counted;
        }
    return counted > 0 ? sum / double(counted) : std::numeric_limits<double>::quiet_NaN();
}

double meanDivergence(const Tensor& from, const Tensor& to)
{
    const std::size_t width = std::size_t(to.columns());
    double sum = 0;
    for (Index t = 0; t < to.rows(); ++t)
        sum += divergenceOfLogits({from.row(t), width}, {to.row(t), width});
    return sum / double(to.rows());
}

} // namespace

bool hasPosition(MetricKind kind) { return rowOf(kind).hasPosition; }
bool hasGradient(MetricKind kind) { return kind != MetricKind::Rank; }
const char* wordOf(MetricKind kind) { return rowOf(kind).word; }

Metric parseMetric(const std::string& text, const Setup& setup)
{
    if (setup.config.outputHead == OutputHead::None)
        throw Error({ErrorKind::BadInput, setup.model ? setup.model->path : "", "metric",
            CUTAWAY_TR("the model has no logits to measure: choose an output head"), "", ""});
    const std::size_t wordEnd = std::min(text.find_first_of(":@"), text.size());
    const std::string word = text.substr(0, wordEnd);
    const auto row = std::find_if(std::begin(kinds), std::end(kinds), [&](const KindRow& known) { return word == known.word; });
    if (row == std::end(kinds))
        refuse(ErrorKind::Usage, CUTAWAY_TR("unknown metric"), joinedWords(kinds, formOf), text);

    Metric metric{.kind = row->kind, .text = text};
    std::string_view rest = std::string_view(text).substr(wordEnd);
    if (row->hasPosition) {
        const std::size_t at = rest.rfind('@');
        const std::optional<Index> position
            = at == std::string_view::npos ? std::nullopt : integerIn(rest.substr(at + 1));
        if (!position)
            refuse(ErrorKind::Usage, CUTAWAY_TR("the metric needs a position: from 0, or −1 for the last"), formOf(*row), text);
        metric.position = *position;
        rest = rest.substr(0, at);
    }
    const bool hasTokens = !rest.empty() && rest.front() == ':';
    const TokenReader reader{setup};
    if (row->kind == MetricKind::Loss && hasTokens && setup.config.outputHead == OutputHead::MaskedLanguage) {
        if (setup.model && setup.model->tokenizer)
            metric.mask = maskToken(*setup.model->tokenizer).value_or(-1);
        metric.hidden = reader.list(rest.substr(1));
        return metric;
    }
    if (hasTokens != (row->tokens > 0) || (!hasTokens && !rest.empty()))
        refuse(ErrorKind::Usage, CUTAWAY_TR("the metric has another form"), formOf(*row), text);
    if (!hasTokens)
        return metric;
    rest.remove_prefix(1);
    if (row->tokens == 1) {
        metric.token = reader.read(rest);
        return metric;
    }
    const std::size_t comma = reader.comma(rest);
    if (comma == std::string_view::npos)
        refuse(ErrorKind::Usage, CUTAWAY_TR("the metric has another form"), formOf(*row), text);
    metric.token = reader.read(rest.substr(0, comma));
    metric.other = reader.read(rest.substr(comma + 1));
    return metric;
}

std::vector<TokenId> targetsOf(const Metric& metric, const ModelConfig& config, std::span<const TokenId> ids)
{
    std::vector<TokenId> targets(ids.begin(), ids.end());
    if (config.outputHead == OutputHead::MaskedLanguage) {
        if (metric.kind == MetricKind::Loss)
            uncover(targets, metric);
        return targets;
    }
    if (targets.empty())
        return targets;
    std::rotate(targets.begin(), targets.begin() + 1, targets.end());
    targets.back() = -1;
    return targets;
}

Index positionOf(const Metric& metric, Index tokens)
{
    const Index position = metric.position < 0 ? tokens + metric.position : metric.position;
    if (position < 0 || position >= tokens)
        throw Error({ErrorKind::BadInput, "", "metric", CUTAWAY_TR("the text has no such position"),
            "0 to " + std::to_string(tokens - 1) + ", −1", std::to_string(metric.position)});
    return position;
}

double valueOf(const Metric& metric, std::span<const float> logits)
{
    const auto logit = [&](TokenId id) { return double(logits[std::size_t(id)]); };
    switch (metric.kind) {
    case MetricKind::Logit:
        return logit(metric.token);
    case MetricKind::LogProb:
        return -surpriseOf(logits, metric.token);
    case MetricKind::LogitDifference:
        return logit(metric.token) - logit(metric.other);
    case MetricKind::Entropy:
        return entropyOf(logits);
    case MetricKind::Rank: {
        const std::size_t own = std::size_t(metric.token);
        double above = 0;
        for (std::size_t i = 0; i < logits.size(); ++i)
            above += logits[i] > logits[own] || (i < own && logits[i] == logits[own]) ? 1 : 0;
        return above;
    }
    case MetricKind::Loss:
    case MetricKind::Kl:
        break;
    }
    assert(!"a metric of all positions");
    return std::numeric_limits<double>::quiet_NaN();
}

double valueOf(const Metric& metric, const MetricInput& input)
{
    if (metric.kind == MetricKind::Loss)
        return lossOf(input);
    if (metric.kind == MetricKind::Kl)
        return meanDivergence(*input.untouched, input.logits);
    const Index row = positionOf(metric, input.logits.rows());
    return valueOf(metric, {input.logits.row(row), std::size_t(input.logits.columns())});
}

} // namespace core
