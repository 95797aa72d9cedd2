#include "core/train/training_data.h"

#include "core/base/error.h"
#include "core/base/seeded_numbers.h"
#include "core/text/mask_token.h"
#include "core/text/ordinary_ids.h"
#include "core/train/training_corpus.h"

#include <algorithm>

namespace core {

namespace {

constexpr double kAsked = 0.15, kShownAsMask = 0.8, kShownAsOther = 0.1;

} // namespace

TrainingTask taskOf(const ModelConfig& config)
{
    if (config.hasEncoder())
        return TrainingTask::Target;
    return config.topology == Topology::Encoder ? TrainingTask::HiddenTokens : TrainingTask::NextToken;
}

void hideTokens(TrainingRow& row, TokenId mask, const Tokenizer& tokenizer, std::uint64_t stream)
{
    const IdRange ordinary = ordinaryIds(tokenizer);
    std::uint64_t drawn = 0;
    const auto number = [&] { return uniformNumber(stream, drawn++); };
    std::vector<std::size_t> mayBe;
    for (std::size_t t = 0; t < row.ids.size(); ++t)
        if (!tokenizer.isSpecial(row.ids[t]))
            mayBe.push_back(t);
    std::vector<std::size_t> asked;
    for (const std::size_t t : mayBe)
        if (number() < kAsked)
            asked.push_back(t);
    if (asked.empty() && !mayBe.empty())
        asked.push_back(mayBe[std::size_t(number() * double(mayBe.size()))]);
    row.targets.assign(row.ids.size(), -1);
    for (const std::size_t t : asked) {
        row.targets[t] = row.ids[t];
        const double way = number();
        if (way < kShownAsMask)
            row.ids[t] = mask;
        else if (way < kShownAsMask + kShownAsOther)
            row.ids[t] = ordinary.first + TokenId(number() * double(ordinary.last - ordinary.first + 1));
    }
}

TrainingData::TrainingData(
    const std::string& name, const Setup& setup, const Curriculum& curriculum, const RunControl& control)
    : m_config(setup.config)
    , m_model(setup.model)
    , m_task(taskOf(setup.config))
{
    if (name == corpusName)
        m_corpus = std::make_unique<TrainingCorpus>(m_model, curriculum);
    else
        m_text = std::make_unique<TrainingText>(name, m_model, control);
    if (m_task != TrainingTask::HiddenTokens)
        return;
    const std::optional<TokenId> mask = maskToken(*m_model->tokenizer);
    if (!mask || Index(*mask) >= m_config.vocabulary)
        throw Error({ErrorKind::BadInput, m_model->path, "", CUTAWAY_TR("the tokenizer has no token that hides others"),
            "<mask>, [MASK]", ""});
    m_mask = *mask;
}

TrainingData::~TrainingData() = default;

std::string TrainingData::name() const { return m_corpus ? std::string(corpusName) : m_text->path(); }

TextMark TrainingData::mark() const { return m_corpus ? m_corpus->mark() : m_text->mark(); }

std::optional<double> TrainingData::entropy() const
{
    if (!m_corpus || m_task != TrainingTask::NextToken)
        return {};
    return m_corpus->entropy();
}

std::vector<TrainingRow> TrainingData::asked(std::vector<TrainingRow> rows, std::uint64_t stream) const
{
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (m_task == TrainingTask::HiddenTokens)
            hideTokens(rows[i], m_mask, *m_model->tokenizer, mixBits(stream + i * counterStep));
        else
            hideSeenTargets(m_config, rows[i]);
    return rows;
}

std::vector<TrainingRow> TrainingData::rows(std::uint64_t seed, Index step, Index count, Index length) const
{
    const std::uint64_t stream = rowStream(seed, "hidden tokens", std::uint64_t(step));
    const RowsWanted wanted{seed, step, count, length};
    if (m_task == TrainingTask::Target)
        return asked(m_corpus ? m_corpus->pairs(wanted, m_model->decoderStart) : m_text->pairs(wanted), stream);
    return asked(m_corpus ? m_corpus->rows(wanted) : m_text->rows(seed, step, count, length), stream);
}

std::vector<TrainingRow> TrainingData::heldOutRows(Index count, Index length) const
{
    const std::uint64_t stream = rowStream(0, "hidden tokens held out", 0);
    if (m_task == TrainingTask::Target)
        return asked(
            m_corpus ? m_corpus->heldOutPairs(count, length, m_model->decoderStart) : m_text->heldOutPairs(count, length), stream);
    return asked(m_corpus ? m_corpus->heldOutRows(count, length) : m_text->heldOutRows(count, length), stream);
}

} // namespace core
