#include "widgets/views/attention/stage_page.h"

#include "widgets/plot/grid_axis_rect.h"
#include "widgets/plot/panel_layout.h"
#include "widgets/plot/plot.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace widgets {

namespace {

constexpr int maxTokens = 24; // whose texts are on the axes; more are counted
constexpr double tokenShare = 0.19; // of the page's width for the texts beside the rows, at most
constexpr int maxLetters = 16, minLetters = 4;
constexpr double wideShare = 0.22;  // of the page's width for a wide map, at least
constexpr double wideLines = 1.8;   // of type: the least height of a wide map
constexpr double headingLines = 1.2; // of type: a heading of one line, with its distance

} // namespace

StagePage::StagePage(Plot& plot, const TokenGroups& rows, const TokenGroups& columns, const FigureStyle& style)
    : m_style(style)
    , m_rows{rows.texts, rows.brackets}
    , m_columns{columns.texts, columns.brackets}
    , m_areCounted(std::max(rows.count(), columns.count()) > maxTokens)
{
    if (m_areCounted)
        m_rows.brackets = m_columns.brackets = {};
    initializeParentPlot(&plot);
    setLayer(QStringLiteral("axes"));
}

GridAxisRect* StagePage::add(const StageCard& card, int rows, int columns)
{
    auto* const plot = static_cast<Plot*>(parentPlot());
    auto* rect = new GridAxisRect(plot, m_style);
    for (QCPAxis* const axis : rect->axes())
        axis->setLayer(QStringLiteral("axes"));
    rect->setAutoMargins(QCP::msNone);
    rect->setMinimumSize(1, 1);
    rect->setMinimumMargins({});
    // Queries of another text than the keys fill the square that is there for them.
    rect->setCells(rows, columns, card.isSquare && !card.isAcross ? CellShape::Square : CellShape::Fill);
    addElement(0, int(m_maps.size()), rect);
    m_cards.push_back(card);
    m_maps.push_back(rect);
    return rect;
}

QSize StagePage::minimumOuterSizeHint() const { return {40, 40}; }

void StagePage::standBeside(StagePage& other)
{
    m_beside.emplace_back(&other);
    other.m_beside.emplace_back(this);
}

/// The texts of the tokens, whole where the widest fits, else shortened until it does.
void StagePage::shortenTokens(double width)
{
    const QFontMetricsF metrics(tickFont(m_style), mParentPlot);
    for (Axis* const axis : {&m_rows, &m_columns}) {
        bool fits = false;
        for (int letters = maxLetters; letters >= minLetters && !fits; --letters) {
            axis->labels.clear();
            axis->widest = 0;
            for (const QString& token : axis->tokens) {
                axis->labels << visibleToken(token, letters);
                axis->widest = std::max(axis->widest, metrics.horizontalAdvance(axis->labels.last()));
            }
            fits = m_areCounted || axis->widest <= tokenShare * width;
        }
    }
}

StageDemand StagePage::demand(double width) const
{
    const QFontMetricsF name(figureFont(m_style, m_style.labelPoints, QFont::DemiBold), mParentPlot);
    const QFontMetricsF tick(tickFont(m_style), mParentPlot);
    const double line = std::ceil(name.height());
    StageDemand demand;
    demand.isChain = true;
    demand.cells = std::max({1, int(m_rows.tokens.size()), int(m_columns.tokens.size())});
    demand.unit = typeScale(m_style);
    const int ofNote = roomOfNote(demand.cells, m_style.size.height(), GridAxisRect::noteHeight(m_style, mParentPlot));
    demand.heading = headingLines * line + ofNote;
    demand.secondLine = line;
    demand.extraBelow = m_style.showColorBar ? std::ceil(1.75 * tick.height()) : 0.5 * tick.height();
    const double texts = m_areCounted ? tick.horizontalAdvance(QString::number(m_rows.tokens.size())) : m_rows.widest;
    demand.rowTokens = std::max(1.4 * line, std::ceil(texts) + 2 * space::xs); // at least of the arrow beside the heading
    demand.flatTokens = tick.height() + space::xs;
    demand.widestToken = m_areCounted ? 0 : m_columns.widest;
    demand.columnTokens
        = demand.widestToken > 0 ? m_columns.widest * std::numbers::sqrt2 / 2 + tick.height() + space::xs : demand.flatTokens;
    if (!m_rows.brackets.empty())
        demand.rowTokens += bracketDepth;
    if (!m_columns.brackets.empty())
        for (double* room : {&demand.flatTokens, &demand.columnTokens})
            *room += bracketDepth;
    demand.chartTokens = demand.rowTokens;
    double wide = wideShare * width;
    for (const StageCard& card : m_cards) {
        const double gap = 0.4 * line;
        double note = card.numbers.isEmpty() ? 0 : tick.horizontalAdvance(card.numbers) + gap;
        for (const QString& skipped : card.skipped)
            note = std::max(note, tick.horizontalAdvance(skipped) + gap);
        const double value = card.value.isEmpty() ? 0 : name.horizontalAdvance(card.value) + 2 * gap + 0.5 * line;
        const double alone = name.horizontalAdvance(card.name) + value;
        if (!card.isSquare) {
            wide = std::max({wide, alone, 5 * line});
            continue;
        }
        MapDemand map;
        map.sign = 1.5 * line;
        map.heading = alone;
        map.words = std::max(name.horizontalAdvance(card.name), value);
        map.name = name.horizontalAdvance(card.name) + gap;
        map.note = note;
        demand.maps.push_back(map);
    }
    demand.charts.assign(m_cards.size() - demand.maps.size(), {wide, (headingLines + wideLines) * line + ofNote + demand.extraBelow});
    return demand;
}

/// What the maps of all ask for, where they are as many: numbers of other lengths make no other arrangement.
StageDemand StagePage::sharedDemand(double width)
{
    shortenTokens(width);
    StageDemand shared = demand(width);
    const auto raise = [](double& mine, double theirs) { mine = std::max(mine, theirs); };
    for (const QPointer<StagePage>& beside : m_beside) {
        if (!beside)
            continue;
        beside->shortenTokens(width);
        const StageDemand other = beside->demand(width);
        if (other.maps.size() != shared.maps.size() || other.charts.size() != shared.charts.size())
            continue;
        for (double StageDemand::*each : {&StageDemand::rowTokens, &StageDemand::flatTokens, &StageDemand::widestToken,
                 &StageDemand::columnTokens, &StageDemand::chartTokens})
            raise(shared.*each, other.*each);
        shared.cells = std::max(shared.cells, other.cells);
        for (std::size_t i = 0; i < shared.maps.size(); ++i)
            for (double MapDemand::*each :
                {&MapDemand::sign, &MapDemand::heading, &MapDemand::words, &MapDemand::name, &MapDemand::note})
                raise(shared.maps[i].*each, other.maps[i].*each);
        for (std::size_t i = 0; i < shared.charts.size(); ++i)
            shared.charts[i] = shared.charts[i].expandedTo(other.charts[i]);
    }
    return shared;
}

void StagePage::updateLayout()
{
    constexpr int step = 4; // px: of rooms that are as good as equal
    const auto even = [&](int length) { return m_beside.empty() ? length : length / step * step; };
    const StageDemand wanted = sharedDemand(even(rect().width()));
    m_now = arrangeMaps(wanted, QSizeF(even(rect().width()), even(rect().height()) - space::xs));
    m_places.clear();
    const int ofNote = roomOfNote(wanted.cells, m_style.size.height(), GridAxisRect::noteHeight(m_style, mParentPlot));
    for (const QRectF& map : m_now.maps)
        m_places.push_back(map.translated(rect().topLeft()).toRect().adjusted(0, -ofNote, 0, 0));
    for (const QRectF& chart : m_now.charts)
        m_places.push_back(chart.translated(rect().topLeft()).adjusted(0, wanted.heading - ofNote, 0, -wanted.extraBelow).toRect());
    for (std::size_t i = 0; i < m_maps.size(); ++i) {
        GridAxisRect* const map = m_maps[i];
        const StageCard& card = m_cards[i];
        map->setMargins({0, ofNote, 0, 0});
        map->setOuterRect(m_places[i]);
        const bool hasRows = startsRow(i), hasColumns = card.isSquare && m_now.showsColumns[i];
        map->axis(QCPAxis::atLeft)->setTickLabels(hasRows);
        map->axis(QCPAxis::atBottom)->setTickLabels(hasColumns);
        map->setRowBrackets(hasRows ? m_rows.brackets : std::vector<AxisBracket>());
        map->setColumnBrackets(hasColumns ? m_columns.brackets : std::vector<AxisBracket>());
        if (m_areCounted) {
            map->setRowNumbers(int(m_rows.tokens.size()));
            map->setColumnNumbers(int(m_columns.tokens.size()));
        } else {
            map->setRowTokens(m_rows.labels);
            if (card.isSquare)
                map->setColumnTokens(m_columns.labels);
        }
    }
}

bool StagePage::startsRow(std::size_t card) const
{
    const std::size_t squares = m_now.maps.size();
    return card < squares ? int(card) % m_now.columns == 0 : m_places[card].left() <= m_places[squares].left();
}

std::vector<StagePage::Key> StagePage::keys() const
{
    if (!m_style.showColorBar)
        return {};
    const QFontMetricsF tick(tickFont(m_style), mParentPlot);
    const double thickness = std::max(4.0, 0.4 * tick.height());
    std::vector<Key> keys;
    for (std::size_t i = 0; i < m_maps.size(); ++i) {
        const QRectF map = QRectF(m_maps[i]->rect());
        if (!startsRow(i) && i > 0 && m_cards[i].group == m_cards[i - 1].group
            && m_cards[i].isSquare == m_cards[i - 1].isSquare) {
            keys.back().place.setRight(map.right());
            continue;
        }
        // Below the tokens of the row that it is in.
        bool hasTokens = false;
        for (std::size_t j = 0; m_cards[i].isSquare && j < m_now.maps.size(); ++j)
            hasTokens |= m_places[j].top() == m_places[i].top() && m_now.showsColumns[j];
        const double y = m_places[i].bottom() + 1 + (hasTokens ? m_now.tokensBelow : 0) + 0.25 * tick.height();
        keys.push_back({QRectF(map.left(), y, map.width(), thickness), i});
    }
    return keys;
}

std::vector<QRectF> StagePage::keyPlaces() const
{
    std::vector<QRectF> places;
    for (const Key& key : keys())
        places.push_back(key.place);
    return places;
}

void StagePage::draw(QCPPainter* painter)
{
    painter->setBrush(Qt::NoBrush);
    for (std::size_t i = 0; i < m_cards.size(); ++i) {
        drawHeading(*painter, i);
        drawStep(*painter, i);
    }
    for (const Key& key : keys())
        drawKey(*painter, key);
}

void StagePage::applyDefaultAntialiasingHint(QCPPainter* painter) const { painter->setAntialiasing(true); }

} // namespace widgets
