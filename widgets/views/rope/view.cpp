#include "widgets/views/rope/view.h"

#include "widgets/controls/control_line.h"
#include "widgets/controls/dial.h"
#include "widgets/controls/motion.h"
#include "widgets/controls/segmented_switch.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/rope/figure.h"
#include "widgets/views/rope/pictures.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QSlider>
#include <QTimer>
#include <QToolButton>

#include <algorithm>
#include <cmath>
#include <utility>

namespace widgets {

namespace {

constexpr int frameMs = 33;
constexpr double positionsPerSecond = 2;
constexpr int stillMs = 700;  // a step where motion is not wanted
constexpr int perDecade = 20; // steps of the base's slider
constexpr int perToken = 10;  // steps of the walk's

double baseAt(int step) { return std::pow(10.0, double(step) / perDecade); }

const QString walkedKey = QStringLiteral("query"); // in whatIf(): whose position it is

int stepOf(double base) { return int(std::lround(std::log10(std::max(1.0, base)) * perDecade)); }

/// A base as people write it: two digits.
double roundBase(double base)
{
    const double unit = std::pow(10.0, std::floor(std::log10(base)) - 1);
    return std::round(base / unit) * unit;
}

} // namespace

RopeView::RopeView(SelectionModel* selection, QWidget* parent)
    : FigureView(selection, parent)
    , m_show(new SegmentedSwitch(pageIds(ropeFigure), this))
    , m_bar(new QWidget(this))
    , m_play(new QToolButton(m_bar))
    , m_walk(new Dial(0, 1, m_bar))
    , m_base(new Dial(0, 8 * perDecade, m_bar))
    , m_fraction(new Dial(1, 100, m_bar))
    , m_factor(new Dial(4, 64, m_bar))
    , m_apply(new QPushButton(m_bar))
    , m_back(new QPushButton(m_bar))
    , m_clock(new QTimer(this))
{
    controls()->addWidget(m_show);
    auto* row = new QHBoxLayout(m_bar);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(space::s);
    m_show->setObjectName(showOption.name()); // of its option
    m_play->setObjectName(QStringLiteral("play"));
    m_play->setCheckable(true);
    row->addWidget(m_play);
    for (Dial* dial : {m_walk, m_base, m_fraction, m_factor})
        row->addWidget(dial);
    row->addWidget(m_apply);
    row->addWidget(m_back);
    controls()->addWidget(m_bar);

    connect(m_show, &SegmentedSwitch::chosen, this, [this] {
        setPlaying(false);
        redraw();
    });
    connect(m_play, &QToolButton::toggled, this, &RopeView::setPlaying);
    connect(m_clock, &QTimer::timeout, this, &RopeView::advance);
    connect(m_walk, &Dial::moved, this, [this](int value) {
        setPlaying(false);
        setPosition(std::round(double(value) / perToken));
    });
    connect(m_walk, &Dial::settled, this, &RopeView::whatIfChanged);
    connectWhatIf(m_base, [this](int value) { m_whatBase = roundBase(baseAt(value)); });
    connectWhatIf(m_fraction, [this](int value) { m_whatFraction = double(value) / 100; });
    connectWhatIf(m_factor, [this](int value) { m_whatFactor = double(value) / 4; });
    connect(m_apply, &QPushButton::clicked, this, &RopeView::requestWhatIf);
    connect(m_back, &QPushButton::clicked, this, &RopeView::forgetWhatIf);
    retranslate();
}

/// The picture follows the dial.
void RopeView::connectWhatIf(Dial* dial, const std::function<void(int)>& take)
{
    connect(dial, &Dial::moved, this, [this, take](int value) {
        take(value);
        redraw();
    });
    connect(dial, &Dial::settled, this, &RopeView::whatIfChanged);
}

const FigureInfo& RopeView::figure() const { return ropeFigure; }

void RopeView::setShow(const QString& id)
{
    m_show->setCurrent(id);
    redraw();
}

bool RopeView::isPlaying() const { return m_clock->isActive(); }

void RopeView::setPlaying(bool on)
{
    if (on == isPlaying() && on == m_play->isChecked())
        return;
    if (on) {
        m_clock->start(wantsMotion(*this) ? frameMs : stillMs);
        m_since.start();
    } else {
        m_clock->stop();
        setPosition(std::round(m_position));
        emit whatIfChanged();
    }
    const QSignalBlocker blocker(m_play);
    m_play->setChecked(on);
    m_play->setText(on ? QStringLiteral("❚❚") : QStringLiteral("▶"));
}

void RopeView::advance()
{
    const std::optional<RopeHead> head = ropeHeadOf(figureData());
    if (!head || !isVisible())
        return setPlaying(false);
    const double step = m_clock->interval() == stillMs ? 1 : double(m_since.restart()) / 1000 * positionsPerSecond;
    const double next = head->position + std::min(step, 1.0);
    setPosition(next > m_positions - 1 ? head->key : next);
}

void RopeView::setPosition(double position)
{
    m_position = position;
    m_walked = selectionModel()->pinned().query;
    redraw();
}

void RopeView::requestWhatIf()
{
    const double base = m_whatBase, fraction = m_whatFraction;
    forgetWhatIf();
    if (base > 0)
        emit choiceWanted(QStringLiteral("rope.base"), QString::number(base, 'g', 12));
    if (fraction >= 0)
        emit choiceWanted(QStringLiteral("rope.fraction"), QString::number(fraction, 'g', 12));
}

void RopeView::forgetWhatIf()
{
    m_whatBase = 0;
    m_whatFraction = -1;
    redraw();
    emit whatIfChanged();
}

QVariantMap RopeView::whatIf() const
{
    QVariantMap numbers;
    if (m_whatBase > 0)
        numbers[baseOption.name()] = m_whatBase;
    if (m_whatFraction >= 0)
        numbers[fractionOption.name()] = m_whatFraction;
    if (m_whatFactor > 0)
        numbers[factorOption.name()] = m_whatFactor;
    if (m_position >= 0) {
        numbers[positionOption.name()] = m_position;
        numbers[walkedKey] = m_walked;
    }
    return numbers;
}

void RopeView::setWhatIf(const QVariantMap& numbers)
{
    if (std::exchange(m_told, numbers) == numbers || numbers == whatIf())
        return; // what an opened figure says, or a walk on its way, stays until the window says another
    takeNumbers(numbers);
    redraw();
}

void RopeView::takeNumbers(const QVariantMap& numbers)
{
    m_whatBase = numbers.value(baseOption.name(), 0).toDouble();
    m_whatFraction = numbers.value(fractionOption.name(), -1).toDouble();
    m_whatFactor = numbers.value(factorOption.name(), 0).toDouble();
    m_position = numbers.value(positionOption.name(), -1).toDouble();
    m_walked = numbers.value(walkedKey, selectionModel()->pinned().query).toInt();
}

bool RopeView::restore(const QString& figureId, const QVariantMap& options)
{
    if (!FigureView::restore(figureId, options))
        return false;
    setPlaying(false);
    takeNumbers(options);
    redraw();
    return true;
}

QVariantMap RopeView::options() const
{
    QVariantMap map = whatIf();
    map[showOption.name()] = m_show->current();
    if (map.take(walkedKey) != selectionModel()->pinned().query) // another one is at its own place
        map.remove(positionOption.name());
    return map;
}

void RopeView::retranslate()
{
    m_show->setLabel(QStringLiteral("plane"), tr("planes"), tr("Pairs of q and k before and after rotation"));
    m_show->setLabel(QStringLiteral("angles"), tr("angles"), tr("The angle of every pair at every position"));
    m_show->setLabel(QStringLiteral("relative"), tr("relative"), tr("Why only distance matters"));
    m_show->setLabel(QStringLiteral("pairing"), tr("pairing"), tr("Interleaved and half-split on the same vector"));
    m_show->setLabel(QStringLiteral("distance"), tr("distance"), tr("The score at each distance"));
    m_show->setLabel(QStringLiteral("scaling"), tr("scaling"), tr("Longer texts than in training"));
    m_play->setText(isPlaying() ? QStringLiteral("❚❚") : QStringLiteral("▶"));
    m_play->setToolTip(tr("Move the query over the positions"));
    m_play->setAccessibleName(m_play->toolTip());
    m_walk->slider()->setAccessibleName(tr("Position of the query"));
    m_base->slider()->setAccessibleName(tr("Base, what if"));
    m_fraction->slider()->setAccessibleName(tr("Fraction, what if"));
    m_factor->slider()->setAccessibleName(tr("Factor of the scalings"));
    m_apply->setText(tr("Use in the model"));
    m_apply->setToolTip(tr("Run the model with these numbers"));
    m_back->setText(tr("As the model"));
    m_back->setToolTip(tr("Back to the base and fraction of the model"));
}

void RopeView::refreshControls(const FigureData& now)
{
    const std::optional<RopeHead> head = ropeHeadOf(now);
    m_bar->setVisible(head.has_value());
    if (!head)
        return;
    const QString show = m_show->current();
    const bool walks = show == QLatin1String("plane") || show == QLatin1String("pairing") || show == QLatin1String("angles");
    const bool scales = show == QLatin1String("scaling");
    m_play->setVisible(walks);
    for (const auto& [dial, isShown] : {std::pair{m_walk, walks}, {m_base, true}, {m_fraction, !scales}, {m_factor, scales}})
        dial->setVisible(isShown);
    m_positions = head->positions();
    m_walk->setRange(0, (m_positions - 1) * perToken);
    m_walk->slider()->setSingleStep(perToken);
    m_walk->slider()->setPageStep(4 * perToken);
    m_walk->setValue(int(std::lround(head->position * perToken)), tr("q at %1").arg(counted(int(std::lround(head->position)))));
    const core::Rope& shown = head->rotation.rope;
    m_base->setValue(stepOf(shown.base), tr("base %1").arg(formatCount(std::int64_t(std::llround(shown.base)))));
    m_fraction->setValue(int(std::lround(100 * shown.fraction)), tr("fraction %1").arg(formatFixed(shown.fraction, 2)));
    const double own = core::scalingFactor(shown.scaling);
    const double factor = m_whatFactor > 0 ? m_whatFactor : own > 0 ? own : 4;
    m_factor->setValue(int(std::lround(4 * factor)), tr("factor %1").arg(QString::number(factor, 'g', 4)));
    m_apply->setVisible(head->isWhatIf);
    m_back->setVisible(head->isWhatIf);
}

void RopeView::hoverCell(const QString& map, int row, int column, Selection& hovered)
{
    const std::optional<RopeHead> head = ropeHeadOf(figureData());
    if (!head)
        return;
    int pair = column;
    if (map == QLatin1String("planes")) {
        const std::vector<int> shown = ropeShownPairs(*head, screenStyle(plot()->size()));
        pair = m_show->current() == QLatin1String("pairing") ? head->pair
            : column >= 0 && column < int(shown.size())      ? shown[std::size_t(column)]
                                                             : -1;
    } else if (map != QLatin1String("angles")) { // a strip of the pairing: a dimension
        hovered.dim = column;
        return;
    }
    if (pair >= 0 && pair < int(head->rotation.pairs()))
        hovered.dim = int(head->rotation.dimsOf(pair).first);
    if (map == QLatin1String("angles") && row < int(head->tokens))
        hovered.query = row;
}

void RopeView::clickCell(const QString& map, int row, int column, Qt::KeyboardModifiers, Selection& pinned)
{
    const int query = pinned.query;
    hoverCell(map, row, column, pinned);
    pinned.query = query; // a row of the angles is a place, not another token
    if (map == QLatin1String("angles")) {
        setPlaying(false);
        setPosition(row);
        emit whatIfChanged();
    }
}

/// An angle is no number of the pass; what is turned by it is.
QString RopeView::partOf(const QString&, int, int, Selection& at) const
{
    return QString::fromStdString(core::blockName(at.layer, "attn.rot_q"));
}

void RopeView::showHover(const Selection& hovered)
{
    const std::optional<RopeHead> head = ropeHeadOf(figureData());
    const core::Index pair = head && hovered.dim >= 0 ? head->rotation.pairOf(hovered.dim) : -1;
    plot()->setHovered(QStringLiteral("angles"), Cell{hovered.query, int(pair)});
}

void RopeView::hideEvent(QHideEvent* event)
{
    setPlaying(false);
    FigureView::hideEvent(event);
}

bool RopeView::openTensor(const QString&)
{
    if (!ropeHeadOf(figureData()))
        return false;
    setShow(QStringLiteral("plane"));
    return true;
}

static constexpr ShownTensors ropeTensors[]
    = {{"attn.rot_*", Shown::Itself}, {"attn.q", Shown::Effect}, {"attn.k", Shown::Effect}};

const ViewInfo ropeView{.id = "rope",
    .title = QT_TRANSLATE_NOOP("views", "RoPE"),
    .create = createView<RopeView>,
    .families = {"position.kind=rope", "rope.pairing@pairing", "rope.scaling@scaling"},
    .figures = {&ropeFigure},
    .shows = ropeTensors};

} // namespace widgets
