#include "widgets/views/maps/stage.h"

#include "widgets/plot/color_bar.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/grid_axis_rect.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/panel_layout.h"
#include "widgets/views/maps/words.h"
#include "widgets/views/shared/figure_room.h"
#include "widgets/views/shared/no_room.h"

#include <algorithm>
#include <cmath>

namespace widgets {

namespace {

constexpr int kMaxLetters = 10;      // of a token, so that long ones leave room for the maps
constexpr double kLargestCell = 72;   // px of ordinary type; of few tokens the map is small, not the cell huge
constexpr double kLargestOfFew = 150; // but no map smaller for it than this
constexpr double kShortestBar = 72;   // px, as ColorBar draws it

QStringList shortened(const QStringList& tokens)
{
    QStringList result;
    for (const QString& token : tokens)
        result << visibleToken(token, kMaxLetters);
    return result;
}

/// Hides what belongs to a chart that there is no room for: its lines, labels and items do not go with their rect.
void show(QCPLayoutElement& element, bool on)
{
    element.setVisible(on);
    QList<QCPLayoutElement*> inside = element.elements(true);
    inside << &element;
    for (QCPLayoutElement* each : std::as_const(inside)) {
        auto* rect = qobject_cast<QCPAxisRect*>(each);
        if (!rect)
            continue;
        rect->setVisible(on);
        for (QCPLayerable* layerable : rect->findChildren<QCPLayerable*>(QString(), Qt::FindDirectChildrenOnly))
            if (!qobject_cast<QCPAxis*>(layerable))
                layerable->setVisible(on);
        for (QCPAbstractItem* item : rect->items())
            item->setVisible(on);
    }
}

} // namespace

MapStage::MapStage(Plot& plot, int row, int column, const MapRows& rows, const FigureStyle& style)
    : m_plot(plot)
    , m_style(style)
    , m_unit(typeScale(style))
    , m_isCounted(rows.columnTokens.isEmpty())
    , m_rowTokens(shortened(rows.rowTokens))
    , m_columnTokens(shortened(rows.columnTokens))
    , m_brackets(rows.brackets)
{
    for (QCPLayoutElement* const element : plot.plotLayout()->elements(true))
        if (auto* const before = qobject_cast<MapStage*>(element)) {
            m_beside.emplace_back(before);
            before->m_beside.emplace_back(this);
        }
    plot.panel()->addElement(row, column, this);
    setMargins({});
    m_demand.rows = int(rows.rows.size());
    m_demand.maps.resize(rows.rows.front().size());
    for (const std::vector<SquareMap>& maps : rows.rows)
        for (std::size_t i = 0; i < maps.size(); ++i)
            addMap(maps[i], &maps == &rows.rows.front() && !maps[i].quantity.isEmpty(), i + 1 == maps.size());
    for (const RowName& name : rows.names)
        addName(name);
    m_missing = new MapWords(&m_plot, {}, Qt::AlignLeft);
    addElement(m_missing, QRectF());
    plot.panel()->simplify();
    for (const Piece& piece : m_pieces)
        piece.rect->setAxisTitles(rows.columnTitle, rows.rowTitle);
    measure(rows);
}

void MapStage::addMap(const SquareMap& map, bool hasBar, bool isLast)
{
    Piece piece;
    piece.map = map;
    piece.map.tokens = shortened(map.tokens);
    piece.map.grid = {};
    piece.rect = m_plot.addGridRect(m_plot.panel()->rowCount(), 0, m_style);
    addElement(piece.rect, QRectF());
    piece.rect->setAutoMargins(QCP::msNone);
    piece.rect->setCells(int(map.grid.rows), int(map.grid.columns), CellShape::Square);
    piece.plottable = new HeatmapPlottable(piece.rect->axis(QCPAxis::atBottom), piece.rect->axis(QCPAxis::atLeft), m_style);
    piece.plottable->setName(map.name);
    piece.plottable->setData(map.grid, map.scale);
    piece.plottable->setBlocks(map.blocks);
    piece.plottable->setPinned(map.pinned);
    if (hasBar) {
        piece.bar = new ColorBar(piece.rect, map.scale, map.quantity, m_style);
        if (!isLast)
            piece.bar->setShowsMasked(false); // the last one says it for all
    }
    piece.heading = new MapWords(&m_plot, {}, Qt::AlignLeft);
    addElement(piece.heading, QRectF());
    piece.sign
        = new MapWords(&m_plot, {{map.sign, labelFont(m_style), themeOf(m_style).text2}}, Qt::AlignHCenter | Qt::AlignVCenter);
    addElement(piece.sign, QRectF());
    m_pieces.push_back(piece);
}

void MapStage::addName(const RowName& name)
{
    const Theme& theme = themeOf(m_style);
    std::vector<MapWords::Part> parts{
        {name.heading, figureFont(m_style, m_style.labelPoints, QFont::DemiBold), name.isMarked ? theme.slotB : theme.text}};
    for (int i = 0; i < name.lines.size(); ++i)
        parts.push_back({name.lines[i], i % 2 == 0 ? tickFont(m_style) : figureFont(m_style, m_style.tickPoints, QFont::DemiBold),
            i % 2 == 0 ? theme.text2 : theme.text});
    m_names.push_back(new MapWords(&m_plot, std::move(parts), Qt::AlignLeft | Qt::AlignVCenter));
    addElement(m_names.back(), QRectF());
}

void MapStage::measure(const MapRows& rows)
{
    const QFontMetricsF tick(tickFont(m_style), &m_plot), label(labelFont(m_style), &m_plot);
    m_demand.unit = m_unit;
    const Grid& first = rows.rows.front().front().grid;
    m_demand.cells = std::max(1, int(std::max(first.rows, first.columns)));
    m_demand.maxSide = std::max(kLargestOfFew, kLargestCell * m_demand.cells) * m_unit;
    m_demand.heading = rows.rows.front().front().heading.isEmpty() ? 0 : tick.height() + space::xs;
    m_roomOfNote = roomOfNote(m_demand.cells, pictureHeight(m_style), GridAxisRect::noteHeight(m_style, &m_plot));
    m_demand.heading += m_roomOfNote;
    for (const MapWords* name : m_names) {
        double width = 0;
        for (const MapWords::Part& part : name->parts())
            width += QFontMetricsF(part.font, &m_plot).horizontalAdvance(part.text) + space::s;
        m_demand.nameWidth = std::max(m_demand.nameWidth, width);
    }
    m_demand.nameLine = rows.names.empty() ? 0 : label.height() + space::xs + (m_demand.heading > 0 ? 0 : tick.height() / 2);
    if (rows.rows.size() > 1)
        for (const MapWords* name : m_names)
            m_demand.nameColumn = std::max(m_demand.nameColumn, name->wanted() + space::m);
    const auto widestOf = [&](const QStringList& tokens) {
        double widest = 0;
        for (const QString& token : tokens)
            widest = std::max(widest, tick.horizontalAdvance(token));
        return widest;
    };
    const QStringList numbers{countedText(m_demand.cells)};
    const double title = m_isCounted || !rows.rowTitle.isEmpty() ? label.height() + space::xs : 0;
    m_demand.rowTokens = widestOf(m_isCounted ? numbers : m_rowTokens) + space::s + title;
    m_demand.widestToken = widestOf(m_isCounted ? QStringList() : m_columnTokens);
    const bool isUnnamed = !m_isCounted && m_demand.widestToken <= 0; // tokens without a word: no line is kept for them
    m_demand.flatTokens = isUnnamed ? space::xs : tick.height() + space::s;
    m_demand.tokenLine = m_isCounted || isUnnamed ? 0 : tick.height();
    m_demand.columnTokens
        = m_isCounted || isUnnamed ? m_demand.flatTokens : 0.72 * (m_demand.widestToken + tick.height()) + space::s;
    if (!m_brackets.empty())
        for (double* room : {&m_demand.rowTokens, &m_demand.flatTokens, &m_demand.columnTokens})
            *room += bracketDepth;
    m_demand.extraBelow = title;
    for (std::size_t i = 0; i < m_demand.maps.size(); ++i) {
        const SquareMap& map = rows.rows.front()[i];
        MapDemand& demand = m_demand.maps[i];
        demand.sign = map.sign.isEmpty() ? 0 : label.horizontalAdvance(map.sign);
        demand.heading = tick.horizontalAdvance(headingOf(i, true));
        demand.hasOwnTokens = !map.tokens.isEmpty();
        demand.endsQuantity = true;
        for (std::size_t later = i + 1; later < m_demand.maps.size(); ++later)
            if (rows.rows.front()[later].quantity == map.quantity)
                demand.endsQuantity = false;
    }
}

QCPLayoutGrid* MapStage::addChart(QSizeF least, const QString& name)
{
    m_chartNames << name;
    QCPLayoutGrid* grid = m_plot.makeGrid();
    addElement(grid, QRectF());
    m_charts.push_back(grid);
    m_demand.charts.push_back(least * m_unit);
    return grid;
}

void MapStage::demandBars()
{
    const double line = QFontMetricsF(tickFont(m_style), &m_plot).height();
    for (std::size_t i = 0; i < m_demand.maps.size(); ++i) {
        MapDemand& demand = m_demand.maps[i];
        const Piece& piece = m_pieces[i];
        demand.bar = piece.bar && piece.rect ? piece.rect->roomRight() : 0; // gone where a file is wanted without
        const ColorScale& scale = piece.map.scale;
        const bool isLast = i + 1 == m_demand.maps.size();
        const int lines
            = 1 + !scale.suffix().isEmpty() + (scale.clippedLow > 0) + (scale.clippedHigh > 0) + (isLast && scale.masked > 0);
        demand.barHeight = kShortestBar + space::s + lines * line;
    }
}

/// With the sign before it where that has no place of its own; in measuring it has.
QString MapStage::headingOf(std::size_t i, bool hasEnds) const
{
    const SquareMap& map = m_pieces[i].map;
    QString heading = map.heading;
    if (hasEnds && !map.ends.isEmpty())
        heading += QLatin1Char(' ') + map.ends;
    const bool hasSign = m_now.maps.empty() || m_now.hasSigns || map.sign.isEmpty();
    return hasSign ? heading : map.sign + QLatin1Char(' ') + heading;
}

bool MapStage::haveEndsRoom() const
{
    const QFontMetricsF metrics(tickFont(m_style), &m_plot);
    for (std::size_t i = 0; i < m_now.headings.size(); ++i)
        if (!m_now.headings[i].isEmpty() && metrics.horizontalAdvance(headingOf(i, true)) > m_now.headings[i].width() + 1)
            return false;
    return true;
}

void MapStage::placeMap(std::size_t i)
{
    Piece& piece = m_pieces[i];
    const QRectF map = m_now.maps[i].translated(rect().topLeft());
    const QStringList& own = piece.map.tokens;
    if (m_isCounted) {
        piece.rect->setRowNumbers(m_demand.cells);
        piece.rect->setColumnNumbers(m_demand.cells);
    } else {
        const std::vector<AxisBracket> none, &brackets = own.isEmpty() ? m_brackets : piece.map.brackets;
        piece.rect->setRowTokens(!m_now.showsRows[i] ? QStringList() : own.isEmpty() ? m_rowTokens : own);
        piece.rect->setRowBrackets(m_now.showsRows[i] ? brackets : none);
        piece.rect->setColumnTokens(!m_now.showsColumns[i] ? QStringList() : own.isEmpty() ? m_columnTokens : own);
        piece.rect->setColumnBrackets(m_now.showsColumns[i] ? brackets : none);
    }
    const bool hasBar = piece.bar && m_now.showsBar[i];
    if (piece.bar)
        piece.bar->setVisible(hasBar);
    const QMargins room(int(std::ceil(m_demand.rowTokens)), m_now.headings[i].isEmpty() ? 0 : m_roomOfNote, hasBar ? piece.rect->roomRight() : 0,
        int(std::ceil(m_now.tokensBelow + m_demand.extraBelow)));
    piece.rect->setMargins(room);
    piece.rect->setOuterRect(map.toRect().marginsAdded(room));
    piece.rect->update(upPreparation); // its labels, for the room that it has now
    piece.plottable->setNumbers(m_now.side / double(m_demand.cells) > 40 * m_unit);

    piece.heading->setParts({{headingOf(i, haveEndsRoom()), tickFont(m_style), themeOf(m_style).text2}});
    piece.heading->setVisible(!m_now.headings[i].isEmpty());
    piece.heading->setOuterRect(m_now.headings[i].translated(rect().topLeft()).toAlignedRect());
    piece.sign->setVisible(!m_now.signs[i].isEmpty());
    piece.sign->setOuterRect(m_now.signs[i].translated(rect().topLeft()).toAlignedRect());
}

StageDemand MapStage::sharedDemand()
{
    demandBars();
    StageDemand shared = m_demand;
    const auto raise = [](double& mine, double theirs) { mine = std::max(mine, theirs); };
    for (const QPointer<MapStage>& beside : m_beside) {
        if (!beside)
            continue;
        beside->demandBars();
        const StageDemand& other = beside->m_demand;
        if (other.maps.size() != shared.maps.size() || other.rows != shared.rows || other.cells != shared.cells
            || other.charts.size() != shared.charts.size())
            continue;
        for (double StageDemand::*each : {&StageDemand::rowTokens, &StageDemand::flatTokens, &StageDemand::widestToken,
                 &StageDemand::columnTokens, &StageDemand::nameWidth, &StageDemand::nameColumn})
            raise(shared.*each, other.*each);
        for (std::size_t i = 0; i < shared.maps.size(); ++i) {
            for (double MapDemand::*each : {&MapDemand::sign, &MapDemand::heading})
                raise(shared.maps[i].*each, other.maps[i].*each);
            if (shared.maps[i].bar > 0 && other.maps[i].bar > 0) // else one key is that of both
                for (double MapDemand::*each : {&MapDemand::bar, &MapDemand::barHeight})
                    raise(shared.maps[i].*each, other.maps[i].*each);
        }
    }
    return shared;
}

/// Whether this map has a colour bar here or in a stage beside it, whose key may serve both.
bool MapStage::wantsBar(std::size_t i) const
{
    return m_demand.maps[i].bar > 0 || std::ranges::any_of(m_beside, [&](const QPointer<MapStage>& beside) {
        return beside && i < beside->m_demand.maps.size() && beside->m_demand.maps[i].bar > 0;
    });
}

/// "w · w, score ±5.53, with place ±0.734": the scales whose colour bar is not shown; empty where all are.
QString MapStage::scalesWithoutBar() const
{
    if (!m_style.showColorBar) // the panel that has the bars of all says it
        return {};
    QStringList named, words;
    for (std::size_t i = 0; i < m_demand.maps.size(); ++i)
        if (m_now.showsBar[i])
            named << m_pieces[i].map.quantity;
    for (std::size_t i = 0; i < m_demand.maps.size(); ++i) {
        const QString& quantity = m_pieces[i].map.quantity;
        const ColorScale& scale = m_pieces[i].map.scale;
        if (!wantsBar(i) || named.contains(quantity))
            continue;
        named << quantity;
        const QString ends = scale.low == -scale.high
            ? QStringLiteral("±%1").arg(formatNumber(scale.high))
            : QStringLiteral("%1 … %2").arg(formatNumber(scale.low), formatNumber(scale.high));
        words << QStringLiteral("%1 %2").arg(quantity, ends);
    }
    return words.join(tr(", "));
}

/// The lines below the maps and charts.
QStringList MapStage::missing() const
{
    QStringList lines;
    if (const QString scales = scalesWithoutBar(); !scales.isEmpty())
        lines << tr("Colours: %1").arg(scales);
    if (const qsizetype shown = qsizetype(m_now.charts.size()); shown < m_chartNames.size())
        lines << noRoomText(m_plot, m_chartNames.mid(shown), rect().width(), m_style);
    return lines;
}

/// Whether maps with their tokens and charts end inside.
static bool isInside(const MapArrangement& arranged, QSizeF room)
{
    const auto ends = [&](double bottom) { return bottom <= room.height() + 1; };
    bool is = std::ranges::all_of(arranged.charts, [&](const QRectF& chart) { return ends(chart.bottom()); });
    for (std::size_t i = 0; is && i < arranged.maps.size(); ++i)
        is = ends(arranged.maps[i].bottom() + (arranged.showsColumns[i] ? arranged.tokensBelow : 0));
    return is;
}

/// Arranges all in the room, less that of the lines that say what is missing.
void MapStage::arrange(const StageDemand& demand, QSizeF room)
{
    const MapArrangement whole = arrangeMaps(demand, room);
    m_now = whole;
    const double line = QFontMetricsF(tickFont(m_style), &m_plot).height();
    double height = 0;
    QStringList lines = saysNoRoom(m_style) ? missing() : QStringList();
    while (!lines.isEmpty() && height < double(lines.size()) * line) { // with less room more may be missing
        height = double(lines.size()) * line + space::xs;
        m_now = arrangeMaps(demand, {room.width(), std::max(1.0, room.height() - height)});
        lines = missing();
    }
    if (!lines.isEmpty() && !isInside(m_now, {room.width(), room.height() - height})) {
        m_now = whole;
        lines.clear();
        height = 0;
    }
    std::vector<MapWords::Part> parts;
    for (const QString& words : lines)
        parts.push_back({words, tickFont(m_style), themeOf(m_style).text2});
    m_missing->setVisible(!parts.empty());
    m_missing->setParts(std::move(parts));
    const QRect all = rect();
    m_missing->setOuterRect(QRect(all.left(), all.bottom() + 1 - int(std::ceil(height)), all.width(), int(std::ceil(height))));
}

void MapStage::updateLayout()
{
    constexpr int step = 4; // px: of rooms that are as good as equal
    const auto even = [&](int length) { return m_beside.empty() ? length : length / step * step; };
    arrange(sharedDemand(), QSizeF(even(rect().width()), even(rect().height())));
    for (std::size_t i = 0; i < m_pieces.size(); ++i)
        if (m_pieces[i].rect && m_pieces[i].plottable)
            placeMap(i);
    for (std::size_t row = 0; row < m_names.size(); ++row) {
        m_names[row]->setInLine(!m_now.hasNameColumn);
        m_names[row]->setOuterRect(m_now.names[row].translated(rect().topLeft()).toAlignedRect());
    }
    for (std::size_t i = 0; i < m_charts.size(); ++i) {
        const bool isShown = i < m_now.charts.size();
        show(*m_charts[i], isShown);
        m_charts[i]->setOuterRect(
            isShown ? m_now.charts[i].translated(rect().topLeft()).toRect() : QRect(rect().topLeft(), QSize(1, 1)));
    }
}

} // namespace widgets
