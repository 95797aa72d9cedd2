#include "widgets/views/map_rows.h"

#include "widgets/plot/color_bar.h"
#include "widgets/plot/grid_axis_rect.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace widgets {

namespace {

/// Text that stands at the left, or in the middle, of its place, and begins `top` px below its upper edge.
class Words : public QCPLayoutElement
{
public:
    struct Line
    {
        QString text;
        QFont font;
        QColor color;
    };

    Words(Plot* plot, std::vector<Line> lines, Qt::Alignment alignment, double top = 0)
        : QCPLayoutElement(plot)
        , m_lines(std::move(lines))
        , m_alignment(alignment)
        , m_top(top)
    {
        setMargins({});
    }

    QSize minimumOuterSizeHint() const override
    {
        double width = 0, height = m_top;
        for (const Line& line : m_lines) {
            const QFontMetricsF metrics(line.font, mParentPlot);
            width = std::max(width, metrics.horizontalAdvance(line.text));
            height += metrics.height();
        }
        return {m_isAbove ? 0 : int(std::ceil(width)), int(std::ceil(height))};
    }
    /// Beside a map no wider than it is, above one no higher: the maps get the rest.
    QSize maximumOuterSizeHint() const override
    {
        const QSize least = minimumOuterSizeHint();
        return m_isAbove ? QSize(QWIDGETSIZE_MAX, least.height()) : QSize(least.width(), QWIDGETSIZE_MAX);
    }
    void setAbove(double left)
    {
        m_isAbove = true;
        m_left = left;
    }

protected:
    void draw(QCPPainter* painter) override
    {
        double y = mRect.top() + m_top;
        for (const Line& line : m_lines) {
            const QFontMetricsF metrics(line.font, mParentPlot);
            painter->setFont(line.font);
            painter->setPen(line.color);
            painter->drawText(QRectF(mRect.left() + m_left, y, m_isAbove ? 2000 : mRect.width() + 1, metrics.height()),
                m_alignment | Qt::AlignVCenter, line.text);
            y += metrics.height();
        }
    }
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override { painter->setAntialiasing(true); }

private:
    std::vector<Line> m_lines;
    Qt::Alignment m_alignment;
    double m_top;
    bool m_isAbove = false;
    double m_left = 0;
};

/// The measures that the size of a map follows from.
struct Measures
{
    double names = 0;      // of the rows, with their gap
    double rowTokens = 0;
    double tokens = 0;     // of one map
    double columnTokens = 0;
    double heading = 0;
    double signs = 0;      // of one row, with gaps
    double bars = 0;
    int columns = 0;       // maps beside each other
    int lines = 0;         // of maps above each other, of one row
    bool isWide = false;   // names and signs stand beside the maps; otherwise above them
};

/// Whether map i has the colour bar of its quantity: the last one of it.
bool hasBar(const std::vector<SquareMap>& maps, std::size_t i)
{
    const auto isSame = [&](const SquareMap& map) { return map.quantity == maps[i].quantity; };
    return !maps[i].quantity.isEmpty() && std::none_of(maps.begin() + std::ptrdiff_t(i) + 1, maps.end(), isSame);
}

constexpr double kGap = space::s;
constexpr double kOneLineFrom = 620; // px of ordinary type

/// In a third of a page the maps matter more than their keys.
bool hasRoomForBars(const MapRows& rows, const FigureStyle& style)
{
    const double unit = style.labelPoints / FigureStyle().labelPoints;
    return rows.width >= 330 * unit && rows.height >= 170 * unit;
}

Measures measure(const MapRows& rows, const FigureStyle& style, int lines)
{
    const QFontMetricsF tick(tickFont(style)), label(labelFont(style));
    const double unit = style.labelPoints * style.dpiFactor / FigureStyle().labelPoints;
    Measures m;
    const std::vector<SquareMap>& first = rows.rows.front();
    double ownTokens = 0;
    m.lines = lines;
    m.columns = (int(first.size()) + lines - 1) / lines;
    m.isWide = lines == 1 && rows.width / unit >= kOneLineFrom * double(first.size()) / 4;
    double widest = 0;
    for (const QString& token : rows.rowTokens)
        widest = std::max(widest, tick.horizontalAdvance(visibleToken(token)));
    m.tokens = m.rowTokens = widest + space::s;
    double highest = tick.height();
    for (const QString& token : rows.columnTokens)
        highest = std::max(highest, 0.75 * tick.horizontalAdvance(visibleToken(token)) + 0.75 * tick.height());
    m.columnTokens = highest + space::m;
    m.heading = tick.height() + kGap;
    for (const RowName& name : rows.names)
        for (const QString& line : name.lines)
            m.names = std::max(m.names, label.horizontalAdvance(line) + space::m);
    if (!m.isWide)
        m.names = 0;
    if (m.isWide)
        for (const SquareMap& map : first)
            if (!map.sign.isEmpty())
                m.signs += label.horizontalAdvance(map.sign) + 2 * kGap;
    if (!m.isWide)
        m.signs = double(m.columns - 1) * kGap;
    std::vector<double> bars(std::size_t(m.columns), 0.0); // of each column the widest
    for (std::size_t i = 0; i < first.size(); ++i) {
        double& bar = bars[i % std::size_t(m.columns)];
        if (hasRoomForBars(rows, style) && hasBar(first, i))
            bar = std::max(
                bar, 46 + std::max((i + 1 == first.size() ? 58 : 44) * unit, tick.horizontalAdvance(first[i].quantity)));
        if (!first[i].tokens.isEmpty() && i > 0)
            ownTokens = m.rowTokens + space::s;
    }
    m.bars = std::accumulate(bars.begin(), bars.end(), 0.0);
    m.rowTokens += ownTokens;
    return m;
}

double sideOf(const MapRows& rows, const FigureStyle& style, const Measures& m, int count)
{
    const double wide = (rows.width - m.names - m.rowTokens - m.signs - m.bars) / m.columns;
    const double names = !m.isWide && !rows.names.empty() ? QFontMetricsF(labelFont(style)).height() + kGap : 0;
    const double high = (rows.height - m.columnTokens - m.lines * m.heading - names) / (count * m.lines) - kGap;
    return std::max(36.0, std::floor(std::min(wide, high)) - 4);
}

/// In one line where it is wide; else in one or two, whichever makes the maps larger.
Measures measure(const MapRows& rows, const FigureStyle& style)
{
    const Measures one = measure(rows, style, 1), two = measure(rows, style, 2);
    const int count = int(rows.rows.size());
    return one.isWide || sideOf(rows, style, one, count) >= sideOf(rows, style, two, count) ? one : two;
}

} // namespace

int rowsThatFit(const MapRows& rows, const FigureStyle& style, double side)
{
    const Measures m = measure(rows, style);
    if (!m.isWide)
        return 1;
    return std::max(1,
        int((rows.height - m.columnTokens - m.heading)
            / (side * style.labelPoints * style.dpiFactor / FigureStyle().labelPoints + kGap)));
}

void addMapRows(Plot& plot, int place, const MapRows& rows, const FigureStyle& style)
{
    const Theme& theme = themeOf(style);
    const Measures m = measure(rows, style);
    const double side = sideOf(rows, style, m, int(rows.rows.size()));
    const QFontMetricsF label(labelFont(style));
    auto* grid = plot.makeGrid();
    // In the plot first: a layout with empty cells cannot be taken over. Beside and below it the place stays empty, so that
    // the maps do not bound what stands in the same row or column of the panel.
    auto* whole = plot.makeGrid();
    plot.panel()->addElement(place, 0, whole);
    whole->addElement(0, 0, grid);
    whole->addElement(0, 1, new QCPLayoutElement(&plot));
    whole->addElement(1, 0, new QCPLayoutElement(&plot));
    whole->setColumnStretchFactor(0, 0.001);
    whole->setRowStretchFactor(0, 0.001);
    whole->setColumnSpacing(0);
    whole->setRowSpacing(0);
    grid->setRowSpacing(int(kGap));
    grid->setColumnSpacing(int(kGap));
    int below = 0;
    // Names and signs have columns of their own, where there are some: an empty column would take room.
    const auto columnOf = [&](int map) { return !m.isWide ? map : (rows.names.empty() ? 0 : 1) + 2 * map; };
    const QFont bold = figureFont(style, style.labelPoints, QFont::DemiBold);

    const auto nameOf = [&](const RowName& name) {
        std::vector<Words::Line> lines{{name.heading, bold, name.isMarked ? theme.slotB : theme.text}};
        for (int i = 0; i < name.lines.size(); ++i)
            lines.push_back({name.lines[i], i % 2 == 0 ? tickFont(style) : figureFont(style, style.tickPoints, QFont::DemiBold),
                i % 2 == 0 ? theme.text2 : theme.text});
        const double height = label.height() * (1 + 0.9 * double(name.lines.size()));
        return new Words(&plot, std::move(lines), Qt::AlignLeft, std::max(0.0, (side - height) / 2));
    };
    const auto oneLineName = [&](const RowName& name) {
        auto* words = new Words(&plot,
            {{name.heading + QStringLiteral("   ") + name.lines.join(QLatin1Char(' ')), bold,
                name.isMarked ? theme.slotB : theme.text}},
            Qt::AlignLeft);
        words->setAbove(0);
        return words;
    };

    for (std::size_t row = 0; row < rows.rows.size(); ++row) {
        const std::vector<SquareMap>& maps = rows.rows[row];
        const bool isLast = row + 1 == rows.rows.size();
        for (int line = 0; line < m.lines; ++line) {
            const int first = line * m.columns;
            if (!m.isWide && line == 0 && row < rows.names.size() && !rows.names[row].heading.isEmpty()) {
                grid->addElement(below, 0, oneLineName(rows.names[row]));
                grid->setRowStretchFactor(below++, 0.001);
            }
            if (row == 0 || !m.isWide) {
                for (int i = first; i < std::min(first + m.columns, int(maps.size())); ++i) {
                    QString text = maps[std::size_t(i)].heading;
                    if (!m.isWide && !maps[std::size_t(i)].sign.isEmpty())
                        text = maps[std::size_t(i)].sign + QLatin1Char(' ') + text;
                    text = QFontMetricsF(tickFont(style))
                               .elidedText(text, Qt::ElideRight, side + (m.isWide ? 2 * kGap : m.bars / m.columns) + kGap);
                    auto* heading = new Words(&plot, {{text, tickFont(style), theme.text2}}, Qt::AlignLeft);
                    heading->setAbove(i == first || !maps[std::size_t(i)].tokens.isEmpty() ? m.tokens : 0);
                    grid->addElement(below, columnOf(i - first), heading);
                }
                grid->setRowStretchFactor(below++, 0.001);
            }
            if (m.isWide && row < rows.names.size())
                grid->addElement(below, 0, nameOf(rows.names[row]));
            for (int i = first; i < std::min(first + m.columns, int(maps.size())); ++i) {
                const SquareMap& map = maps[std::size_t(i)];
                if (m.isWide && !map.sign.isEmpty())
                    grid->addElement(below, columnOf(i) - 1,
                        new Words(&plot, {{map.sign, labelFont(style), theme.text2}}, Qt::AlignHCenter,
                            std::max(0.0, (side - label.height()) / 2)));
                GridAxisRect* rect = plot.addGridRect(plot.panel()->rowCount(), 0, style);
                grid->addElement(below, columnOf(i - first), rect);
                rect->setCells(int(map.grid.rows), int(map.grid.columns), CellShape::Square);
                rect->setMinimumSize(int(side), int(side));
                rect->setMaximumSize(QWIDGETSIZE_MAX, int(side)); // a bar makes one of a column wider than another
                if (i == first || !map.tokens.isEmpty())
                    rect->setRowTokens(map.tokens.isEmpty() ? rows.rowTokens : map.tokens);
                if ((isLast && line + 1 == m.lines) || !map.tokens.isEmpty())
                    rect->setColumnTokens(map.tokens.isEmpty() ? rows.columnTokens : map.tokens);
                auto* plottable = new HeatmapPlottable(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft), style);
                plottable->setName(map.name);
                plottable->setNumbers(side / double(std::max<core::Index>(1, map.grid.columns)) > 40);
                plottable->setData(map.grid, map.scale);
                plottable->setPinned(map.pinned);
                if (row == 0 && hasRoomForBars(rows, style) && hasBar(maps, std::size_t(i))) {
                    auto* bar = new ColorBar(rect, map.scale, map.quantity, style);
                    if (i + 1 < int(maps.size()))
                        bar->setShowsMasked(false); // the last one says it for all
                }
            }
            ++below;
        }
    }
    plot.panel()->simplify();
}

} // namespace widgets
