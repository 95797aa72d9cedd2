#include "widgets/views/embeddings/numbers.h"

#include "widgets/figure/choice_text.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/number_format.h"
#include "widgets/views/alibi/numbers.h"
#include "widgets/views/embeddings/pictures.h"
#include "widgets/views/shared/figure_view.h"
#include "widgets/views/shared/figure_words.h"
#include "widgets/views/shared/read_out.h"
#include "widgets/views/shared/token_groups.h"

#include <algorithm>

namespace widgets {

namespace {

/// The multiplier of the embedding; 1 when there is none or the run does not say.
double embeddingScale(const RunResult& run)
{
    if (run.setup)
        return run.setup->config.embeddingScale;
    const core::Json& choices = run.trace->choices;
    const auto block = choices.is_object() ? choices.find("block") : choices.end();
    if (block == choices.end() || !block->is_object() || !block->contains("embedding_scale"))
        return 1;
    const core::Json& scale = block->at("embedding_scale");
    return scale.is_number() ? scale.get<double>() : 1;
}

/// The first kind of position among the layers that is one.
std::string kindInside(const RunResult& run)
{
    const int layers = run.setup ? int(run.setup->config.layers()) : 1;
    for (int layer = 0; layer < layers; ++layer)
        if (const std::string kind = positionKindOf(run, layer); !kind.empty() && kind != "none")
            return kind;
    return positionKindOf(run, 0);
}

NeedId idOfCosines(const RunPtr& run) { return {run->trace, {}, "cosines of the input"}; }
NeedId idOfPlane(const RunPtr& run) { return {run->trace, {}, "plane of the input"}; }

/// A matrix of a result, which the grid keeps alive.
Grid gridOf(const std::shared_ptr<const void>& owner, const core::Matrix& matrix)
{
    return {owner, matrix.data(), matrix.rows(), matrix.cols(), matrix.cols()};
}

} // namespace

std::vector<InputPart> inputParts(const RunResult& run)
{
    const std::optional<core::InputVectors> input = core::inputVectors(*run.trace);
    if (!input)
        return {};
    std::vector<InputPart> parts;
    const auto add = [&](const core::Tensor& tensor, bool hasOwnScale = false) {
        if (tensor)
            parts.push_back({tensor.name(), gridOf(tensor), hasOwnScale});
    };
    add(input->token, input->normsFirst);
    if (input->normsFirst)
        add(input->normed);
    add(input->position);
    add(input->type);
    if (!input->isPlain())
        add(input->entering, input->end != core::InputEnd::Summed);
    return parts;
}

Grid blockMeans(const Grid& grid, int block)
{
    if (block <= 1 || grid.isEmpty())
        return grid;
    const core::Index columns = (grid.columns + block - 1) / block;
    std::vector<float> means;
    means.reserve(std::size_t(grid.rows * columns));
    for (core::Index row = 0; row < grid.rows; ++row)
        for (core::Index column = 0; column < columns; ++column) {
            const core::Index first = column * block, end = std::min<core::Index>(first + block, grid.columns);
            double sum = 0;
            for (core::Index i = first; i < end; ++i)
                sum += double(grid.at(row, i));
            means.push_back(float(sum / double(end - first)));
        }
    return gridOf(std::move(means), grid.rows, columns);
}

Needs cosinesNeeded(const FigureData& data)
{
    Needs needs;
    for (const RunPtr& run : drawnRuns(data))
        needs.push_back(
            derivedNeed(idOfCosines(run), [run](const core::RunControl&) { return core::inputCosines(*run->trace); }));
    return needs;
}

Needs planesNeeded(const FigureData& data)
{
    Needs needs;
    for (const RunPtr& run : drawnRuns(data))
        needs.push_back(derivedNeed(idOfPlane(run), [run](const core::RunControl&) { return core::inputPlane(*run->trace); }));
    return needs;
}

InputCosines inputCosines(const FigureData& data, const RunPtr& run)
{
    const NeedResult* const result = data.results.find(idOfCosines(run));
    const auto* const cosines = data.results.value<core::InputCosines>(idOfCosines(run));
    return cosines ? InputCosines{gridOf(result->value, cosines->before), gridOf(result->value, cosines->after)} : InputCosines{};
}

const core::InputPlane& inputPlane(const FigureData& data, const RunPtr& run)
{
    static const core::InputPlane nothing;
    const auto* const plane = data.results.value<core::InputPlane>(idOfPlane(run));
    return plane ? *plane : nothing;
}

QString partHeading(const RunResult& run, const std::string& name, bool isOnly)
{
    const std::optional<core::InputVectors> input = core::inputVectors(*run.trace);
    if (name == "embed") {
        const double scale = embeddingScale(run);
        const QString what
            = scale == 1 ? Embeddings::tr("Token embedding") : Embeddings::tr("Token embedding × %1").arg(formatNumber(scale));
        return isOnly ? Embeddings::tr("%1 = what enters block %2").arg(what, countedText(0)) : what;
    }
    if (name == "ln_embed.out")
        return QStringLiteral("→ ") + embeddingNormName(run);
    if (name == "pos_embed")
        return QStringLiteral("+ ") + Embeddings::tr("position");
    if (name == "token_type_embed")
        return QStringLiteral("+ ") + Embeddings::tr("token type");
    const QString enters = Embeddings::tr("what enters block %1").arg(counted(0));
    if (!input)
        return enters;
    switch (input->end) {
    case core::InputEnd::Summed:
        return QStringLiteral("= ") + enters;
    case core::InputEnd::Normed:
        return QStringLiteral("→ %1 → %2").arg(embeddingNormName(run), enters);
    case core::InputEnd::Projected:
        return Embeddings::tr("→ a matrix → %1").arg(enters);
    case core::InputEnd::Unknown:
        break;
    }
    return QStringLiteral("→ ") + enters;
}

QString addedWords(const core::InputVectors& input)
{
    return input.position && input.type ? Embeddings::tr("position and token type")
        : input.position                ? Embeddings::tr("position")
        : input.type                    ? Embeddings::tr("token type")
                                        : QString();
}

QString embeddingNormName(const RunResult& run)
{
    if (!run.setup)
        return Embeddings::tr("norm");
    const std::string label(core::infoOf(run.setup->config.blocks.front().norm).label);
    return QCoreApplication::translate("core", label.c_str());
}

QString positionElsewhere(const RunResult& run)
{
    if (run.setup && !core::isAttention(run.setup->config.blocks.front().mixer))
        return Embeddings::tr("No position is added here: %1 reads the tokens in their order.")
            .arg(QCoreApplication::translate(
                "core", std::string(core::infoOf(run.setup->config.blocks.front().mixer).label).c_str()));
    const std::string kind = kindInside(run);
    if (kind == "rope")
        return Embeddings::tr("No position is added here: RoPE rotates queries and keys in attention instead.");
    if (kind == "alibi")
        return Embeddings::tr("No position is added here: ALiBi penalises distance in attention instead.");
    if (kind == "none")
        return seesAll(run, 0)
            ? Embeddings::tr("No position is added, here or anywhere: nothing tells this model the order of its tokens.")
            : Embeddings::tr("No position is added, here or anywhere: only the mask tells this model the order of its tokens.");
    if (kind.empty() || kind == "learned" || kind == "sinusoidal")
        return Embeddings::tr("No position is added here.");
    return Embeddings::tr("No position is added here: %1 adds to the scores inside attention instead.")
        .arg(choiceText("position.kind", kind));
}

QString tokenAtPlace(const RunResult& run, int position)
{
    return Embeddings::tr("%1 at %2").arg(quotedToken(*run.trace, position), countedText(position));
}

std::optional<std::pair<int, int>> equalTokens(const core::Trace& trace)
{
    const std::vector<std::string>& tokens = streamTokens(trace);
    const std::vector<core::TokenId>& ids = streamIds(trace);
    const bool hasIds = ids.size() == tokens.size();
    for (std::size_t i = 0; i < tokens.size(); ++i)
        for (std::size_t j = i + 1; j < tokens.size(); ++j)
            if (hasIds ? ids[i] == ids[j] : tokens[i] == tokens[j])
                return std::pair{int(i), int(j)};
    return std::nullopt;
}

QString whyNoInput(const FigureData& data)
{
    if (QString reason = whyNoTokens(data); !reason.isEmpty())
        return reason;
    const RunResult& run = *shownRun(data);
    for (const std::string& name : {std::string("embed"), core::blockName(0, "resid_pre")})
        if (!run.trace->find(name))
            return whyNotRecorded(name);
    const std::optional<core::InputVectors> input = core::inputVectors(*run.trace);
    if (!input || input->token.rows() != core::Index(streamTokens(*run.trace).size()))
        return whyNotRecorded("embed");
    if (run.setup && core::addsToEmbedding(run.setup->config.blocks.front().position) && !input->position)
        return whyNotRecorded("pos_embed");
    return {};
}

} // namespace widgets
