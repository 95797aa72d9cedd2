#include "widgets/views/shared/page_chips.h"

#include "widgets/figure/first_sentences.h"
#include "widgets/plot/theme.h"
#include "widgets/plot/whole_numbers.h"

#include <QPainter>

#include <algorithm>
#include <functional>
#include <utility>

namespace widgets {

namespace {

constexpr double minChipShare = 0.2; // of the width
constexpr int kWords = Qt::AlignLeft | Qt::AlignVCenter | Qt::TextWordWrap;
constexpr int between = 2; // px from row to row of chips

} // namespace

PageChips::PageChips(QWidget* parent)
    : QWidget(parent)
{
    hide();
}

void PageChips::setChips(std::vector<Chip> chips)
{
    if (chips == m_chips)
        return;
    m_chips = std::move(chips);
    m_known.clear();
    say(Said::All, count());
    const QStringList words = texts();
    setToolTip(words.join(QLatin1Char('\n')));
    setAccessibleName(words.join(QLatin1Char(' ')));
}

QStringList PageChips::texts() const
{
    QStringList words;
    for (const Chip& chip : m_chips)
        words << chip.text;
    return words;
}

void PageChips::say(Said said, int kept)
{
    m_shown = m_chips;
    m_folded = count() - kept;
    if (m_folded > 0)
        std::ranges::stable_sort(m_shown, std::greater(), &Chip::isWarning);
    const bool areWarnings
        = std::any_of(m_shown.begin() + kept, m_shown.end(), [](const Chip& chip) { return chip.isWarning; });
    m_shown.resize(std::size_t(kept));
    for (Chip& chip : m_shown) {
        if (said != Said::All)
            chip.text = firstSentences(chip.text, 1).trimmed();
        if (said == Said::Clause)
            chip.text = endedAtClauses(chip.text).value(0, chip.text);
        chip.text = withWholeNumbers(chip.text);
    }
    if (m_folded > 0)
        m_shown.push_back({QStringLiteral("+%1").arg(m_folded), areWarnings});
}

int PageChips::arrange(const QSize& foot, double largest)
{
    const QFont ordinary = fontOf(TextRole::Caption, currentTheme());
    if (foot != m_foot || ordinary != m_ordinary)
        m_known.clear();
    m_foot = foot;
    m_ordinary = ordinary;
    auto known = std::ranges::find_if(
        m_known, [&](const Places& one) { return one.largest == largest && one.words == m_shown; });
    if (known == m_known.end())
        known = m_known.insert(known, measured(foot, largest));
    m_now = *known;
    setFont(m_now.type);
    return m_now.width;
}

PageChips::Places PageChips::measured(const QSize& foot, double largest) const
{
    Places found{.largest = largest, .words = m_shown, .type = m_ordinary};
    if (m_chips.empty() || foot.width() <= 0)
        return found;
    for (const double size : {1.0, 0.9, 0.8}) {
        if (size > largest)
            continue;
        found.type.setPointSizeF(m_ordinary.pointSizeF() * size);
        if (!tryWidth(foot, found))
            continue;
        int narrow = int(minChipShare * foot.width()), broad = foot.width(); // the least width is between them
        while (narrow < broad)
            if (const int middle = (narrow + broad) / 2; tryWidth({middle, foot.height()}, found))
                broad = middle;
            else
                narrow = middle + 1;
        tryWidth({broad, foot.height()}, found);
        found.width = broad;
        return found;
    }
    found.isWhole = false; // each beside its neighbours, as far as there is room
    found.type = m_ordinary;
    found.places.clear();
    const int high = QFontMetrics(found.type).height();
    const int broad = (foot.width() - int(m_shown.size() - 1) * space::s) / int(m_shown.size());
    for (std::size_t i = 0; i < m_shown.size(); ++i)
        found.places.emplace_back(int(i) * (broad + space::s), 0, broad, high);
    found.width = foot.width();
    return found;
}

/// Whether they can be read whole in this room; places them.
bool PageChips::tryWidth(const QSize& room, Places& into) const
{
    const QFontMetrics metrics(into.type);
    into.places.clear();
    QPoint at;
    int row = 0;
    for (const Chip& chip : m_shown) {
        const QRect most(0, 0, room.width() - 2 * space::s, 10'000);
        const QRect words = metrics.boundingRect(most, kWords & ~Qt::AlignVCenter, chip.text);
        const QSize size(words.width() + 1 + 2 * space::s, words.height());
        if (at.x() > 0 && at.x() + size.width() > room.width()) {
            at = {0, at.y() + row + between};
            row = 0;
        }
        if (size.width() > room.width() || at.y() + size.height() > room.height())
            return false;
        into.places.emplace_back(at, size);
        at.rx() += size.width() + space::s;
        row = std::max(row, size.height());
    }
    return true;
}

void PageChips::paintEvent(QPaintEvent*)
{
    const Theme& theme = currentTheme();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    for (std::size_t i = 0; i < m_now.places.size(); ++i) {
        const QRect& place = m_now.places[i];
        paintGround(painter, place, m_shown[i], theme);
        const QRect words = place.adjusted(space::s, 0, -space::s, 0);
        painter.drawText(words, kWords,
            m_now.isWhole ? m_shown[i].text : fontMetrics().elidedText(m_shown[i].text, Qt::ElideRight, words.width()));
    }
}

} // namespace widgets
