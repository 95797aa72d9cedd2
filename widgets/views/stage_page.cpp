#include "widgets/views/stage_page.h"

#include "widgets/plot/grid_axis_rect.h"
#include "widgets/plot/plot.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace widgets {

namespace {

constexpr int mostTokens = 24; // whose texts stand on the axes; more are counted
constexpr double tokenShare = 0.11; // of the page's width for the texts beside the rows

} // namespace

StagePage::StagePage(Plot& plot, const QStringList& tokens, const FigureStyle& style)
    : m_style(style)
    , m_tokens(tokens)
    , m_areCounted(tokens.size() > mostTokens)
{
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
    rect->setCells(rows, columns, card.isSquare ? CellShape::Square : CellShape::Fill);
    addElement(0, int(m_maps.size()), rect);
    m_cards.push_back(card);
    m_maps.push_back(rect);
    return rect;
}

QSize StagePage::minimumOuterSizeHint() const { return {40, 40}; }

/// The texts of the tokens, shortened until the widest fits.
void StagePage::shortenTokens()
{
    const QFontMetricsF metrics(tickFont(m_style), mParentPlot);
    for (int letters = 16; letters >= 4; --letters) {
        m_labels.clear();
        m_widest = 0;
        for (const QString& token : m_tokens) {
            m_labels << visibleToken(token, letters);
            m_widest = std::max(m_widest, metrics.horizontalAdvance(m_labels.last()));
        }
        if (m_areCounted || m_widest <= tokenShare * rect().width())
            break;
    }
}

double StagePage::columnRoom(double tile) const
{
    const QFontMetricsF metrics(tickFont(m_style), mParentPlot);
    const double flat = metrics.height() + space::xs;
    if (m_areCounted || m_tokens.isEmpty())
        return flat;
    const bool isFlat = m_widest + 3 <= tile / double(m_tokens.size());
    return isFlat ? flat : m_widest * std::numbers::sqrt2 / 2 + metrics.height() + space::xs;
}

StageNeeds StagePage::needs() const
{
    const QFontMetricsF name(figureFont(m_style, m_style.labelPoints, QFont::DemiBold), mParentPlot);
    const QFontMetricsF tick(tickFont(m_style), mParentPlot);
    StageNeeds needs;
    needs.line = std::ceil(name.height());
    needs.legend = m_style.showColorBar ? std::ceil(0.75 * tick.height() + tick.height()) : 0.5 * tick.height();
    needs.arrow = 1.5 * needs.line;
    needs.rowTokens = 1.4 * needs.line; // of the arrow beside the heading
    const double texts = m_areCounted ? tick.horizontalAdvance(QString::number(m_tokens.size())) : m_widest;
    needs.rowTokens = std::max(needs.rowTokens, std::ceil(texts) + 2 * space::xs);
    for (const StageCard& card : m_cards) {
        const double gap = 0.4 * needs.line;
        double note = card.numbers.isEmpty() ? 0 : tick.horizontalAdvance(card.numbers) + gap;
        for (const QString& skipped : card.skipped)
            note = std::max(note, tick.horizontalAdvance(skipped) + gap);
        const double value = card.value.isEmpty() ? 0 : name.horizontalAdvance(card.value) + 2 * gap + 0.5 * needs.line;
        const double alone = name.horizontalAdvance(card.name) + value;
        if (!card.isSquare) {
            ++needs.wides;
            needs.wide = std::max({needs.wide, alone, 5 * needs.line});
            continue;
        }
        ++needs.squares;
        needs.notes.push_back(note);
        needs.headings.push_back(alone);
        needs.words.push_back(std::max(name.horizontalAdvance(card.name), value));
    }
    needs.columnTokens = [this](double tile) { return columnRoom(tile); };
    return needs;
}

void StagePage::updateLayout()
{
    shortenTokens();
    m_places = placeStages(needs(), QRectF(rect()).adjusted(0, 0, 0, -space::xs));
    for (std::size_t i = 0; i < m_maps.size(); ++i) {
        GridAxisRect* const map = m_maps[i];
        const StageCard& card = m_cards[i];
        map->setMargins({});
        map->setOuterRect(place(i).toAlignedRect());
        const bool hasRows = startsRow(i), hasColumns = card.isSquare && m_places.endsColumn(int(i));
        map->axis(QCPAxis::atLeft)->setTickLabels(hasRows);
        map->axis(QCPAxis::atBottom)->setTickLabels(hasColumns);
        if (m_areCounted) {
            map->setRowNumbers(int(m_tokens.size()));
            map->setColumnNumbers(int(m_tokens.size()));
        } else {
            map->setRowTokens(m_labels);
            if (card.isSquare)
                map->setColumnTokens(m_labels);
        }
    }
}

QRectF StagePage::place(std::size_t card) const
{
    const std::size_t squares = m_places.squares.size();
    return card < squares ? m_places.squares[card] : m_places.wides[card - squares];
}

bool StagePage::startsRow(std::size_t card) const
{
    const std::size_t squares = m_places.squares.size();
    return card < squares ? m_places.startsRow(int(card)) : m_places.wideStartsRow(int(card - squares));
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
        // Below the tokens of the row that it stands in.
        bool hasTokens = false;
        for (std::size_t j = 0; m_cards[i].isSquare && j < m_places.squares.size(); ++j)
            hasTokens |= m_places.squares[j].top() == place(i).top() && m_places.endsColumn(int(j));
        const double y = place(i).bottom() + (hasTokens ? columnRoom(place(i).width()) : 0) + 0.25 * tick.height();
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
