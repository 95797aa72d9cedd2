#include "core/train/training_corpus.h"

#include "core/base/error.h"
#include "core/base/seeded_numbers.h"
#include "core/text/ordinary_ids.h"
#include "core/train/corpus_grammar.h"
#include "core/train/corpus_held_out.h"

#include <algorithm>
#include <cmath>

namespace core {

namespace {

constexpr std::uint64_t orderSeed = 1, heldOutSeed = 2, entropySeed = 5;
constexpr std::size_t entropyDocuments = 300; // of each kind
constexpr Index shortestSequence = 3, fewestIds = 16, shortestHalf = 8;

/// The first document of a stream of them that is held out, or is not; `next` counts on.
corpus::CorpusWriter documentOf(std::uint64_t stream, std::uint64_t& next, bool heldOut)
{
    for (;;) {
        corpus::CorpusWriter document = corpus::document(rowStream(stream, "document", next++));
        if (corpus::isHeldOut(document.key) == heldOut)
            return document;
    }
}

/// WordRows of so many tokens: the last one is a target only.
TrainingRow rowOf(const std::vector<TokenId>& ids, Index length)
{
    return {{ids.begin(), ids.begin() + length}, {ids.begin() + 1, ids.begin() + length + 1}};
}

/// How far a curriculum is.
struct Stage
{
    double stories = 1; // share of the rows
    Index pool = 0;     // ids of the sequences
    Index halvings = 0; // of the rows
};

Stage stageOf(const Curriculum& c, Index step, Index ids)
{
    if (c.first == 0)
        return {c.stories, ids, 0};
    const double grown = double(std::max<Index>(0, step - c.first)), start = double(std::min(c.pool, ids));
    const double pool = start * std::pow(2.0, std::min(60.0, grown / double(c.doubling)));
    const double full = double(c.first) + double(c.doubling) * std::log2(double(ids) / start);
    return {c.stories * std::clamp((double(step) - full) / double(std::max<Index>(1, c.blend)), 0.0, 1.0),
        Index(std::min(double(ids), pool)),
        step < c.first ? c.halvings : std::max<Index>(0, c.halvings - 1 - (step - c.first) / c.doubling)};
}

/// As often as leaves rows of eight tokens.
Index halvingsOf(Index wanted, Index length)
{
    Index halvings = 0;
    while (halvings < wanted && (length >> (halvings + 1)) >= shortestHalf)
        ++halvings;
    return halvings;
}

} // namespace

TrainingCorpus::TrainingCorpus(const ModelPtr& model, const Curriculum& curriculum)
    : m_model(model)
    , m_curriculum(curriculum)
{
    if (!model->tokenizer)
        throw Error(
            {ErrorKind::BadInput, model->path, "", CUTAWAY_TR("a model without a tokenizer cannot be trained on texts"), "", ""});
    const IdRange range = ordinaryIds(*model->tokenizer);
    for (TokenId id = range.first; id <= range.last; ++id)
        m_order.push_back(id);
    if (Index(m_order.size()) < fewestIds)
        throw Error({ErrorKind::BadInput, model->path, "", CUTAWAY_TR("too few ordinary tokens for the bundled corpus"),
            std::to_string(fewestIds) + " or more", std::to_string(m_order.size())});
    const std::uint64_t stream = rowStream(orderSeed, "order", 0);
    for (std::size_t i = 0; i < m_order.size(); ++i)
        std::swap(m_order[i], m_order[i + std::size_t(uniformNumber(stream, i) * double(m_order.size() - i))]);
}

std::vector<TokenId> TrainingCorpus::encoded(const std::string& text) const
{
    return m_model->tokenizer->encode(text, /*special=*/false);
}

std::vector<TokenId> TrainingCorpus::storyIds(std::uint64_t stream, Index length, bool heldOut) const
{
    std::vector<TokenId> ids;
    if (const auto begin = m_model->tokenizer->beginOfSequence(); begin && uniformNumber(stream, 0) < 0.5)
        ids.push_back(*begin);
    for (std::uint64_t next = 0; Index(ids.size()) <= length;) {
        const std::vector<TokenId> document = encoded(documentOf(stream, next, heldOut).text);
        ids.insert(ids.end(), document.begin(), document.end());
        if (const auto end = m_model->tokenizer->endOfSequence())
            ids.push_back(*end);
    }
    ids.resize(std::size_t(length) + 1);
    return ids;
}

TrainingRow TrainingCorpus::repeatRow(std::uint64_t stream, Index length, Index pool) const
{
    std::uint64_t drawn = 0;
    const auto number = [&] { return uniformNumber(stream, drawn++); };
    const Index longest = std::max(shortestSequence, std::min(length / 2 - 2, pool));
    const Index wanted
        = Index(std::lround(double(shortestSequence) * std::pow(double(longest) / double(shortestSequence), number())));
    std::vector<TokenId> sequence;
    do {
        std::vector<TokenId> left(m_order.begin(), m_order.begin() + pool);
        for (std::size_t i = 0; i < std::min(std::size_t(wanted), left.size()); ++i)
            std::swap(left[i], left[i + std::size_t(number() * double(left.size() - i))]);
        left.resize(std::min(std::size_t(wanted), left.size()));
        sequence = left;
    } while (sequence.size() >= 3 && corpus::isSequenceHeldOut(sequence[0], sequence[1], sequence[2]));
    std::vector<TokenId> ids;
    if (const auto begin = m_model->tokenizer->beginOfSequence(); begin && number() < 0.5)
        ids.push_back(*begin);
    const Index unknown = Index(ids.size() + sequence.size()) - 1; // targets of the first time
    while (Index(ids.size()) <= length)
        ids.insert(ids.end(), sequence.begin(), sequence.end());
    TrainingRow row = rowOf(ids, length);
    std::fill_n(row.targets.begin(), std::min(unknown, length), TokenId(-1));
    return row;
}

std::vector<TrainingRow> TrainingCorpus::rows(const RowsWanted& wanted) const
{
    const auto& [seed, step, count, length] = wanted;
    const std::uint64_t stream = rowStream(seed, "corpus rows", std::uint64_t(step));
    const Stage stage = stageOf(m_curriculum, step, Index(m_order.size()));
    const Index halvings = halvingsOf(stage.halvings, length);
    const Index made = count << halvings, tokens = length >> halvings;
    const Index stories = std::min(made, Index(stage.stories * double(made) + uniformNumber(stream, 0)));
    std::vector<TrainingRow> rows;
    for (Index row = 0; row < made; ++row) {
        const std::uint64_t own = mixBits(stream + std::uint64_t(row + 1) * counterStep);
        rows.push_back(row < stories ? rowOf(storyIds(own, tokens, false), tokens) : repeatRow(own, tokens, stage.pool));
    }
    return rows;
}

std::vector<TrainingRow> TrainingCorpus::heldOutRows(Index count, Index length) const
{
    std::vector<TrainingRow> rows;
    for (const std::vector<TokenId>& ids : heldOutIds(count, length))
        rows.push_back(rowOf(ids, length));
    return rows;
}

std::vector<std::vector<TokenId>> TrainingCorpus::heldOutIds(Index count, Index length) const
{
    std::vector<std::vector<TokenId>> rows;
    for (Index row = 0; row < count; ++row)
        rows.push_back(storyIds(rowStream(heldOutSeed, "corpus held out", std::uint64_t(row)), length, true));
    return rows;
}

void TrainingCorpus::addQuestion(const corpus::CorpusQuestion& question, CorpusDocument& to) const
{
    const auto tokens = [&](const corpus::WordRow& words) {
        std::vector<TokenId> ids;
        for (const std::string& word : words)
            if (const std::vector<TokenId> own = encoded(word); own.size() == 1)
                ids.push_back(own.front());
        return ids;
    };
    const std::vector<TokenId> before = encoded(to.text.substr(0, question.at));
    const CorpusDocument::Question found{question.test, Index(before.size()), tokens(question.right), tokens(question.wrong)};
    const bool isPrefix = before.size() < to.ids.size() && std::equal(before.begin(), before.end(), to.ids.begin());
    if (isPrefix && found.right.size() == question.right.size() && found.wrong.size() == question.wrong.size())
        to.questions.push_back(found);
}

void TrainingCorpus::eachDocument(
    std::uint64_t seed, Index count, bool heldOut, const std::function<void(const CorpusDocument&)>& visit) const
{
    const std::uint64_t stream = rowStream(seed, "corpus documents", heldOut ? 1 : 0);
    std::uint64_t next = 0;
    for (Index i = 0; i < count; ++i) {
        const corpus::CorpusWriter written = documentOf(stream, next, heldOut);
        CorpusDocument document{written.kind, written.text, written.nats, encoded(written.text), {}};
        for (const corpus::CorpusQuestion& question : written.questions)
            addQuestion(question, document);
        visit(document);
    }
}

TrainingRow TrainingCorpus::pair(std::uint64_t stream, Index length, TokenId start, bool heldOut) const
{
    for (std::uint64_t next = 0;; ++next) {
        corpus::CorpusWriter w(rowStream(stream, "pair", next));
        const bool isChineseFirst = w.coin();
        const corpus::TwinSentence texts = corpus::sentence(w);
        w.keep("pair");
        for (std::size_t i = 0; i + 1 < texts.english.size(); ++i)
            w.keep(texts.english[i]);
        if (corpus::isHeldOut(w.key) != heldOut)
            continue;
        corpus::CorpusWriter english(0), chinese(0);
        english.en(texts.english);
        chinese.zh(texts.chinese);
        TrainingRow row;
        row.source = encoded(isChineseFirst ? chinese.text : english.text);
        row.targets = encoded(isChineseFirst ? english.text : chinese.text);
        if (const auto end = m_model->tokenizer->endOfSequence())
            row.targets.push_back(*end);
        row.source.resize(std::min(row.source.size(), std::size_t(length)));
        row.targets.resize(std::min(row.targets.size(), std::size_t(length)));
        row.ids = {start};
        row.ids.insert(row.ids.end(), row.targets.begin(), row.targets.end() - 1);
        return row;
    }
}

std::vector<TrainingRow> TrainingCorpus::pairs(const RowsWanted& wanted, TokenId start) const
{
    const std::uint64_t stream = rowStream(wanted.seed, "corpus pairs", std::uint64_t(wanted.step));
    std::vector<TrainingRow> rows;
    for (Index row = 0; row < wanted.count; ++row)
        rows.push_back(pair(mixBits(stream + std::uint64_t(row) * counterStep), wanted.length, start, false));
    return rows;
}

std::vector<TrainingRow> TrainingCorpus::heldOutPairs(Index count, Index length, TokenId start) const
{
    std::vector<TrainingRow> rows;
    for (Index row = 0; row < count; ++row)
        rows.push_back(pair(rowStream(heldOutSeed, "corpus pairs held out", std::uint64_t(row)), length, start, true));
    return rows;
}

double TrainingCorpus::entropy() const
{
    double nats = 0, tokens = 0;
    const bool hasEnd = m_model->tokenizer->endOfSequence().has_value();
    for (const corpus::CorpusKind& kind : corpus::kinds()) // as many of each, so that chance does not choose the kinds
        for (std::size_t i = 0; i < entropyDocuments; ++i) {
            const corpus::CorpusWriter document = corpus::documentOf(kind, rowStream(entropySeed, kind.name, i));
            nats += kind.share * document.nats;
            tokens += kind.share * double(encoded(document.text).size() + (hasEnd ? 1 : 0));
        }
    return nats / tokens;
}

TextMark TrainingCorpus::mark() const { return {.bytes = 0, .hash = hashText("corpus 1")}; }

} // namespace core
