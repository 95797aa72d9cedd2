#include "widgets/views/positions/view.h"

#include "widgets/controls/control_line.h"
#include "widgets/controls/kept_in_sight.h"
#include "widgets/controls/segmented_switch.h"
#include "widgets/controls/text_label.h"
#include "widgets/plot/plot.h"
#include "widgets/views/positions/figure.h"
#include "widgets/views/positions/loss_lines.h"
#include "widgets/views/positions/relative_cells.h"
#include "widgets/views/positions/relative_runs.h"
#include "widgets/views/shared/figure_pages.h"
#include "widgets/views/shared/read_out.h"

#include <QComboBox>
#include <QContextMenuEvent>

#include <algorithm>
#include <utility>

namespace widgets {

PositionsView::PositionsView(SelectionModel* selection, QWidget* parent)
    : FigureView(selection, parent)
    , m_show(new SegmentedSwitch(pageIds(positionsFigure), this))
    , m_kinds(new SegmentedSwitch(relativeKinds(), this))
    , m_of(new SegmentedSwitch(lossOfOption.list(), this))
    , m_rows(new QComboBox(this))
{
    m_show->setObjectName(showOption.name()); // of its option
    m_of->setObjectName(lossOfOption.name());
    m_rows->setObjectName(lossRowsOption.name());
    keepInSight(m_kinds);
    for (const QString& rows : lossRowsOption.list())
        m_rows->addItem(QString(), rows);
    for (QWidget* part : std::initializer_list<QWidget*>{m_show, m_kinds, m_of, m_rows})
        controls()->addWidget(part);
    connect(m_show, &SegmentedSwitch::chosen, this, &PositionsView::redraw);
    connect(m_of, &SegmentedSwitch::chosen, this, &PositionsView::redraw);
    connect(m_rows, &QComboBox::activated, this, &PositionsView::redraw);
    connect(m_kinds, &SegmentedSwitch::chosen, this, [this](const QString& kind) {
        m_kind = kind;
        redraw();
    });
    retranslate();
}

const FigureInfo& PositionsView::figure() const { return positionsFigure; }

void PositionsView::setRun(const RunPtr& a, const RunPtr& b)
{
    const FigureData before = figureData();
    const auto ownOf = [&](const RunPtr& run) {
        return run ? QString::fromStdString(ownPositionKind(*run, std::max(0, before.selection.layer))) : QString();
    };
    for (const auto& [was, now] : {std::pair{before.a, a}, {before.b, b}})
        if (was && ownOf(now) != ownOf(was) && relativeKinds().contains(ownOf(now)))
            m_kind.clear();
    FigureView::setRun(a, b);
}

bool PositionsView::restore(const QString& figureId, const QVariantMap& options)
{
    if (!FigureView::restore(figureId, options))
        return false;
    if (relativeKindOption.valueIn(options).isValid())
        m_kind = relativeKindOption.in(options);
    redraw();
    return true;
}

QVariantMap PositionsView::options() const
{
    QVariantMap all{{showOption.name(), m_show->current()}, {lossOfOption.name(), m_of->current()},
        {lossRowsOption.name(), m_rows->currentData()}};
    if (!m_kind.isEmpty())
        all[relativeKindOption.name()] = m_kind;
    return all;
}

void PositionsView::retranslate()
{
    m_show->setLabel(QStringLiteral("relative"), tr("Relative"), tr("What a kind adds to the score, over the distance"));
    m_show->setLabel(
        QStringLiteral("loss"), tr("Longer texts"), tr("Loss at each position, up to four times the trained length"));
    m_show->setLabel(QStringLiteral("window"), tr("Windows"), tr("The last tokens only, and the first few beside them"));
    m_kinds->setLabel(QStringLiteral("shaw"), QStringLiteral("Shaw"), tr("A clipped table of vectors, added to keys and values"));
    m_kinds->setLabel(
        QStringLiteral("transformer_xl"), QStringLiteral("XL"), tr("Transformer-XL: four terms, two with the distance"));
    m_kinds->setLabel(
        QStringLiteral("t5_buckets"), QStringLiteral("T5"), tr("A learned number for each head and bucket of distances"));
    m_kinds->setLabel(
        QStringLiteral("disentangled"), QStringLiteral("DeBERTa"), tr("Two more terms: content to position and back"));
    m_kinds->setLabel(QStringLiteral("alibi"), QStringLiteral("ALiBi"), tr("A penalty that grows with the distance"));
    m_of->setLabel(QStringLiteral("loss"), tr("loss"), tr("Of the token that follows, at each position"));
    m_of->setLabel(QStringLiteral("added"), tr("added"), tr("What each kind adds to a score, over the distance"));
    m_of->setLabel(QStringLiteral("scores"), tr("scores"), tr("What a key gets that lies so far back, before the softmax"));
    m_of->setLabel(QStringLiteral("weights"), tr("weights"), tr("What a key gets that lies so far back, after the softmax"));
    for (const QString& rows : lossRowsOption.list())
        m_rows->setItemText(m_rows->findData(rows), tr("%1 rows").arg(rows));
    m_rows->setAccessibleName(tr("Rows"));
    m_rows->setToolTip(tr("Held-out rows of 512 tokens: more take longer"));
}

void PositionsView::refreshControls(const FigureData& now)
{
    const bool isLoss = m_show->current() != QLatin1String("relative");
    m_kinds->setVisible(!isLoss);
    m_of->setVisible(m_show->current() == QLatin1String("loss"));
    m_rows->setVisible(isLoss);
    if (now.a)
        m_kinds->setCurrent(QString::fromStdString(relativeRuns(now).front().kind));
}

QString PositionsView::markedTensor() const
{
    if (!run() || m_show->current() != QLatin1String("relative"))
        return {};
    const std::string name = core::blockName(std::max(0, selectionModel()->pinned().layer), "attn.bias");
    return run()->trace->find(name) ? QString::fromStdString(name) : QString();
}

QString PositionsView::markedPart() const
{
    if (isEmpty() || !run() || !run()->setup || m_show->current() != QLatin1String("relative"))
        return {};
    const core::RelativePlace& place = relativeRuns(figureData()).front().place;
    return readOut(run(), {.layer = int(place.layer), .head = int(place.head)});
}

/// The term of the scores that is drawn there; of a part that draws none, the whole bias. Empty where the run has none of them:
/// another kind is shown.
QString PositionsView::termAt(const QPointF& pixel) const
{
    const QString whole = markedTensor();
    const QCPAxisRect* const part = plot()->axisRectAt(pixel);
    if (!part || !run() || m_show->current() != QLatin1String("relative")
        || std::ranges::none_of(
            relativeRuns(figureData()), [&](const RelativeRun& one) { return one.isOwn && one.run == run(); }))
        return {};
    const QString layer = QString::fromStdString(core::blockName(std::max(0, selectionModel()->pinned().layer), "attn."));
    for (const QCPGraph* const line : part->graphs())
        if (line->name().startsWith(meanOfTerm))
            if (const QString term = layer + line->name().mid(meanOfTerm.size()); run()->trace->find(term.toStdString()))
                return term;
    return whole;
}

/// What can be done with a term, for all pairs of tokens.
bool PositionsView::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == plot() && event->type() == QEvent::ContextMenu && isUpToDate()) {
        const auto* const asks = static_cast<QContextMenuEvent*>(event);
        const QString tensor = asks->reason() == QContextMenuEvent::Keyboard ? markedTensor() : termAt(QPointF(asks->pos()));
        if (!tensor.isEmpty()) {
            const Selection pinned = selectionModel()->pinned();
            const QPoint where = asks->reason() == QContextMenuEvent::Keyboard ? plot()->mapToGlobal(plot()->rect().center())
                                                                               : asks->globalPos();
            emit placeAsked(tensor, {.slot = pinned.slot, .layer = std::max(0, pinned.layer), .head = pinned.head}, where);
            return true;
        }
    }
    return FigureView::eventFilter(watched, event);
}

/// What the kind of the run adds.
bool PositionsView::openTensor(const QString&)
{
    if (!run() || !relativeKinds().contains(QString::fromStdString(ownPositionKind(*run(), selectionModel()->pinned().layer))))
        return false;
    m_kind.clear();
    m_show->setCurrent(QStringLiteral("relative"));
    redraw();
    return true;
}

static constexpr ShownTensors positionsTensors[] = {{"attn.bias_*", Shown::Itself}};

const ViewInfo positionsView{.id = "positions",
    .title = QT_TRANSLATE_NOOP("views", "Positions"),
    .create = createView<PositionsView>,
    .families = {"position.kind"},
    .figures = {&positionsFigure},
    .shows = positionsTensors};

} // namespace widgets
