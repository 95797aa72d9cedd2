#include "widgets/views/writing/view.h"

#include "widgets/controls/control_line.h"
#include "widgets/controls/dial.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/shared/predictions.h"
#include "widgets/views/writing/cut_bars.h"
#include "widgets/views/writing/figure.h"
#include "widgets/views/writing/text_tree.h"

#include <QMouseEvent>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSlider>
#include <QSpinBox>
#include <QTimer>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <utility>

namespace widgets {

namespace {

constexpr int perUnit = 100; // steps of a dial
constexpr int tokenMs = 450; // between two tokens while it plays

QSpinBox* makeSpin(const WholeOption& option, int value, QWidget* parent)
{
    auto* const spin = new QSpinBox(parent);
    spin->setObjectName(option.name()); // an opened file sets it by this name
    spin->setRange(option.least, option.most);
    spin->setValue(value);
    return spin;
}

} // namespace

WritingView::WritingView(SelectionModel* selection, QWidget* parent)
    : FigureView(selection, parent)
    , m_one(new QPushButton(this))
    , m_again(new QPushButton(this))
    , m_all(new QPushButton(this))
    , m_temperatureDial(new Dial(0, 2 * perUnit, this))
    , m_topPDial(new Dial(1, perUnit, this))
    , m_minPDial(new Dial(0, perUnit / 2, this))
    , m_penaltyDial(new Dial(perUnit, 2 * perUnit, this))
    , m_topK(makeSpin(topKOption, 0, this))
    , m_seed(makeSpin(seedOption, 0, this))
    , m_texts(makeSpin(writtenTextsOption, writing::usualTexts, this))
    , m_length(makeSpin(writtenLengthOption, writing::usualTokens, this))
    , m_clock(new QTimer(this))
{
    m_one->setObjectName(QStringLiteral("one"));
    m_again->setObjectName(QStringLiteral("again"));
    m_all->setObjectName(QStringLiteral("all"));
    m_clock->setInterval(tokenMs);
    addControls();
    WritingView::retranslate();
}

void WritingView::addControls()
{
    for (QWidget* const control : std::initializer_list<QWidget*>{
             m_one, m_all, m_again, m_temperatureDial, m_topPDial, m_topK, m_length, m_texts, m_minPDial, m_penaltyDial, m_seed})
        controls()->addWidget(control);
    connect(m_one, &QPushButton::clicked, this, &WritingView::showOneMore);
    connect(m_again, &QPushButton::clicked, this, &WritingView::drawAgain);
    connect(m_all, &QPushButton::clicked, this, [this] { setPlaying(!isPlaying()); });
    connect(m_clock, &QTimer::timeout, this, [this] {
        if (m_tokens >= m_length->value())
            setPlaying(false);
        else if (!isComputing())
            setTokens(m_tokens + 1);
    });
    connectDial(m_temperatureDial, &m_temperature);
    connectDial(m_topPDial, &m_topP);
    connectDial(m_minPDial, &m_minP);
    connectDial(m_penaltyDial, &m_penalty);
    for (QSpinBox* const spin : {m_topK, m_seed, m_texts})
        connect(spin, &QSpinBox::valueChanged, this, &WritingView::redraw);
    connect(m_length, &QSpinBox::valueChanged, this, [this](int length) {
        setPlaying(false);
        setTokens(length);
    });
}

void WritingView::connectDial(Dial* dial, double* number)
{
    connect(dial, &Dial::moved, this, [this, number](int value) {
        *number = double(value) / perUnit;
        nameDials();
        redraw();
    });
    connect(dial, &Dial::settled, this, &WritingView::tell);
}

/// Once for a drag: a change that can be undone.
void WritingView::tell()
{
    if (const QVariantMap now = whatIf(); std::exchange(m_told, now) != now)
        emit whatIfChanged();
}

QVariantMap WritingView::whatIf() const
{
    QVariantMap numbers;
    const auto add = [&](const NumberOption& option, double value, double usual) {
        if (value != usual)
            numbers[option.name()] = value;
    };
    add(temperatureOption, m_temperature, writing::usualTemperature);
    add(topPOption, m_topP, writing::usualTopP);
    add(minPOption, m_minP, 0);
    add(penaltyOption, m_penalty, writing::usualPenalty);
    return numbers;
}

/// Of the window: what an opened figure says stays until the window says another.
void WritingView::setWhatIf(const QVariantMap& numbers)
{
    if (std::exchange(m_told, numbers) == numbers)
        return;
    takeNumbers(numbers);
    redraw();
}

void WritingView::takeNumbers(const QVariantMap& numbers)
{
    const auto number = [&](const NumberOption& option, double usual) {
        return std::clamp(numbers.value(option.name(), usual).toDouble(), option.least, option.most);
    };
    m_temperature = number(temperatureOption, writing::usualTemperature);
    m_topP = number(topPOption, writing::usualTopP);
    m_minP = number(minPOption, 0);
    m_penalty = number(penaltyOption, writing::usualPenalty);
    nameDials();
}

const FigureInfo& WritingView::figure() const { return generationFigure; }

bool WritingView::isPlaying() const { return m_clock->isActive(); }

/// Plays to the end; from the start where the end is on screen.
void WritingView::setPlaying(bool on)
{
    if (on == isPlaying())
        return;
    if (on) {
        if (m_tokens >= m_length->value())
            setTokens(1);
        m_clock->start();
    } else {
        m_clock->stop();
    }
    retranslate();
}

void WritingView::setTokens(int tokens)
{
    m_tokens = tokens;
    redraw();
}

/// After the last one from the first.
void WritingView::showOneMore()
{
    setPlaying(false);
    setTokens(m_tokens >= m_length->value() ? 1 : m_tokens + 1);
}

/// Other seeds: none of those on screen.
void WritingView::drawAgain()
{
    m_branches.clear();
    m_node.clear();
    m_seed->setValue((m_seed->value() + m_texts->value()) % (seedOption.most + 1));
}

void WritingView::selectNode(const std::vector<core::TokenId>& path)
{
    m_node = pathWords(path);
    redraw();
}

/// A text that goes on with this token: one that is there, else another.
void WritingView::takeBranch(const Writing& writing, core::TokenId id)
{
    if (!writing.tree)
        return;
    std::vector<core::TokenId> path = writing.tree->pathTo(writing.selected);
    path.push_back(id);
    if (int(path.size()) > writtenLengthOption.most)
        return;
    if (writing.tree->find(path) < 0) {
        m_branches << pathWords(path);
        while (m_branches.size() > core::maxContinuations - m_texts->value())
            m_branches.removeFirst();
        if (m_branches.isEmpty()) { // in place of a sampled text
            m_branches << pathWords(path);
            m_texts->setValue(m_texts->value() - 1);
        }
    }
    if (int(path.size()) > m_length->value()) {
        const QSignalBlocker blocker(m_length);
        m_length->setValue(int(path.size()));
    }
    m_tokens = std::max(m_tokens, int(path.size()));
    selectNode(path);
}

QVariantMap WritingView::options() const
{
    QVariantMap all{{temperatureOption.name(), m_temperature}, {topKOption.name(), m_topK->value()}, {topPOption.name(), m_topP},
        {minPOption.name(), m_minP}, {penaltyOption.name(), m_penalty}, {seedOption.name(), m_seed->value()},
        {writtenTextsOption.name(), m_texts->value()}, {tokensOption.name(), m_tokens},
        {writtenLengthOption.name(), m_length->value()}};
    if (!m_node.isEmpty())
        all[nodeOption.name()] = m_node;
    if (!m_branches.isEmpty())
        all[branchesOption.name()] = m_branches.join(QLatin1Char(','));
    return all;
}

bool WritingView::restore(const QString& figureId, const QVariantMap& options)
{
    setPlaying(false);
    if (!FigureView::restore(figureId, options))
        return false;
    const auto number = [&](const NumberOption& option, double now) {
        const QVariant said = option.valueIn(options);
        return said.isValid() ? std::clamp(said.toDouble(), option.least, option.most) : now;
    };
    m_temperature = number(temperatureOption, m_temperature);
    m_topP = number(topPOption, m_topP);
    m_minP = number(minPOption, m_minP);
    m_penalty = number(penaltyOption, m_penalty);
    if (const QVariant tokens = tokensOption.valueIn(options); tokens.isValid())
        m_tokens = std::clamp(tokens.toInt(), tokensOption.least, tokensOption.most);
    if (m_length->value() < m_tokens) {
        const QSignalBlocker blocker(m_length);
        m_length->setValue(m_tokens);
    }
    m_node = nodeOption.in(options);
    m_branches = branchesOption.listIn(options);
    nameDials();
    redraw();
    return true;
}

QString WritingView::handling() const
{
    return tr("Click a token to see what could follow it, a bar to go that way; drag the line of top-p.");
}

void WritingView::nameDials()
{
    const auto name = [](Dial* dial, double value, const QString& words) {
        dial->setValue(int(std::lround(value * perUnit)), words.arg(formatFixed(value, 2)));
    };
    name(m_temperatureDial, m_temperature, tr("temperature %1"));
    name(m_topPDial, m_topP, QStringLiteral("top-p %1"));
    name(m_minPDial, m_minP, QStringLiteral("min-p %1"));
    name(m_penaltyDial, m_penalty, tr("repetition %1"));
}

void WritingView::retranslate()
{
    m_one->setText(tr("One token"));
    m_one->setToolTip(tr("Shows one token more of every text; after the last one it begins again"));
    m_all->setText(isPlaying() ? tr("Pause") : tr("All"));
    m_all->setToolTip(tr("Writes token by token to the end"));
    m_again->setText(tr("Again"));
    m_again->setToolTip(tr("Draws other texts: with the next seeds"));
    const std::pair<Dial*, QString> dials[]
        = {{m_temperatureDial, tr("Temperature: 0 always takes the likeliest token, above 1 unlikely ones come more often")},
            {m_topPDial, tr("Top-p: the fewest of the likeliest tokens whose probabilities add up to this stay")},
            {m_minPDial, tr("Min-p: tokens below this share of the largest probability go")},
            {m_penaltyDial,
                tr("Repetition penalty: divides the positive logits of tokens that the text has, multiplies the negative ones")}};
    for (const auto& [dial, words] : dials) {
        dial->setToolTip(words);
        dial->slider()->setAccessibleName(words);
    }
    m_topK->setPrefix(tr("top-k "));
    m_topK->setSpecialValueText(tr("top-k off"));
    m_topK->setToolTip(tr("Only so many of the likeliest tokens stay"));
    m_seed->setPrefix(tr("seed "));
    m_seed->setToolTip(tr("Of the first text; the others have the numbers after it"));
    m_texts->setPrefix(tr("texts "));
    m_texts->setToolTip(tr("Sampled texts, beside the greedy one"));
    m_length->setPrefix(tr("tokens "));
    m_length->setToolTip(tr("Tokens of each text"));
    for (QSpinBox* const spin : {m_topK, m_seed, m_texts, m_length})
        spin->setAccessibleName(spin->toolTip());
    nameDials();
    if (auto* const line = controls())
        line->arrange();
}

void WritingView::refreshControls(const FigureData& now)
{
    const bool writes = now.a && figure().whyNot(now).isEmpty();
    for (QPushButton* const button : {m_one, m_again, m_all})
        button->setEnabled(writes);
}

void WritingView::clickCell(const QString& map, int row, int column, Qt::KeyboardModifiers, Selection&)
{
    const Writing writing = writingOf(figureData());
    if (const auto* const tree = qobject_cast<const TextTree*>(plot()->cellMap(map))) {
        if (const int node = tree->nodeAt({row, column}); node >= 0 && writing.tree)
            selectNode(writing.tree->pathTo(node));
    } else if (const auto& next = writing.node().next; row >= 0 && std::size_t(row) < next.size()) {
        takeBranch(writing, next[std::size_t(row)].id);
    }
}

/// The whole text up to a token.
void WritingView::hoverCell(const QString& map, int row, int column, Selection&)
{
    const auto* const tree = qobject_cast<const TextTree*>(plot()->cellMap(map));
    const int node = tree ? tree->nodeAt({row, column}) : -1;
    const Writing writing = writingOf(figureData());
    if (node <= 0 || !writing.tree)
        return QToolTip::hideText();
    QString text;
    for (const core::TokenId id : writing.tree->pathTo(node))
        text += (text.isEmpty() ? QString() : QStringLiteral(" ")) + tokenText(*writing.run, id);
    const core::ContinuationNode& at = writing.tree->nodes[std::size_t(node)];
    QToolTip::showText(QCursor::pos(),
        tr("%1\nprobability %2 before the cut, %3 after it")
            .arg(text, formatNumber(at.drawn.before), formatNumber(at.drawn.after)),
        plot());
}

/// The line of top-p follows the mouse from where it was taken. True: the event was for it.
bool WritingView::dragCut(const QMouseEvent& event)
{
    const CutBars* bars = nullptr;
    for (const CellPlottable* map : plot()->cellMaps())
        bars = bars ? bars : qobject_cast<const CutBars*>(map);
    if (!bars)
        return false;
    const bool isOn = bars->isOnCut(event.position());
    if (event.type() == QEvent::MouseButtonPress && event.button() == Qt::LeftButton)
        return m_isDraggingCut = isOn && isUpToDate();
    if (event.type() == QEvent::MouseButtonRelease && std::exchange(m_isDraggingCut, false)) {
        tell();
        return true;
    }
    if (event.type() != QEvent::MouseMove)
        return false;
    plot()->setCursor(isOn || m_isDraggingCut ? Qt::SplitHCursor : Qt::ArrowCursor);
    if (!m_isDraggingCut)
        return false;
    const double share = std::round(bars->shareAt(event.position()) * perUnit) / perUnit;
    m_topP = std::clamp(share, topPOption.least, topPOption.most);
    nameDials();
    redraw();
    return true;
}

bool WritingView::eventFilter(QObject* watched, QEvent* event)
{
    const bool isMouse = event->type() == QEvent::MouseButtonPress || event->type() == QEvent::MouseButtonRelease
        || event->type() == QEvent::MouseMove;
    return (watched == plot() && isMouse && dragCut(*static_cast<QMouseEvent*>(event)))
        || FigureView::eventFilter(watched, event);
}

void WritingView::hideEvent(QHideEvent* event)
{
    setPlaying(false);
    FigureView::hideEvent(event);
}

const ViewInfo writingView{.id = "generation",
    .title = QT_TRANSLATE_NOOP("views", "Writing"),
    .create = createView<WritingView>,
    .families = {"output.soft_cap", "output.tied"},
    .figures = {&generationFigure}};

} // namespace widgets
