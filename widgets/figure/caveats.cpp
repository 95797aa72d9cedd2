#include "widgets/figure/caveats.h"

#include "core/analysis/logit_lens.h"
#include "core/analysis/repeated_end.h"
#include "core/analysis/top_k.h"
#include "core/files/library/bundled_models.h"
#include "core/files/library/training_runs.h"
#include "core/io/shown_text.h"
#include "widgets/figure/choice_text.h"
#include "widgets/figure/intervention_text.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/visible_token.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <cmath>

namespace widgets {

namespace {

struct CaveatText
{
    Q_DECLARE_TR_FUNCTIONS(Caveats)
};

/// "a, b and 5 more".
QString listed(const std::vector<std::string>& names)
{
    QStringList shown;
    for (std::size_t i = 0; i < std::min<std::size_t>(names.size(), 2); ++i)
        shown << QString::fromStdString(names[i]);
    const QString text = shown.join(CaveatText::tr(", "));
    return names.size() > 2 ? CaveatText::tr("%1 and %2 more").arg(text).arg(names.size() - 2) : text;
}

/// "a, b", of more "a and 3 more": the choices themselves are in their panel.
QString listedChoices(const QStringList& choices)
{
    return choices.size() > 2 ? CaveatText::tr("%1 and %2 more").arg(choices.front()).arg(choices.size() - 1)
                              : choices.join(CaveatText::tr(", "));
}

/// A sibling whose training brought no copying by the words of this text: what would be the copy is not its answer.
void addCopying(std::vector<Caveat>& caveats, const RunResult& run)
{
    const core::Trace& trace = *run.trace;
    if (!trace.decoderIds.empty() || choiceOf(trace, "topology") == "encoder")
        return; // what follows is not read there
    const auto last = core::Index(trace.ids.size());
    const auto end = core::repeatedEnd(trace.ids);
    const std::span<const float> logits = core::logitsAfter(trace, last - 1);
    if (!end || logits.empty())
        return;
    const core::TokenId copy = trace.ids[std::size_t(end->next)];
    if (core::topK(logits, 1).front().id == copy)
        return;
    caveats.push_back({CaveatText::tr("%1 did not learn to copy this: “%2” gets only %3.")
                           .arg(QString::fromStdString(core::withoutStep(run.setup->origin.model)),
                               visibleToken(QString::fromStdString(trace.tokens[std::size_t(end->next)]).trimmed(), 24),
                               formatPercent(core::probabilityOf(logits, copy)))});
}

void addWeights(std::vector<Caveat>& caveats, const RunResult& run)
{
    const core::Setup& setup = *run.setup;
    const core::WeightsOrigin& origin = setup.origin;
    if (origin.how == core::WeightsOrigin::How::Kept) {
        QStringList before, now;
        for (const core::ChangedChoice& change : origin.changed) {
            const auto [trainedWith, runAs] = choiceTexts(change.key, change.trainedWith, change.runAs);
            before << trainedWith;
            now << runAs;
        }
        before.removeAll(QString());
        now.removeAll(QString());
        QString text = CaveatText::tr("Trained with %1, run as %2: shows sensitivity, not quality.")
                           .arg(before.isEmpty() ? CaveatText::tr("fewer parts") : listedChoices(before),
                               now.isEmpty() ? CaveatText::tr("fewer parts") : listedChoices(now));
        if (!origin.identity.empty())
            text += QLatin1Char(' ') + CaveatText::tr("New, as identity: %1.").arg(listed(origin.identity));
        if (!origin.seeded.empty())
            text += QLatin1Char(' ') + CaveatText::tr("New, random: %1.").arg(listed(origin.seeded));
        caveats.push_back({text, true});
    }
    if (const QString text = otherWeightsText(setup); !text.isEmpty()) {
        caveats.push_back({text});
        if (setup.origin.how == core::WeightsOrigin::How::Trained)
            addCopying(caveats, run);
    }
}

std::vector<std::string> quoted(std::vector<std::string> words)
{
    for (std::string& word : words)
        word = CaveatText::tr("“%1”").arg(QString::fromStdString(core::shownText(word, 40))).toStdString();
    return words;
}

void addWords(std::vector<Caveat>& caveats, const core::UnknownWords& unknown)
{
    if (!unknown.words.empty())
        caveats.push_back({CaveatText::tr("Not in the vocabulary: %1. The model reads %2 in its place.")
                               .arg(listed(quoted(unknown.words)), QString::fromStdString(unknown.token)),
            true});
    if (!unknown.spelled.empty())
        caveats.push_back({CaveatText::tr("Not in the vocabulary: %1. The model reads it in letters or bytes.")
                               .arg(listed(quoted(unknown.spelled)))});
}

/// The first tensor, in the order of computation, that holds NaN or ∞; −∞ is a masked score.
QString firstNotFinite(const core::Trace& trace)
{
    const auto isBroken = [](const core::Tensor& tensor) {
        return std::any_of(tensor.values().begin(), tensor.values().end(),
            [](float value) { return std::isnan(value) || value == std::numeric_limits<float>::infinity(); });
    };
    // What breaks anywhere breaks the stream after it: a healthy end is looked at first, and alone.
    const core::Tensor* end = trace.layers() > 0 ? trace.find(core::blockName(trace.layers() - 1, "resid_post")) : nullptr;
    if (end && !isBroken(*end))
        return {};
    for (const core::TraceEntry& entry : trace.entries())
        if (isBroken(entry.tensor))
            return QString::fromStdString(entry.name());
    return {};
}

} // namespace

QString otherWeightsText(const core::Setup& setup)
{
    const std::string source = core::withoutStep(setup.origin.model);
    const bool isOther = setup.origin.how != core::WeightsOrigin::How::Seeded && setup.model && !source.empty()
        && source != core::withoutStep(setup.model->name);
    return isOther ? CaveatText::tr("Weights of %1, trained separately.").arg(QString::fromStdString(source)) : QString();
}

std::vector<Caveat> caveatsOf(const FigureData& data)
{
    std::vector<Caveat> caveats;
    const RunPtr& run = shownRun(data);
    if (!run)
        return caveats;
    if (const auto snapshot = core::snapshotName(run->trace->model); run->setup && snapshot)
        caveats.push_back({CaveatText::tr("%1 after %2 steps of its training.")
                               .arg(QString::fromStdString(snapshot->model),
                                   formatCount(QString::fromStdString(snapshot->step).toLongLong()))});
    if (!run->trace->replicaOf.empty())
        caveats.push_back({CaveatText::tr("Untrained replica of %1, scaled down, with seeded weights.")
                               .arg(QString::fromStdString(core::shownText(run->trace->replicaOf, 80))),
            true});
    if (run->setup && !run->setup->model->guessedType.empty())
        caveats.push_back({CaveatText::tr("Unknown family (%1), read as %2.")
                               .arg(QString::fromStdString(core::shownText(run->setup->model->guessedType, 40)),
                                   QString::fromStdString(run->setup->model->family)),
            true});
    if (run->setup)
        addWeights(caveats, *run);
    if (const QString changed = interventionsText(run->trace->interventions); !changed.isEmpty())
        caveats.push_back({CaveatText::tr("Intervened: %1.").arg(changed), true});
    static constexpr std::string_view plain[] = {"", "F32", "F16", "BF16"};
    if (run->setup && run->setup->model->trained && std::ranges::find(plain, run->trace->dtype) == std::end(plain)) // quantised
        caveats.push_back({CaveatText::tr("%1 weights").arg(QString::fromStdString(run->trace->dtype))});
    if (const QString name = firstNotFinite(*run->trace); !name.isEmpty())
        caveats.push_back(
            {CaveatText::tr("From %1 on, numbers are no longer finite: cells without a number are hatched.").arg(name), true});
    addWords(caveats, run->unknown);
    if (!run->leftOut.empty())
        caveats.push_back({CaveatText::tr("The model has no position beyond %1: the last %n token(s) of the text are left out.",
                               nullptr, int(run->leftOut.size()))
                               .arg(streamTokens(*run->trace).size() - 1),
            true});
    return caveats;
}

std::vector<Caveat> caveatsOf(const FigureInfo& info, const FigureData& data, bool isDrawn)
{
    std::vector<Caveat> caveats = info.isOfRun ? caveatsOf(data) : std::vector<Caveat>();
    if (info.caveats && isDrawn)
        for (Caveat& caveat : info.caveats(data))
            caveats.push_back(std::move(caveat));
    return caveats;
}

Caveat heldRouting() { return {CaveatText::tr("Which experts a token goes to is held constant"), false}; }

std::vector<Caveat> comparedCaveats(const std::vector<Caveat>& a, const std::vector<Caveat>& b)
{
    const auto has = [](const std::vector<Caveat>& caveats, const Caveat& one) {
        return std::any_of(caveats.begin(), caveats.end(), [&](const Caveat& other) { return other.text == one.text; });
    };
    std::vector<Caveat> said;
    for (const Caveat& caveat : a)
        said.push_back(
            {(has(b, caveat) ? CaveatText::tr("A and B: %1") : CaveatText::tr("A: %1")).arg(caveat.text), caveat.isWarning});
    for (const Caveat& caveat : b)
        if (!has(a, caveat))
            said.push_back({CaveatText::tr("B: %1").arg(caveat.text), caveat.isWarning});
    return said;
}

} // namespace widgets
