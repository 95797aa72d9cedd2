#include "widgets/views/norm/view.h"

#include "widgets/controls/control_line.h"
#include "widgets/controls/dial.h"
#include "widgets/controls/kept_in_sight.h"
#include "widgets/controls/segmented_switch.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/norm/figures.h"
#include "widgets/views/norm/parts.h"

#include <QComboBox>
#include <QSignalBlocker>
#include <QSlider>

#include <algorithm>
#include <cmath>

namespace widgets {

namespace {

constexpr double rateUnit = 0.05;    // a step of the slider
constexpr double conditionUnit = 0.1; // decades

const QString kStatistic = QStringLiteral("statistic:");

/// Two digits, as people write it.
double roundCondition(double condition)
{
    const double unit = std::pow(10.0, std::floor(std::log10(condition)) - 1);
    return std::round(condition / unit) * unit;
}

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
    , m_quadratic(new SegmentedSwitch(quadraticOption.list(), this))
    , m_slot(new QComboBox(this))
    , m_rate(ordinaryRate)
    , m_condition(ordinaryCondition)
{
    const std::pair<QWidget*, OptionKey> options[] = {{m_show, showOption}, {m_layout, layoutOption}, {m_of, ofOption},
        {m_kinds, kindsOption}, {m_statistic, statisticOption}, {m_quadratic, quadraticOption}};
    for (const auto& [control, option] : options)
        control->setObjectName(option.name());
    controls()->addWidget(m_show);
    keepInSight(m_quadratic);
    controls()->addWidget(m_quadratic); // before the dials: a narrow line folds those
    m_rateDial = addDial(1, int(std::lround(rateOption.most / rateUnit)), [this](int value) { m_rate = value * rateUnit; }, true);
    m_conditionDial = addDial(0, 30, [this](int value) { m_condition = roundCondition(std::pow(10.0, value * conditionUnit)); });
    for (QWidget* control : std::initializer_list<QWidget*>{m_layout, m_of, m_kinds, m_statistic, m_slot})
        controls()->addWidget(control);
    for (SegmentedSwitch* control : {m_show, m_layout, m_of, m_kinds, m_statistic, m_quadratic})
        connect(control, &SegmentedSwitch::chosen, this, &NormView::redraw);
    connect(m_slot, &QComboBox::activated, this, [this](int index) {
        m_chosenSlot = m_slot->itemData(index).toString();
        redraw();
    });
    retranslate();
}

/// The picture follows the dial.
Dial* NormView::addDial(int least, int most, const std::function<void(int)>& take, bool isKept)
{
    auto* const dial = new Dial(least, most, this);
    keepInSight(dial, isKept);
    controls()->addWidget(dial);
    connect(dial, &Dial::moved, this, [this, take](int value) {
        take(value);
        redraw();
    });
    connect(dial, &Dial::settled, this, &NormView::whatIfChanged);
    return dial;
}

QVariantMap NormView::whatIf() const
{
    QVariantMap numbers;
    if (m_rate != ordinaryRate)
        numbers[rateOption.name()] = m_rate;
    if (m_condition != ordinaryCondition)
        numbers[conditionOption.name()] = m_condition;
    return numbers;
}

void NormView::setWhatIf(const QVariantMap& numbers)
{
    if (numbers == whatIf())
        return;
    takeNumbers(numbers);
    redraw();
}

void NormView::takeNumbers(const QVariantMap& numbers)
{
    const auto number = [&](const NumberOption& option, double otherwise) {
        return std::clamp(numbers.value(option.name(), otherwise).toDouble(), option.least, option.most);
    };
    m_rate = number(rateOption, ordinaryRate);
    m_condition = number(conditionOption, ordinaryCondition);
}

const FigureInfo& NormView::figure() const { return normFigure; }

bool NormView::restore(const QString& figureId, const QVariantMap& options)
{
    m_chosenSlot = slotOption.in(options); // the box has the slots of the layer only
    takeNumbers(options);
    return FigureView::restore(figureId, options);
}

QVariantMap NormView::options() const
{
    return {{showOption.name(), m_show->current()}, {layoutOption.name(), m_layout->current()},
        {ofOption.name(), m_of->current()}, {statisticOption.name(), m_statistic->current()}, {slotOption.name(), m_chosenSlot},
        {kindsOption.name(), m_kinds->current()}, {quadraticOption.name(), m_quadratic->current()}, {rateOption.name(), m_rate},
        {conditionOption.name(), m_condition}};
}

void NormView::retranslate()
{
    m_show->setLabel(
        QStringLiteral("placements"), tr("Placements"), tr("Pre, Post, Sandwich and the others on the same weights"));
    m_show->setLabel(QStringLiteral("vector"), tr("Vector"), tr("One position's vector in one norm, step by step"));
    m_show->setLabel(QStringLiteral("axes"), tr("Axes"), tr("Which numbers LayerNorm, RMSNorm and BatchNorm take together"));
    m_show->setLabel(QStringLiteral("statistics"), tr("Statistics"), tr("Scale and mean of every norm, over tokens and depth"));
    m_show->setLabel(QStringLiteral("descent"), tr("Descent"), tr("Gradient descent before a norm and after it"));
    m_quadratic->setLabel(QStringLiteral("layer"), tr("this layer"), tr("The squared error of a layer that reads these vectors"));
    m_quadratic->setLabel(QStringLiteral("textbook"), tr("textbook"), tr("Two weights whose condition you choose"));
    m_rateDial->slider()->setAccessibleName(tr("Learning rate"));
    m_conditionDial->slider()->setAccessibleName(tr("Condition of the badly scaled quadratic"));
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
    const bool isDescent = show == QLatin1String("descent"), isTextbook = m_quadratic->current() == QLatin1String("textbook");
    m_slot->setVisible(show == QLatin1String("vector") || show == QLatin1String("axes") || (isDescent && !isTextbook));
    m_quadratic->setVisible(isDescent);
    m_rateDial->setVisible(isDescent);
    m_conditionDial->setVisible(isDescent && isTextbook);
    fillDials();

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

void NormView::fillDials()
{
    m_rateDial->setValue(int(std::lround(m_rate / rateUnit)), tr("rate %1").arg(formatFixed(m_rate, 2)));
    m_conditionDial->setValue(
        int(std::lround(std::log10(m_condition) / conditionUnit)), tr("condition %1").arg(formatNumber(m_condition)));
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

/// What a norm subtracts and divides by, else the vector that it makes.
bool NormView::openTensor(const QString& tensor)
{
    const std::vector<core::NormSlot> all = run() ? core::normSlots(*run()->trace) : std::vector<core::NormSlot>();
    const auto slot = std::ranges::find(all, tensor.section(QLatin1Char('.'), 0, -2).toStdString(), &core::NormSlot::name);
    if (slot == all.end())
        return false;
    m_chosenSlot = QString::fromStdString(slot->kind);
    const QString part = tensor.section(QLatin1Char('.'), -1);
    const bool isStatistic = statisticOption.list().contains(part);
    if (isStatistic)
        m_statistic->setCurrent(part);
    m_show->setCurrent(isStatistic ? QStringLiteral("statistics") : QStringLiteral("vector"));
    redraw();
    return true;
}

/// The stream, or what the norm on screen makes of it; of the textbook nothing.
QString NormView::markedTensor() const
{
    const QString show = m_show->current();
    if (show == QLatin1String("descent") && m_quadratic->current() == QLatin1String("textbook"))
        return {};
    const std::optional<core::NormSlot> slot
        = run() && show != QLatin1String("placements") ? chosenSlot(*run(), figureData()) : std::nullopt;
    if (!slot)
        return QString::fromStdString(core::blockName(selectionModel()->pinned().layer, "resid_post"));
    return QString::fromStdString(slot->name) + QLatin1Char('.')
        + (show == QLatin1String("statistics") ? m_statistic->current() : QStringLiteral("normalized"));
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
    return {};
}

/// Normalised along another axis than the model's they are no numbers of the pass.
QString NormView::partOf(const QString& map, int row, int column, Selection& at) const
{
    if (map == QLatin1String("placement") || map.startsWith(kStatistic))
        return tensorOf(map, row, column, at);
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

static constexpr ShownTensors normTensors[]
    = {{"*.mean", Shown::Itself}, {"*.scale", Shown::Itself}, {"*.normalized", Shown::Itself}, {"ln*.out", Shown::Itself}};

const ViewInfo normView{.id = "norm",
    .title = QT_TRANSLATE_NOOP("views", "Norm"),
    .create = createView<NormView>,
    .families
    = {"norm.placement@placements", "norm.kind@placements,vector,axes,statistics=layer_norm,rms_norm", "norm.kind@descent"},
    .figures = {&normFigure},
    .shows = normTensors};

} // namespace widgets
