// Whose attention the pages show of a model with two stacks, and which tokens of its source are looked at: the selection of the
// window is of the other text.

#include "core/files/library/training_runs.h"
#include "widgets/controls/segmented_switch.h"
#include "widgets/plot/counting.h"
#include "widgets/views/attention/aligned_heads.h"
#include "widgets/views/attention/figures.h"
#include "widgets/views/attention/part_place.h"
#include "widgets/views/attention/stage.h"
#include "widgets/views/attention/view.h"
#include "widgets/views/shared/cell_operands.h"

#include <QPushButton>

#include <algorithm>
#include <array>

namespace widgets {

core::AttentionPart AttentionView::part() const
{
    if (m_isStackChosen)
        return core::attentionPart(m_stack->current().toStdString());
    return showsAlignment() ? core::AttentionPart::Cross : core::AttentionPart::Self;
}

/// What was chosen of two stacks is forgotten with them. Of another model all heads are shown where none has a reason to be the
/// one.
void AttentionView::setRun(const RunPtr& a, const RunPtr& b)
{
    const auto hasSource = [](const RunPtr& run) { return run && hasPart(*run, core::AttentionPart::Cross); };
    if ((a || b) && !hasSource(a) && !hasSource(b))
        m_isStackChosen = false;
    for (const RunPtr& run : {a, b})
        if (run && std::max(m_source.row, m_source.column) >= int(run->trace->tokens.size()))
            m_source = {};
    const RunPtr before = figureData().a;
    const bool isOther = before && a
        && (core::withoutStep(before->trace->model) != core::withoutStep(a->trace->model) || !before->setup != !a->setup);
    if (isOther && !selectionModel()->pinned().isHeadChosen)
        m_level = Level::Wall;
    FigureView::setRun(a, b);
}

bool AttentionView::restore(const QString& figureId, const QVariantMap& options)
{
    m_wantsLines = linesOption.in(options) != QLatin1String("off");
    m_isStackChosen = partOption.valueIn(options).isValid();
    const auto token
        = [&](const WholeOption& option) { return option.valueIn(options).isValid() ? option.valueIn(options).toInt() : -1; };
    m_source = {token(sourceQueryOption), token(sourceKeyOption)};
    return FigureView::restore(figureId, options);
}

bool AttentionView::showsStack() const
{
    const bool isMaps = m_level == Level::Wall && &figureOfAll() == &attentionWallFigure;
    return isMaps || showsAlignment() || (m_level == Level::Head && !showsWidth()) || m_level == Level::Cell;
}

void AttentionView::refreshStack(const FigureData& now)
{
    const auto has = [&](core::AttentionPart one) {
        return std::ranges::any_of(std::array{now.a, now.b}, [&](const RunPtr& run) { return run && hasPart(*run, one); });
    };
    m_stack->setCurrent(QString::fromLatin1(core::wordOf(part())));
    m_stack->setVisible(
        showsStack() && (showsAlignment() || has(core::AttentionPart::Cross) || part() != core::AttentionPart::Self));
}

/// Where another head aligns better than the shown one, its button stands on the page.
void AttentionView::refreshBest(const FigureData& now)
{
    const AlignedHeads* const found = showsAlignment() && part() == core::AttentionPart::Cross ? alignedHeadsOf(now) : nullptr;
    const core::AlignedHead* const best = found ? core::bestAligned(found->heads) : nullptr;
    const bool isShown
        = best && best->layer == now.selection.layer && best->head == now.selection.head && headsOption.is(now, "head");
    m_best->setVisible(best && !isShown);
    if (!best)
        return;
    m_best->setText(tr("Best in %1 sentences: L%2 H%3")
                        .arg(found->pairs.sentences.size())
                        .arg(counted(best->layer))
                        .arg(counted(best->head)));
    m_best->setToolTip(tr("Open the head whose largest weights are most often on the source word of what is written, in the sentences that the model brings"));
    if (!isShown && !now.selection.isHeadChosen) // the page opens where there is something to see
        QMetaObject::invokeMethod(
            this,
            [this] {
                if (showsAlignment() && !selectionModel()->pinned().isHeadChosen)
                    openBest();
            },
            Qt::QueuedConnection);
}

void AttentionView::openBest()
{
    const AlignedHeads* const found = alignedHeadsOf(figureData());
    const core::AlignedHead* const best = found ? core::bestAligned(found->heads) : nullptr;
    if (!best)
        return;
    m_heads->setCurrent(QStringLiteral("head"));
    Selection pinned = selectionModel()->pinned();
    pinned.layer = int(best->layer);
    pinned.head = int(best->head);
    selectionModel()->pin(pinned);
    redraw();
}

void AttentionView::sayStack(QVariantMap& options) const
{
    const core::AttentionPart shown = part();
    if (!showsStack() || (shown == core::AttentionPart::Self && !showsAlignment()))
        return;
    options[partOption.name()] = QString::fromLatin1(core::wordOf(shown));
    if ((m_level == Level::Wall && !showsAlignment()) || shown == core::AttentionPart::Self)
        return;
    if (shown == core::AttentionPart::Encoder && m_source.row >= 0)
        options[sourceQueryOption.name()] = m_source.row;
    if (m_source.column >= 0)
        options[sourceKeyOption.name()] = m_source.column;
}

void AttentionView::hoverPair(int query, int key, Selection& hovered) const
{
    if (part() != core::AttentionPart::Encoder)
        hovered.query = query;
    if (part() == core::AttentionPart::Self)
        hovered.key = key;
}

void AttentionView::lookAt(int query, int key, Selection& pinned)
{
    hoverPair(query, key, pinned);
    const Cell before = m_source;
    if (part() != core::AttentionPart::Self && key >= 0)
        m_source.column = key;
    if (part() == core::AttentionPart::Encoder)
        m_source.row = query;
    if (!(m_source == before))
        redraw();
}

/// The weight, the head or the stages that are computed from it.
bool AttentionView::openTensor(const QString& tensor)
{
    const std::string name = tensor.toStdString();
    const core::NameParts parts = core::partsOfName(name);
    const core::AttentionPart of = core::partOfName(name);
    const std::string_view cross = "cross_";
    const std::string_view rest = parts.rest.starts_with(cross) ? std::string_view(parts.rest).substr(cross.size()) : parts.rest;
    const PartPlace at(selectionModel()->pinned(), of);
    const AttentionStage* const stage = stageShowing(rest);
    const bool isOfWeight = run() && entersWeight(*run(), of, at.layer, name);
    const bool isOfStages = !isOfWeight && run() && run()->trace->find(tensorAt(*run(), at, "attn.q_normed"))
        && (rest == "attn.q" || rest == "attn.k");
    const bool isOfLengths = rest == "attn.v" && run() && whyNoWeighing(Weighing::Values, *run(), at).isEmpty();
    if (!run() || (!isOfWeight && !isOfStages && !isOfLengths && (!stage || !whyNoStage(*run(), at, *stage).isEmpty())))
        return false;
    m_isStackChosen = of != core::AttentionPart::Self;
    m_stack->setCurrent(QString::fromLatin1(core::wordOf(of)));
    if (isOfLengths)
        m_weighing->setCurrent(QStringLiteral("values"));
    else if (rest == "attn.pattern")
        m_weighing->setCurrent(QStringLiteral("raw"));
    m_stage->setCurrent(isOfStages ? QStringLiteral("all")
            : stage                ? QString::fromLatin1(stage->id)
                                   : QStringLiteral("softmax"));
    setLevel(isOfWeight ? Level::Cell : Level::Head);
    return true;
}

bool AttentionView::drawsUnfinished() const
{
    return &figure() == &attentionWallFigure && m_weighing->current() == QLatin1String("raw");
}

bool AttentionView::marksPlace() const
{
    return m_level != Level::Wall || showsAlignment()
        || (&figureOfAll() == &attentionWallFigure && selectionModel()->pinned().isHeadChosen);
}

QString AttentionView::markedTensor() const
{
    if (m_level == Level::Wall && !showsAlignment()) // a head as a whole
        return part() == core::AttentionPart::Self
            ? QString()
            : QString::fromStdString(core::attentionName(part(), selectionModel()->pinned().layer, "pattern"));
    const FigureData now = figureData();
    if (showsWidth() && run()) // spreads are of products
        return QString::fromStdString(cellOperands(*run(), part(), placeOf(now)).qName);
    const char* const tensor = m_level == Level::Wall ? "attn.pattern" : stageOf(now).tensor;
    return QString::fromStdString(
        run() ? tensorAt(*run(), placeOf(now), tensor) : core::blockName(selectionModel()->pinned().layer, tensor));
}

HeadAxes AttentionView::axes() const
{
    FigureData now = figureData();
    if (stageOf(now).step != AttentionStep::Weights)
        now.options.remove(bracketsOption.name());
    return headAxesOf(now, *run());
}

} // namespace widgets
