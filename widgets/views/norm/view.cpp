#include "widgets/views/norm/view.h"

#include "widgets/controls/control_line.h"
#include "widgets/controls/segmented_switch.h"
#include "widgets/plot/plot.h"
#include "widgets/views/norm/figures.h"
#include "widgets/views/norm/parts.h"

#include <QComboBox>
#include <QSignalBlocker>

namespace widgets {

namespace {

const QString kStatistic = QStringLiteral("statistic:");

/// The slots of a map of statistics, from the top row.
std::vector<core::NormSlot> slotsOfMap(const RunResult& run, const QString& map)
{
    std::vector<core::NormSlot> rows;
    for (const core::NormSlot& slot : core::normSlots(*run.trace))
        if (QString::fromStdString(slot.kind) == map.mid(kStatistic.size()))
            rows.insert(rows.begin(), slot);
    return rows;
}

bool isOverTokens(const RunResult& run, const core::NormSlot& slot)
{
    const core::Tensor* scale = run.trace->find(slot.name + ".scale");
    return scale && scale->axes().front() == core::axis::dModel;
}

} // namespace

NormView::NormView(SelectionModel* selection, QWidget* parent)
    : FigureView(selection, parent)
    , m_show(new SegmentedSwitch(pageIds(normFigure), this))
    , m_layout(new SegmentedSwitch(layoutOption.list(), this))
    , m_of(new SegmentedSwitch(ofOption.list(), this))
    , m_kinds(new SegmentedSwitch({"normed", "all"}, this))
    , m_statistic(new SegmentedSwitch(statisticOption.list(), this))
    , m_slot(new QComboBox(this))
{
    const std::pair<QWidget*, OptionKey> options[] = {{m_show, showOption}, {m_layout, layoutOption}, {m_of, ofOption},
        {m_kinds, kindsOption}, {m_statistic, statisticOption}};
    for (const auto& [control, option] : options)
        control->setObjectName(option.name());
    controls()->addWidget(m_show);
    for (QWidget* control : std::initializer_list<QWidget*>{m_layout, m_of, m_kinds, m_statistic, m_slot})
        controls()->addWidget(control);
    for (SegmentedSwitch* control : {m_show, m_layout, m_of, m_kinds, m_statistic})
        connect(control, &SegmentedSwitch::chosen, this, &NormView::redraw);
    connect(m_slot, &QComboBox::activated, this, [this](int index) {
        m_chosenSlot = m_slot->itemData(index).toString();
        redraw();
    });
    retranslate();
}

const FigureInfo& NormView::figure() const { return normFigure; }

bool NormView::restore(const QString& figureId, const QVariantMap& options)
{
    m_chosenSlot = slotOption.in(options); // the box has the slots of the layer only
    return FigureView::restore(figureId, options);
}

QVariantMap NormView::options() const
{
    return {{showOption.name(), m_show->current()}, {layoutOption.name(), m_layout->current()},
        {ofOption.name(), m_of->current()}, {statisticOption.name(), m_statistic->current()},
        {slotOption.name(), m_chosenSlot}, {kindsOption.name(), m_kinds->current()}};
}

void NormView::retranslate()
{
    m_show->setLabel(
        QStringLiteral("placements"), tr("Placements"), tr("Pre, Post, Sandwich and the others on the same weights"));
    m_show->setLabel(QStringLiteral("vector"), tr("Vector"), tr("One position's vector in one norm, step by step"));
    m_show->setLabel(QStringLiteral("axes"), tr("Axes"), tr("Which numbers LayerNorm, RMSNorm and BatchNorm take together"));
    m_show->setLabel(QStringLiteral("statistics"), tr("Statistics"), tr("Scale and mean of every norm, over tokens and depth"));
    m_layout->setLabel(QStringLiteral("multiples"), tr("maps"), tr("A map for each placement below its diagram"));
    m_layout->setLabel(QStringLiteral("overlay"), tr("lines"), tr("All placements in one plot"));
    m_of->setLabel(QStringLiteral("mean"), tr("mean"), tr("Mean over positions without the first"));
    m_of->setLabel(QStringLiteral("selected"), tr("token"), tr("The selected position"));
    m_kinds->setLabel(QStringLiteral("normed"), tr("norms only"), tr("Every norm placement"));
    m_kinds->setLabel(QStringLiteral("all"), tr("+ no norm"), tr("Also a stream without norms; it does not affect the scales"));
    m_statistic->setLabel(QStringLiteral("scale"), tr("scale"), tr("The divisor: σ or RMS"));
    m_statistic->setLabel(QStringLiteral("mean"), tr("mean"), tr("The subtracted mean"));
    m_slot->setAccessibleName(tr("Which norm"));
    m_slot->setToolTip(tr("Which norm of the layer"));
}

void NormView::refreshControls(const FigureData& now)
{
    const QString show = m_show->current();
    const bool isPlacements = show == QLatin1String("placements");
    m_layout->setVisible(isPlacements);
    m_of->setVisible(isPlacements);
    m_kinds->setVisible(isPlacements);
    m_statistic->setVisible(show == QLatin1String("statistics"));
    m_slot->setVisible(show == QLatin1String("vector") || show == QLatin1String("axes"));

    const QSignalBlocker blocker(m_slot);
    m_slot->clear();
    const RunPtr& shown = shownRun(now);
    if (!shown)
        return;
    for (const core::NormSlot& slot : core::normSlots(*shown->trace))
        if (slot.layer < 0 || slot.layer == now.selection.layer)
            m_slot->addItem(slotText(slot), QString::fromStdString(slot.kind));
    if (const auto chosen = chosenSlot(*shown, now))
        m_slot->setCurrentIndex(m_slot->findData(QString::fromStdString(chosen->kind)));
}

void NormView::hoverCell(const QString& map, int row, int column, Selection& hovered)
{
    if (map == QLatin1String("placement")) {
        hovered.layer = layerOfRow(*run(), row);
        hovered.query = column;
    } else if (map == QLatin1String("normalized")) {
        hovered.query = row;
        hovered.dim = column;
    } else if (map == QLatin1String("scale_of_token")) {
        hovered.query = row;
    } else if (map == QLatin1String("scale_of_dimension")) {
        hovered.dim = column;
    } else if (map.startsWith(kStatistic)) {
        const std::vector<core::NormSlot> rows = slotsOfMap(*run(), map);
        if (std::size_t(row) >= rows.size())
            return;
        const core::NormSlot& slot = rows[std::size_t(row)];
        if (slot.layer >= 0)
            hovered.layer = int(slot.layer);
        (isOverTokens(*run(), slot) ? hovered.dim : hovered.query) = column;
    }
}

void NormView::clickCell(const QString& map, int row, int column, Qt::KeyboardModifiers, Selection& pinned)
{
    if (map.startsWith(kStatistic))
        m_chosenSlot = map.mid(kStatistic.size()); // the vector of that norm is one click away
    hoverCell(map, row, column, pinned);
}

QString NormView::markedTensor() const
{
    return QString::fromStdString(core::blockName(selectionModel()->pinned().layer, "resid_post"));
}

QString NormView::tensorOf(const QString& map, int row, int, Selection& at) const
{
    if (map == QLatin1String("placement"))
        return QString::fromStdString(core::blockName(at.layer, "resid_post"));
    if (map.startsWith(kStatistic)) {
        const std::vector<core::NormSlot> rows = slotsOfMap(*run(), map);
        return std::size_t(row) < rows.size()
            ? QString::fromStdString(rows[std::size_t(row)].name) + QLatin1Char('.') + m_statistic->current()
            : QString();
    }
    const std::optional<core::NormSlot> slot = chosenSlot(*run(), figureData());
    const char* part = map == QLatin1String("normalized") ? ".normalized" : ".scale";
    return slot ? QString::fromStdString(slot->name) + QLatin1String(part) : QString();
}

void NormView::showHover(const Selection& hovered)
{
    if (!run())
        return;
    const QString show = m_show->current();
    if (show == QLatin1String("placements"))
        plot()->setHovered(
            QStringLiteral("placement"), hovered.query >= 0 ? Cell{rowOfLayer(*run(), hovered.layer), hovered.query} : Cell{});
    else if (show == QLatin1String("axes"))
        plot()->setHovered(QStringLiteral("normalized"), Cell{hovered.query, hovered.dim});
}

static constexpr ShownTensors normTensors[] = {{"*.mean", Shown::Itself}, {"*.scale", Shown::Itself}, {"*.normalized", Shown::Itself}, {"ln*.out", Shown::Itself}};

const ViewInfo normView{.id = "norm",
    .title = QT_TRANSLATE_NOOP("views", "Norm"),
    .create = createView<NormView>,
    .families = {"norm.placement", "norm.kind"},
    .figures = {&normFigure},
    .shows = normTensors};

} // namespace widgets
