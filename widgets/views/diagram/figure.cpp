// The model as a figure: the diagram of the panel; of two, both beside each other with what only one of them has marked.

#include "widgets/views/diagram/figure.h"

#include "core/analysis/run_change.h"
#include "core/run/cost.h"
#include "widgets/figure/caveats.h"
#include "widgets/figure/choice_text.h"
#include "widgets/figure/fairness.h"
#include "widgets/figure/sentences.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/diagram/element.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace widgets {

namespace {

constexpr std::size_t maxChoices = 4; // in the sentence

struct DiagramWords
{
    Q_DECLARE_TR_FUNCTIONS(ModelDiagram)
};

core::SetupPtr setupOf(const RunPtr& run) { return run ? run->setup : nullptr; }

bool areCompared(const FigureData& data) { return showsBoth(data) && setupOf(data.a) && setupOf(data.b); }

QString whyNotDiagram(const FigureData& data)
{
    const RunPtr& run = shownRun(data);
    if (const core::SetupPtr setup = setupOf(run); setup && !setup->config.blocks.empty())
        return {};
    return run ? DiagramWords::tr("A recorded run does not hold its model. Open the model itself.")
               : DiagramWords::tr("No model is open.");
}

/// Whether a box of either has a frame.
bool areFramed(const FigureData& data)
{
    if (!areCompared(data))
        return false;
    const Diagram a = diagramOf(setupOf(data.a)->config, data.selection.layer),
                  b = diagramOf(setupOf(data.b)->config, data.selection.layer);
    const auto isAny = [](const std::vector<bool>& framed) { return std::ranges::find(framed, true) != framed.end(); };
    return isAny(otherNodes(a, b)) || isAny(otherNodes(b, a));
}

QString frameWords() { return DiagramWords::tr("Framed twice: what the other model has not, or has elsewhere."); }

QString sameWords() { return DiagramWords::tr("Every box is the same in both."); }

void drawDiagram(const Drawing& drawing)
{
    const auto& [plot, data, style] = drawing;
    const auto diagramAt = [&](const RunPtr& run) { return diagramOf(setupOf(run)->config, data.selection.layer); };
    const RunPtr& shown = shownRun(data);
    plot.panel()->addElement(0, 0,
        new DiagramElement(
            &plot, diagramAt(shown), areCompared(data) ? diagramAt(shown == data.a ? data.b : data.a) : Diagram(),
            shown == data.a ? Side::A : Side::B, style));
    if (areCompared(data) && !style.showTitle) { // a title has it below itself
        plot.addPanelTitle(1, 0, areFramed(data) ? frameWords() : sameWords(), style, true);
        plot.panel()->setRowStretchFactor(1, 0.001);
    }
}

QString diagramSubtitle(const FigureData& data)
{
    return areFramed(data)    ? frameWords()
        : areCompared(data) ? sameWords()
                            : DiagramWords::tr("The thick line is the residual stream; every branch reads it and adds to it.");
}

QString sizes(const core::Setup& setup)
{
    const core::ModelConfig& config = setup.config;
    const core::BlockConfig& block = config.blocks.front();
    const bool isOther = !otherWeightsText(setup).isEmpty(); // a choice brought the weights of another model
    const QString name = QString::fromStdString(isOther ? setup.origin.model : setup.model ? setup.model->name : std::string());
    if (!core::isAttention(block.mixer))
        return DiagramWords::tr("%1: %2 blocks of width %3.").arg(name, formatCount(config.layers()), formatCount(config.dModel));
    if (block.kvHeads > 0 && block.kvHeads < block.heads)
        return DiagramWords::tr("%1: %2 blocks of width %3, %4 heads each, on %5 of keys and values.")
            .arg(name, formatCount(config.layers()), formatCount(config.dModel), formatCount(block.heads),
                formatCount(block.kvHeads));
    return DiagramWords::tr("%1: %2 blocks of width %3, %4 heads each.")
        .arg(name, formatCount(config.layers()), formatCount(config.dModel), formatCount(block.heads));
}

NeedId changeId(const FigureData& data) { return {data.a->trace, data.b->trace, "change"}; }

/// What B changes on this text; the diagram is drawn without it.
Needs diagramNeeds(const FigureData& data)
{
    if (!areCompared(data) || data.a->trace == data.b->trace)
        return {};
    Need need = derivedNeed(changeId(data),
        [a = data.a->trace, b = data.b->trace](const core::RunControl& control) { return core::runChangeOf(*a, *b, control); });
    need.isPart = true;
    return {need};
}

const core::RunChange* changeOf(const FigureData& data)
{
    return areCompared(data) ? data.results.value<core::RunChange>(changeId(data)) : nullptr;
}

/// "+1,024 parameters".
QString parameterChange(const core::Setup& a, const core::Setup& b)
{
    const std::int64_t change = core::countParameters(b.specs).parameters - core::countParameters(a.specs).parameters;
    const QString count = formatCount(std::abs(change));
    return change == 0 ? DiagramWords::tr("as many parameters")
        : change > 0   ? DiagramWords::tr("+%1 parameters").arg(count)
                       : DiagramWords::tr("−%1 parameters").arg(count);
}

/// Where a tensor is computed, as the boxes of the diagrams call it: "L0 · LayerNorm"; its name where no box has it or its neighbour.
QString placeInWords(const FigureData& data, const std::string& tensor)
{
    const core::NameParts parts = core::partsOfName(tensor);
    const QString name = QString::fromStdString(tensor), stem = name.left(name.lastIndexOf(QLatin1Char('.')) + 1);
    for (const bool isExact : {true, false})
        for (const RunPtr& run : {data.b, data.a})
            for (const DiagramNode& node : diagramOf(setupOf(run)->config, std::max(0, int(parts.layer))).nodes)
                if (isExact ? node.tensor == name : stem.count(QLatin1Char('.')) > 2 && node.tensor.startsWith(stem))
                    return parts.layer < 0 ? node.label
                                           : QStringLiteral("L%1 · %2").arg(countedText(int(parts.layer)), node.label);
    return parts.rest == "resid_pre" ? DiagramWords::tr("the stream into L%1").arg(counted(int(parts.layer))) : name;
}

bool isSeeded(const core::Setup& setup) { return setup.origin.how == core::WeightsOrigin::How::Seeded; }

/// What B changes, in parts of a sentence.
QStringList changes(const FigureData& data)
{
    QStringList parts{parameterChange(*setupOf(data.a), *setupOf(data.b))};
    const core::RunChange* const change = changeOf(data);
    if (!change)
        return parts;
    const bool isLearned = !isSeeded(*setupOf(data.a)) || !isSeeded(*setupOf(data.b)); // else a prediction says nothing of a choice
    if (!change->hasDistribution)
        parts << DiagramWords::tr("predicts after other tokens");
    else if (!std::isfinite(change->divergence))
        parts << DiagramWords::tr("no numbers of the next token to compare");
    else if (isLearned)
        parts << DiagramWords::tr("next token %1 nat (KL) from A's").arg(formatNumber(change->divergence));
    if (!change->first.empty())
        parts << DiagramWords::tr("first changed: %1").arg(placeInWords(data, change->first));
    else if (change->hasDistribution)
        parts << DiagramWords::tr("every tensor is the same");
    return parts;
}

QString wholeSentence(const core::Setup& setup)
{
    return joinedSentences({sizes(setup), isSeeded(setup) ? DiagramWords::tr("Its weights are seeded: nothing is learned.") : QString()});
}

QString diagramCaption(const FigureData& data)
{
    if (!areCompared(data))
        return wholeSentence(*setupOf(shownRun(data)));
    const std::vector<DifferentChoice> differs = fairnessOf(data).differs;
    if (differs.empty())
        return wholeSentence(*setupOf(shownRun(data)));
    QStringList choices; // of this side
    for (std::size_t i = 0; i < std::min(maxChoices, differs.size()); ++i) {
        const auto [a, b] = choiceTexts(differs[i].key, differs[i].a, differs[i].b);
        choices << (shownRun(data) == data.a ? a : b);
    }
    if (differs.size() > maxChoices && shownRun(data) == data.a) // of B the same
        choices << DiagramWords::tr("%n choice(s) more", nullptr, int(differs.size() - maxChoices));
    QStringList parts{choices.join(DiagramWords::tr(", "))};
    if (shownRun(data) == data.b)
        parts << changes(data);
    if (isSeeded(*setupOf(shownRun(data))))
        parts << DiagramWords::tr("nothing learned");
    return parts.join(DiagramWords::tr("; ")) + DiagramWords::tr(".");
}

std::vector<Caveat> diagramCaveats(const FigureData& data)
{
    const QString text = otherWeightsText(*setupOf(shownRun(data)));
    return text.isEmpty() ? std::vector<Caveat>() : std::vector<Caveat>{{text}};
}

std::vector<Metric> diagramMetrics(const FigureData& data)
{
    const core::RunChange* const change = changeOf(data);
    if (!change || !change->hasDistribution)
        return {};
    return {{DiagramWords::tr("next token, KL"), DiagramWords::tr("%1 nat").arg(formatNumber(change->divergence)), {}, false}};
}

QString diagramTable(const FigureData& data)
{
    QString text = QStringLiteral("slot,node,label,tensor,differs\n");
    const bool both = areCompared(data);
    for (const RunPtr& run : both ? std::vector{data.a, data.b} : std::vector{shownRun(data)}) {
        const Diagram diagram = diagramOf(setupOf(run)->config, data.selection.layer);
        const std::vector<bool> differs = both
            ? otherNodes(diagram, diagramOf(setupOf(run == data.a ? data.b : data.a)->config, data.selection.layer))
            : std::vector<bool>(diagram.nodes.size());
        for (std::size_t i = 0; i < diagram.nodes.size(); ++i) {
            const DiagramNode& node = diagram.nodes[i];
            text += QStringLiteral("%1,%2,\"%3\",%4,%5\n")
                        .arg(QLatin1Char(run == data.b && run != data.a ? 'B' : 'A'))
                        .arg(node.id, QString(node.label).replace(u'"', QStringLiteral("\"\"")), node.tensor)
                        .arg(int(differs[i]));
        }
    }
    return text;
}

} // namespace

const FigureInfo diagramFigure{.id = "diagram",
    .title = QT_TRANSLATE_NOOP("figures", "How is the model built?"),
    .draw = drawDiagram,
    .caption = diagramCaption,
    .whyNot = whyNotDiagram,
    .subtitle = diagramSubtitle,
    .table = diagramTable,
    .isOfRun = false, // of the model, whatever it reads
    .metrics = diagramMetrics,
    .needs = diagramNeeds,
    .caveats = diagramCaveats,
    .concepts = [](const FigureData&) { return "C14 C41"; }};

} // namespace widgets
