#include "widgets/plot/grid_axis_rect.h"

#include "widgets/plot/bracket.h"
#include "widgets/plot/counting.h"

#include <QSet>

#include <algorithm>
#include <cmath>

namespace widgets {

namespace {

constexpr int maxLabels = 40;
constexpr int lowestMap = 50, lowestRow = 8; // px
constexpr double wholePixelsFrom = 8; // px; larger cells get a whole number of pixels, so that all look the same
constexpr int thinnest = 24;          // px; a single row or column is at least this thick
constexpr std::size_t placesFrom = 3; // rows from one label to the next: further apart a word does not say whose it is
constexpr double slantedRoom = 1.2;   // heights of the type between labels at 45°: closer ones touch

/// 1, 2, 5, 10, 20, … at least `least`.
int roundStep(int least)
{
    for (int power = 1;; power *= 10)
        for (const int factor : {1, 2, 5})
            if (power * factor >= least)
                return power * factor;
}

QStringList numbered(int count, const QString& letter)
{
    QStringList labels;
    for (int i = 0; i < count; ++i)
        labels << letter + countedText(i);
    return labels;
}

QStringList madeVisible(const QStringList& tokens)
{
    QStringList labels;
    for (const QString& token : tokens)
        labels << visibleToken(token);
    return labels;
}

/// A label and where its middle stands.
struct PlacedLabel
{
    double place = 0;
    QString text;
};

/// The labels of the cells; a bracket's one text in the middle of its cells instead of theirs.
std::vector<PlacedLabel> placed(const QStringList& labels, const std::vector<AxisBracket>& brackets)
{
    std::vector<PlacedLabel> result;
    auto bracket = brackets.begin();
    for (int i = 0; i < labels.size(); ++i) {
        if (bracket == brackets.end() || i < bracket->first) {
            result.push_back({double(i), labels.at(i)});
            continue;
        }
        if (i == bracket->last) {
            result.push_back({(bracket->first + bracket->last) / 2.0, visibleToken(bracket->text)});
            ++bracket;
        }
    }
    return result;
}

bool isWord(const QString& label)
{
    return std::ranges::any_of(label, [](QChar c) { return c.isLetterOrNumber(); });
}

void showEvery(QCPAxis* axis, const std::vector<PlacedLabel>& labels, std::size_t step, std::size_t first = 0)
{
    const auto ticker = QSharedPointer<QCPAxisTickerText>::create();
    for (std::size_t i = first; i < labels.size(); i += step)
        ticker->addTick(labels[i].place, labels[i].text);
    axis->setTicker(ticker);
}

/// The first of every so many numbers, 0 among them where it is one of them.
std::size_t firstOf(const std::vector<PlacedLabel>& numbers, std::size_t step)
{
    const auto zero = std::ranges::find(numbers, QStringLiteral("0"), &PlacedLabel::text);
    return zero == numbers.end() ? 0 : std::size_t(zero - numbers.begin()) % step;
}

/// Tokens, at least `step` apart: words rather than the spaces and signs between them, with their place before them where
/// `saysPlace` and most have no label; places alone where most would be the same few words.
std::vector<PlacedLabel> shownWords(const std::vector<PlacedLabel>& labels, std::size_t step, bool saysPlace)
{
    std::vector<PlacedLabel> shown;
    for (std::size_t i = 0; i < labels.size(); i += step) {
        std::size_t word = i;
        while (word < labels.size() && word < i + (step + 1) / 2 && !isWord(labels[word].text))
            ++word;
        if (word < labels.size() && word < i + (step + 1) / 2)
            i = word;
        shown.push_back(labels[i]);
    }
    QSet<QString> different;
    for (const PlacedLabel& label : shown)
        different << label.text;
    const bool areWords = !shown.empty() && !shown.front().text.isEmpty();
    const bool areTheSame = step > 1 && shown.size() > 3 && 2 * std::size_t(different.size()) < shown.size();
    for (PlacedLabel& label : shown)
        if (const QString place = countedText(std::llround(label.place)); areWords && areTheSame)
            label.text = place;
        else if (areWords && saysPlace && step >= placesFrom)
            label.text = place + QLatin1Char(' ') + label.text;
    return shown;
}

double widestOf(const std::vector<PlacedLabel>& labels, const QFontMetricsF& metrics)
{
    double widest = 0;
    for (const PlacedLabel& label : labels)
        widest = std::max(widest, metrics.horizontalAdvance(label.text));
    return widest;
}

} // namespace

GridAxisRect::GridAxisRect(QCustomPlot* plot, const FigureStyle& style)
    : QCPAxisRect(plot)
    , m_style(style)
{
    setMinimumSize(minimumSize().width(), 0); // the height is that of minimumOuterSizeHint()
    for (QCPAxis* const axis : axes()) {
        axis->setBasePen(Qt::NoPen);
        axis->setTickPen(Qt::NoPen);
        axis->setSubTickPen(Qt::NoPen);
        axis->setSubTicks(false);
        axis->setTickLength(0);
        axis->setTickLabelPadding(space::xs);
        axis->setLabelPadding(space::xs);
        axis->setTickLabelFont(tickFont(style));
        axis->setTickLabelColor(themeOf(style).text);
        axis->setLabelFont(labelFont(style));
        axis->setLabelColor(themeOf(style).text2);
        axis->grid()->setVisible(false);
        axis->grid()->setZeroLinePen(Qt::NoPen);
    }
}

void GridAxisRect::setColumnTokens(const QStringList& tokens) { setColumnLabels(madeVisible(tokens), true); }

void GridAxisRect::setRowTokens(const QStringList& tokens)
{
    m_rowLabels = madeVisible(tokens);
    m_rowsAreTokens = true;
}

void GridAxisRect::setColumnBrackets(std::vector<AxisBracket> brackets)
{
    m_columnBrackets = std::move(brackets);
    m_widestColumn.clear();
    axis(QCPAxis::atBottom)->setTickLabelPadding(space::xs + (m_columnBrackets.empty() ? 0 : bracketDepth));
}

void GridAxisRect::setRowBrackets(std::vector<AxisBracket> brackets)
{
    m_rowBrackets = std::move(brackets);
    axis(QCPAxis::atLeft)->setTickLabelPadding(space::xs + (m_rowBrackets.empty() ? 0 : bracketDepth));
}

void GridAxisRect::draw(QCPPainter* painter)
{
    QCPAxisRect::draw(painter);
    const QCPAxis* const bottom = axis(QCPAxis::atBottom);
    const QCPAxis* const left = axis(QCPAxis::atLeft);
    painter->setPen(QPen(themeOf(m_style).borderStrong, m_style.lineWidth * 0.8));
    painter->setBrush(Qt::NoBrush);
    painter->setAntialiasing(true);
    constexpr double inset = 0.12; // of a cell, so that neighbouring brackets stay apart
    const auto isShown = [](const AxisBracket& bracket, const QCPAxis* axis) {
        return axis->range().contains(bracket.first) && axis->range().contains(bracket.last);
    };
    for (const AxisBracket& bracket : m_columnBrackets) {
        if (!isShown(bracket, bottom))
            continue;
        const double from = bottom->coordToPixel(bracket.first - 0.5 + inset),
                     to = bottom->coordToPixel(bracket.last + 0.5 - inset);
        const double line = rect().bottom() + 2.5 + bracketDepth;
        drawBracket(*painter, {from, line, to, line}, {0, -bracketDepth});
    }
    for (const AxisBracket& bracket : m_rowBrackets) {
        if (!isShown(bracket, left))
            continue;
        const double from = left->coordToPixel(bracket.first - 0.5 + inset), to = left->coordToPixel(bracket.last + 0.5 - inset);
        const double line = rect().left() - 1.5 - bracketDepth;
        drawBracket(*painter, {line, from, line, to}, {bracketDepth, 0});
    }
}

void GridAxisRect::setColumnNumbers(int count, const QString& letter) { setColumnLabels(numbered(count, letter), false); }

void GridAxisRect::setColumnNumbers(const QStringList& numbers) { setColumnLabels(numbers, false); }

void GridAxisRect::setColumnLabels(const QStringList& labels, bool areTokens)
{
    m_columnLabels = labels;
    m_columnsAreTokens = areTokens;
    m_widestColumn.clear();
}

void GridAxisRect::setRowNumbers(int count, const QString& letter)
{
    m_rowLabels = numbered(count, letter);
    m_rowsAreTokens = false;
}

void GridAxisRect::setRowsUpwards(const QStringList& names, int rowsOfOne)
{
    m_rowLabels = names;
    m_rowsOfOne = rowsOfOne;
}

void GridAxisRect::setAxisTitles(const QString& columns, const QString& rows)
{
    axis(QCPAxis::atBottom)->setLabel(columns);
    axis(QCPAxis::atLeft)->setLabel(rows);
}

void GridAxisRect::setCells(int rows, int columns, CellShape shape)
{
    m_rows = rows;
    m_columns = columns;
    m_shape = shape;
}

void GridAxisRect::showPart(const QCPRange& columns, const QCPRange& rows)
{
    QCPAxis* const bottom = axis(QCPAxis::atBottom);
    if (m_follower && m_follower->axis(QCPAxis::atBottom)->range() == bottom->range())
        m_follower->axis(QCPAxis::atBottom)->setRange(columns);
    bottom->setRange(columns);
    axis(QCPAxis::atLeft)->setRange(rows);
    m_shownColumns = columns.size();
    m_shownRows = rows.size();
}

int GridAxisRect::noteHeight(const FigureStyle& style, QPaintDevice* device)
{
    return int(std::ceil(QFontMetricsF(tickFont(style), device).height())) + space::xs;
}

void GridAxisRect::setMeasuring(bool on)
{
    m_measuring = on;
    if (m_least)
        *m_least = QSizeF(QWIDGETSIZE_MAX, QWIDGETSIZE_MAX);
}

bool GridAxisRect::isUnsettled() const
{
    constexpr int rounding = 1; // px
    return (m_least && m_cell != *m_least) || rect().width() < m_labelled.width() - rounding
        || rect().height() < m_labelled.height() - rounding;
}

void GridAxisRect::update(UpdatePhase phase)
{
    if (phase == upPreparation)
        chooseLabels();
    if (phase == upLayout)
        fitCells();
    QCPAxisRect::update(phase);
}

QSize GridAxisRect::minimumOuterSizeHint() const
{
    const QMargins around = margins();
    const int map = m_rows > 0 ? std::clamp(lowestRow * m_rows, thinnest, lowestMap) : lowestMap;
    return {around.left() + around.right(), around.top() + std::max(map + around.bottom(), m_roomDown)};
}

int GridAxisRect::calculateAutoMargin(QCP::MarginSide side)
{
    // Where a map may have more cells than pixels, whatever its labels take.
    const QSize place = outerRect().size(); // empty before the first layout
    const bool isLarge
        = m_style.blocks != MapBlocks::Mean && !place.isEmpty() && (m_rows > place.height() || m_columns > place.width());
    const int own = side == QCP::msRight ? m_roomRight : side == QCP::msTop && isLarge ? noteHeight(m_style, mParentPlot) : 0;
    const int labels = QCPAxisRect::calculateAutoMargin(side);
    if (side != QCP::msBottom)
        return labels + own;
    m_labelsBelow = labels;
    return labels + m_roomBelow;
}

void GridAxisRect::chooseLabels()
{
    m_labelled = rect().size();
    if (m_least && !m_measuring && m_rows > 0 && m_columns > 0) // the cells of another are smaller
        m_labelled = QSizeF(m_labelled).boundedTo(QSizeF(m_least->width() * m_columns, m_least->height() * m_rows)).toSize();
    const QFontMetricsF metrics(tickFont(m_style), mParentPlot);
    const auto stepFor = [](int all, double shown, double room, double needed, bool isRound) {
        const double count = shown > 0 ? std::min(shown, double(all)) : all; // of a part
        int step = std::max(1, int(std::ceil(count / maxLabels)));
        if (room > 0 && count > 0)
            step = std::max(step, int(std::ceil(needed / (room / count))));
        return isRound ? roundStep(step) : step;
    };

    // Columns: horizontally when the widest label fits its cell; otherwise at 45° when that
    // keeps more of them (words of Chinese mostly fit); numbers are thinned instead.
    QCPAxis* const bottom = axis(QCPAxis::atBottom);
    const std::vector<PlacedLabel> columns = placed(m_columnLabels, m_columnBrackets);
    // Thousands of words take longer than the map of their cells: once, not at every step of a zoom.
    const auto [measured, isNew] = m_widestColumn.try_emplace(mParentPlot->logicalDpiY(), 0.0);
    if (isNew)
        measured->second = widestOf(columns, metrics);
    const double widest = measured->second, room = m_measuring ? 0 : m_labelled.width();
    const int columnCount = int(m_columnLabels.size());
    int step = stepFor(columnCount, m_shownColumns, room, widest + (m_columnsAreTokens ? 3 : int(space::s)), !m_columnsAreTokens);
    double angle = 0;
    if (m_columnsAreTokens && step > 1 && !m_measuring) {
        const int slanted = stepFor(columnCount, m_shownColumns, room, slantedRoom * metrics.height(), false);
        if (slanted < step) {
            step = slanted;
            angle = -45;
        }
    }
    bottom->setTickLabelRotation(angle);
    if (m_columnsAreTokens) {
        std::vector<PlacedLabel> shown = shownWords(columns, std::size_t(step), false);
        // Places instead of the same short words are wider than these.
        if (const double wide = widestOf(shown, metrics); angle == 0 && wide > widest)
            shown
                = shownWords(columns, std::size_t(stepFor(columnCount, m_shownColumns, room, wide + int(space::s), true)), false);
        showEvery(bottom, shown, 1);
    } else if (m_columnTicker) {
        m_columnTicker->setTickCount(std::clamp(int(room / (widest + 2 * space::s)), 2, 6));
        bottom->setTicker(m_columnTicker);
    } else {
        showEvery(bottom, columns, std::size_t(step), firstOf(columns, std::size_t(step)));
    }

    const int rowCount = int(m_rowLabels.size());
    int rowStep = stepFor(
        rowCount, m_shownRows, m_measuring ? 0 : m_labelled.height(), metrics.height(), !m_rowsAreTokens && m_rowsOfOne == 0);
    if (m_rowsOfOne > 0 && rowStep > 1)
        rowStep = m_rowsOfOne * roundStep((rowStep + m_rowsOfOne - 1) / m_rowsOfOne);
    const int firstRow = m_rowsOfOne > 0 ? std::max(0, rowCount - 1) % rowStep : 0;
    QCPAxis* const left = axis(QCPAxis::atLeft);
    const std::vector<PlacedLabel> rows = placed(m_rowLabels, m_rowBrackets);
    const bool hasRoom = autoMargins().testFlag(QCP::msLeft); // others have measured the words alone
    if (m_rowsAreTokens && m_rowsOfOne == 0)
        showEvery(left, shownWords(rows, std::size_t(rowStep), hasRoom), 1);
    else
        showEvery(left, rows, std::size_t(rowStep), std::size_t(firstRow));
}

void GridAxisRect::fitCells()
{
    if (m_rows <= 0 || m_columns <= 0)
        return;
    const QMargins base = margins();
    const QRect room = outerRect().marginsRemoved(base);
    if (room.width() <= 0 || room.height() <= 0)
        return;
    double width = double(room.width()) / m_columns;
    double height = double(room.height()) / m_rows;
    if (m_shape == CellShape::Square)
        width = height = std::min(width, height);
    const auto whole = [](double size) { return size >= wholePixelsFrom ? std::floor(size) : size; };
    m_cell = {whole(width), whole(height)};
    if (m_least)
        m_cell = *m_least = m_least->boundedTo(m_cell);
    const int right = std::clamp(int(std::lround(m_cell.width() * m_columns)), std::min(thinnest, room.width()), room.width());
    const int bottom = std::clamp(int(std::lround(m_cell.height() * m_rows)), std::min(thinnest, room.height()), room.height());
    setMargins({base.left(), base.top(), outerRect().width() - base.left() - right, outerRect().height() - base.top() - bottom});
    if (m_follower) {
        QMargins margins = m_follower->margins();
        margins.setLeft(rect().left() - m_follower->outerRect().left());
        margins.setRight(m_follower->outerRect().right() - rect().right());
        m_follower->setMargins(margins);
    }
}

} // namespace widgets
