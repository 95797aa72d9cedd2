#include "widgets/views/positions/relative_runs.h"

#include "core/layers/position_encoding.h"
#include "widgets/figure/choice_text.h"
#include "widgets/figure/sides.h"
#include "widgets/views/shared/figure_words.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace widgets {

namespace {

struct Positions
{
    Q_DECLARE_TR_FUNCTIONS(Positions)
};

constexpr core::Index farthest = 512; // of what needs no text
constexpr core::Index maxTokens = 1024; // of whose pairs all are taken

core::RelativePlace placeOf(const RunResult& run, const Selection& selection)
{
    core::RelativePlace place;
    if (!run.setup || run.setup->config.layers() == 0)
        return place;
    const core::ModelConfig& config = run.setup->config;
    place.layer = std::clamp<core::Index>(selection.layer, 0, config.layers() - 1);
    place.head = std::clamp<core::Index>(selection.head, 0, config.block(place.layer).heads - 1);
    const auto tokens = core::Index(streamTokens(*run.trace).size());
    place.distances = std::max(std::min(2 * config.context, farthest), tokens) + 1;
    place.ofText = tokens > 1 && tokens <= maxTokens; // one has no pairs, a sink beside it is none
    return place;
}

std::string kindOf(const FigureData& data, const std::string& own)
{
    const QString said = relativeKindOption.in(data);
    if (relativeKinds().contains(said))
        return said.toStdString();
    return relativeKinds().contains(QString::fromStdString(own)) ? own : "t5_buckets";
}

RelativeRun described(const FigureData& data, const RunPtr& run)
{
    RelativeRun found{.run = run, .slot = {}, .kind = {}, .place = placeOf(*run, data.selection), .why = {}};
    const std::string own = ownPositionKind(*run, int(found.place.layer));
    found.kind = kindOf(data, own);
    found.isOwn = found.kind == own;
    return found;
}

NeedId idOf(const RelativeRun& shown)
{
    return {shown.run->trace, {},
        "relative positions " + shown.kind + " of layer " + std::to_string(shown.place.layer) + " head "
            + std::to_string(shown.place.head) + " to " + std::to_string(shown.place.distances) + (shown.place.ofText ? " of the text" : "")};
}

QString whyNotOf(const RelativeRun& shown)
{
    const RunResult& run = *shown.run;
    if (!run.setup)
        return Positions::tr("A recorded run has no tables of distances: open its model.");
    if (QString reason = whyNoAttention(run, int(shown.place.layer)); !reason.isEmpty())
        return reason;
    const std::string pattern = core::blockName(shown.place.layer, "attn.pattern");
    return shown.place.ofText && !run.trace->find(pattern) ? whyNotRecorded(pattern) : QString();
}

} // namespace

const QStringList& relativeKinds()
{
    static const QStringList kinds{QStringLiteral("shaw"), QStringLiteral("transformer_xl"), QStringLiteral("t5_buckets"),
        QStringLiteral("disentangled"), QStringLiteral("alibi")};
    return kinds;
}

QString shortKindName(const std::string& kind)
{
    constexpr std::array<std::pair<const char*, const char*>, 6> names{{{"shaw", "Shaw"}, {"transformer_xl", "Transformer-XL"},
        {"t5_buckets", "T5"}, {"disentangled", "DeBERTa"}, {"rope", "RoPE"}, {"alibi", "ALiBi"}}};
    for (const auto& [word, name] : names)
        if (kind == word)
            return QString::fromLatin1(name);
    return choiceText("position.kind", kind);
}

std::string ownPositionKind(const RunResult& run, int layer)
{
    return run.setup && layer >= 0 && layer < run.setup->config.layers()
        ? std::string(core::infoOf(run.setup->config.block(layer).position).id)
        : std::string();
}

std::vector<RelativeRun> relativeRuns(const FigureData& data)
{
    std::vector<RelativeRun> all;
    const std::vector<RunPtr> runs = panelRuns(data);
    for (const RunPtr& run : runs) {
        RelativeRun shown = described(data, run);
        if (runs.size() > 1)
            shown.slot = all.empty() ? QStringLiteral("A") : QStringLiteral("B");
        const NeedId id = idOf(shown);
        shown.terms = data.results.value<core::RelativeTerms>(id);
        if (const NeedResult* const result = data.results.find(id); result && !shown.terms)
            shown.why = coreText(result->why);
        all.push_back(std::move(shown));
    }
    if (all.size() == 2 && data.isLocked && all[0].kind == all[1].kind) {
        all[0].beside = all[1].terms;
        all[1].beside = all[0].terms;
    }
    return all;
}

Needs relativeNeeds(const FigureData& data)
{
    Needs all;
    for (const RunPtr& run : drawnRuns(data)) {
        const RelativeRun shown = described(data, run);
        if (!whyNotOf(shown).isEmpty())
            continue;
        all.push_back(derivedNeed(idOf(shown), [shown](const core::RunControl& control) {
            const core::Setup& setup = *shown.run->setup;
            const core::Trace& trace = *shown.run->trace;
            return shown.isOwn ? core::relativeTerms(setup, trace, shown.place, control)
                               : core::relativeTermsUnder(shown.kind, setup, trace, shown.place, control);
        }));
    }
    return all;
}

QString whyNoRelative(const FigureData& data)
{
    QString reason;
    for (const RelativeRun& shown : relativeRuns(data)) {
        reason = whyNotOf(shown);
        if (reason.isEmpty())
            reason = shown.why;
        if (reason.isEmpty() && shown.terms && shown.place.ofText && shown.terms->ofHeads.size() == 0 && shown.terms->terms.size() < 2)
            reason = whyNotRecorded(core::blockName(shown.place.layer, "attn.bias"));
        if (reason.isEmpty())
            return {};
    }
    return reason;
}

QString whyNoPairs(const RelativeRun& shown)
{
    if (shown.place.ofText || !shown.terms || shown.terms->ofHeads.size() > 0)
        return {};
    const auto tokens = core::Index(streamTokens(*shown.run->trace).size());
    return tokens > maxTokens
        ? Positions::tr("Terms of pairs of tokens are left out: %1 tokens have too many, keep at most %2.").arg(tokens).arg(maxTokens)
        : Positions::tr("Terms of pairs of tokens are left out: one token has none, add a word.");
}

core::Index lastRowFrom(const core::RelativeTerms& terms)
{
    const std::vector<core::Index>& rows = terms.rowOf;
    if (rows.size() < 2)
        return -1;
    std::size_t from = rows.size() - 1;
    while (from > 0 && rows[from - 1] == rows.back())
        --from;
    return from + 1 < rows.size() ? core::Index(from) : -1;
}

} // namespace widgets
