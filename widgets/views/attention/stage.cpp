#include "widgets/views/attention/stage.h"

#include "widgets/figure/sides.h"
#include "widgets/plot/counting.h"
#include "widgets/views/attention/scale.h"
#include "widgets/views/shared/figure_words.h"
#include "widgets/views/shared/head_scores.h"
#include "widgets/views/shared/token_groups.h"

#include <QCoreApplication>

#include <array>
#include <cmath>

namespace widgets {

namespace {

struct Stages
{
    Q_DECLARE_TR_FUNCTIONS(AttentionStage)
};

constexpr std::array kStages{
    AttentionStage{AttentionStep::Product, "qk", "attn.scores_content", QT_TRANSLATE_NOOP("AttentionStage", "QKᵀ"),
        QT_TRANSLATE_NOOP("AttentionStage", "q · k"),
        QT_TRANSLATE_NOOP("AttentionStage", "Each cell is q · k: how well a query and a key match.")},
    AttentionStage{AttentionStep::Scaled, "scaled", "attn.scores_content", QT_TRANSLATE_NOOP("AttentionStage", "÷ √d"),
        QT_TRANSLATE_NOOP("AttentionStage", "q · k · scale"),
        QT_TRANSLATE_NOOP("AttentionStage", "Each cell is q · k of a query and a key, times the scale, before bias and mask.")},
    AttentionStage{AttentionStep::Biased, "bias", "attn.bias", QT_TRANSLATE_NOOP("AttentionStage", "+ bias"),
        QT_TRANSLATE_NOOP("AttentionStage", "content + bias"),
        QT_TRANSLATE_NOOP("AttentionStage", "Each cell is the content score and what the position encoding adds to it.")},
    AttentionStage{AttentionStep::Capped, "cap", "attn.scores_content", QT_TRANSLATE_NOOP("AttentionStage", "soft cap"),
        QT_TRANSLATE_NOOP("AttentionStage", "capped score"),
        QT_TRANSLATE_NOOP("AttentionStage", "Each cell is the score, limited to ± the soft cap, before the mask.")},
    AttentionStage{AttentionStep::Masked, "mask", "attn.scores", QT_TRANSLATE_NOOP("AttentionStage", "mask"),
        QT_TRANSLATE_NOOP("AttentionStage", "score"),
        QT_TRANSLATE_NOOP("AttentionStage", "Each cell is the score that enters the softmax; hatched cells are masked.")},
    AttentionStage{AttentionStep::Weights, "softmax", "attn.pattern", QT_TRANSLATE_NOOP("AttentionStage", "softmax"),
        QT_TRANSLATE_NOOP("AttentionStage", "weight"),
        QT_TRANSLATE_NOOP("AttentionStage", "Each row is a query and sums to 1; a cell is the weight that it gives to a key.")},
    AttentionStage{AttentionStep::Values, "values", "attn.z", QT_TRANSLATE_NOOP("AttentionStage", "· V"),
        QT_TRANSLATE_NOOP("AttentionStage", "mixed value"),
        QT_TRANSLATE_NOOP(
            "AttentionStage", "Each row is one token's mix of the values, weighted by its attention; a column is a dimension.")},
    AttentionStage{AttentionStep::Concatenated, "concat", "attn.z", QT_TRANSLATE_NOOP("AttentionStage", "concat"),
        QT_TRANSLATE_NOOP("AttentionStage", "mixed value"),
        QT_TRANSLATE_NOOP(
            "AttentionStage", "The outputs of all heads, concatenated: each row is one token, each column a dimension.")},
    AttentionStage{AttentionStep::Output, "out", "attn.out", QT_TRANSLATE_NOOP("AttentionStage", "· Wᴼ"),
        QT_TRANSLATE_NOOP("AttentionStage", "output"),
        QT_TRANSLATE_NOOP("AttentionStage", "Each row is what attention adds to one token's stream; a column is a dimension.")},
};

const AttentionStage& stageAt(AttentionStep step) { return kStages[std::size_t(step)]; }

/// z of all heads side by side: the same memory.
Grid concatenated(const core::Tensor& z)
{
    if (z.rank() != 3)
        return {};
    const core::Index width = z.dim(1) * z.dim(2);
    return {z.owner(), z.data(), z.dim(0), width, width};
}

Grid biased(const RunResult& run, const PartPlace& at)
{
    const Grid content = headGridAt(run, at, "attn.scores_content");
    const Grid bias = headGridAt(run, at, "attn.bias");
    if (content.isEmpty() || bias.isEmpty())
        return content;
    return gridOf(core::biasedScores(viewOf(content), viewOf(bias)));
}

QString termName(const char* tensor)
{
    struct Name
    {
        const char* tensor;
        const char* name;
    };
    static constexpr Name names[] = {
        {"attn.scores_content", QT_TRANSLATE_NOOP("AttentionStage", "content q · k · scale")},
        {"attn.scores_content_content", QT_TRANSLATE_NOOP("AttentionStage", "content · content")},
        {"attn.scores_content_position", QT_TRANSLATE_NOOP("AttentionStage", "content · position")},
        {"attn.scores_position_content", QT_TRANSLATE_NOOP("AttentionStage", "position · content")},
        {"attn.scores_position_position", QT_TRANSLATE_NOOP("AttentionStage", "position · position")},
        {"attn.bias_u", QT_TRANSLATE_NOOP("AttentionStage", "u · k")},
        {"attn.bias_qr", QT_TRANSLATE_NOOP("AttentionStage", "q · r")},
        {"attn.bias_wr", QT_TRANSLATE_NOOP("AttentionStage", "v · r")},
        {"attn.bias_content_to_position", QT_TRANSLATE_NOOP("AttentionStage", "content → position")},
        {"attn.bias_position_to_content", QT_TRANSLATE_NOOP("AttentionStage", "position → content")},
        {"attn.bias", QT_TRANSLATE_NOOP("AttentionStage", "position bias")},
    };
    for (const Name& one : names)
        if (std::string_view(tensor) == one.tensor)
            return Stages::tr(one.name);
    return QString::fromLatin1(tensor);
}

} // namespace

std::span<const AttentionStage> attentionStages() { return kStages; }

const AttentionStage* stageShowing(std::string_view tensor)
{
    for (const AttentionStage& stage : kStages)
        if (tensor == stage.tensor)
            return &stage;
    return tensor.starts_with("attn.bias") || tensor.starts_with("attn.scores_") ? &stageAt(AttentionStep::Biased) : nullptr;
}

FigureOption statedStageOption()
{
    QStringList words;
    for (const AttentionStage& stage : kStages)
        words << QString::fromLatin1(stage.id);
    return stageOption.oneOf(words << QStringLiteral("content") << QStringLiteral("scores"));
}

const AttentionStage& stageOf(const FigureData& data)
{
    const QString id = stageOption.in(data);
    for (const AttentionStage& stage : kStages)
        if (id == QLatin1String(stage.id))
            return stage;
    if (id == QLatin1String("content"))
        return stageAt(AttentionStep::Scaled);
    if (id == QLatin1String("scores"))
        return stageAt(AttentionStep::Masked);
    return stageAt(AttentionStep::Weights);
}

bool isSquare(const AttentionStage& stage) { return stage.step <= AttentionStep::Weights; }

Scoring scoringOf(const RunResult& run, const PartPlace& at)
{
    if (const core::BlockConfig* const block = blockAt(run, at))
        return {block->scale(), block->softCap};
    const core::Tensor* q = run.trace->find(tensorAt(run, at, "attn.q")); // [token, head, d_head]
    return {q && q->columns() > 0 ? 1 / std::sqrt(double(q->columns())) : 1, 0};
}

Grid stageGrid(const RunResult& run, const PartPlace& at, const AttentionStage& stage)
{
    if (!whyNoStage(run, at, stage).isEmpty())
        return {};
    const core::Trace& trace = *run.trace;
    const std::string tensor = tensorAt(run, at, stage.tensor);
    const Scoring scoring = scoringOf(run, at);
    switch (stage.step) {
    case AttentionStep::Product:
        return gridOf(core::unscaledScores(viewOf(headGrid(trace, tensor, at.head)), scoring.scale));
    case AttentionStep::Biased:
        return biased(run, at);
    case AttentionStep::Capped:
        return gridOf(core::cappedScores(viewOf(biased(run, at)), scoring.cap));
    case AttentionStep::Values:
        return gridOf(trace.at(tensor), 1, at.head);
    case AttentionStep::Concatenated:
        return concatenated(trace.at(tensor));
    case AttentionStep::Output:
        return gridOf(trace.at(tensor));
    case AttentionStep::Scaled:
    case AttentionStep::Masked:
    case AttentionStep::Weights:
        break;
    }
    return headGrid(trace, tensor, at.head);
}

bool hasAddedPositions(const RunResult& run) { return run.trace->find("pos_embed") != nullptr; }

QString whyNoStage(const RunResult& run, const PartPlace& at, const AttentionStage& stage)
{
    const std::string tensor = tensorAt(run, at, stage.tensor);
    const core::TraceEntry* entry = run.trace->findEntry(tensor);
    if (stage.step == AttentionStep::Biased && !entry && blockAt(run, at) && run.trace->find(tensorAt(run, at, "attn.scores")))
        return hasAddedPositions(run)
            ? Stages::tr(
                "Positions are added to the embedding here: ALiBi › four terms shows the four terms of a score. ALiBi, T5 "
                "buckets or a relative encoding would add a bias.")
            : Stages::tr("Nothing is added to the score here. ALiBi, T5 buckets or a relative encoding would add a bias.");
    if (stage.step == AttentionStep::Capped && scoringOf(run, at).cap <= 0)
        return Stages::tr("This layer has no soft cap. Set one under “Attention” (Gemma 2 has 50).");
    if (!entry)
        return whyNotRecorded(tensor);
    if (isSquare(stage) && headGrid(*run.trace, tensor, at.head).isEmpty())
        return Stages::tr("This run did not record head %1 of layer %2.").arg(counted(at.head)).arg(counted(at.layer));
    if (stage.step == AttentionStep::Values && (at.head < 0 || entry->tensor.rank() != 3 || at.head >= entry->tensor.dim(1)))
        return Stages::tr("Layer %1 has no head %2.").arg(counted(at.layer)).arg(counted(at.head));
    return {};
}

ScaleChoice stageScale(const FigureData& data, const AttentionStage& stage)
{
    if (stage.step != AttentionStep::Weights)
        return scaleChoiceFor(stage.tensor);
    // What the scale must survive are the sinks of both, where one scale serves both.
    std::vector<Grid> patterns;
    for (const RunPtr& run : scaledRuns(data))
        patterns.push_back(stageGrid(*run, placeOf(data), stage));
    return weightScale(patterns, scaleOption.in(data));
}

std::vector<ScoreTerm> scoreTerms(const RunResult& run, const PartPlace& at)
{
    std::vector<ScoreTerm> terms;
    const auto add = [&](std::initializer_list<const char*> tensors) {
        for (const char* tensor : tensors)
            if (run.trace->find(tensorAt(run, at, tensor)))
                terms.push_back({termName(tensor), tensor});
        return !terms.empty();
    };
    if (!add({"attn.scores_content_content", "attn.scores_content_position", "attn.scores_position_content",
            "attn.scores_position_position"}))
        add({"attn.scores_content"});
    const std::size_t content = terms.size();
    add({"attn.bias_u", "attn.bias_qr", "attn.bias_wr", "attn.bias_content_to_position", "attn.bias_position_to_content"});
    if (terms.size() == content)
        add({"attn.bias"});
    if (terms.size() < 2)
        return {};
    terms.push_back({Stages::tr("their sum"), nullptr});
    return terms;
}

Grid termGrid(const RunResult& run, const PartPlace& at, const ScoreTerm& term)
{
    return term.tensor ? headGridAt(run, at, term.tensor) : biased(run, at);
}

QString formulaText(const AttentionStage& stage) { return Stages::tr(stage.formula); }

QString quantityText(const AttentionStage& stage) { return Stages::tr(stage.quantity); }

} // namespace widgets
