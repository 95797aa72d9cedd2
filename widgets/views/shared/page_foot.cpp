#include "widgets/views/shared/page_foot.h"

#include "widgets/controls/text_label.h"
#include "widgets/figure/sentences.h"
#include "widgets/figure/shown_panels.h"
#include "widgets/plot/whole_numbers.h"
#include "widgets/views/shared/page_chips.h"

#include <QCoreApplication>
#include <QEvent>
#include <QPainter>
#include <QRegularExpression>

#include <algorithm>
#include <utility>

namespace widgets {

namespace {

constexpr int longestCaption = 6;    // sentences
constexpr double fewWords = 0.12;    // of the width: with less room the sentence is not begun
constexpr int fewChips = 2;          // each of which is always read
constexpr double smallestSize = 0.85; // of the type of sentences, and of that where two sides are cut
constexpr double smallestChips = 0.8;

/// px between the line at the top and the words.
int above(int lines) { return lines > 1 ? space::xs / 2 : space::xs; }

} // namespace

QString emphasised(const QString& sentence)
{
    static const QRegularExpression special(
        QStringLiteral("((?<![A-Za-z])[A-Z][A-Za-z\\d.-]* (?:\\d+ )?[\\d.]+[KMBT](?![A-Za-z\\d]))|“[^”]*”|\\bL\\d+ H\\d+|"
                       "(?<![\\p{L}\\d]|[\\p{L}\\d]-|\\p{L}\\.)[−+]?\\d+(?:,\\d{3})*(?:\\.\\d+)?(?:\\s×\\s10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)?"
                       "(?:\\s?%|[KMBT](?![\\p{L}\\d]))?"),
        QRegularExpression::UseUnicodePropertiesOption);
    const std::vector<qsizetype> breaks = breaksInNumbers(sentence);
    const auto part = [&](qsizetype begin, qsizetype end) { return joinedAt(breaks, sentence, begin, end).toHtmlEscaped(); };
    QString html;
    qsizetype from = 0;
    for (const QRegularExpressionMatch& match : special.globalMatch(sentence)) {
        if (match.capturedLength(1) > 0) // of a name: "Llama 2 70B"
            continue;
        html += part(from, match.capturedStart());
        html += QStringLiteral("<b style=\"color:%1\">%2</b>")
                    .arg(currentTheme().accent.name(), part(match.capturedStart(), match.capturedEnd()));
        from = match.capturedEnd();
    }
    return html + part(from, sentence.size());
}

PageFoot::PageFoot(QWidget* parent)
    : QWidget(parent)
    , m_words(new TextLabel(TextRole::Body, Tone::Normal, this))
    , m_chips(new PageChips(this))
{
    m_words->setFlowing();
    m_words->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_words->setTextInteractionFlags(Qt::TextSelectableByMouse);
    fixHeight();
}

PageFoot::~PageFoot() = default;

void PageFoot::setLines(int lines)
{
    if (std::exchange(m_lines, lines) == lines)
        return;
    fixHeight();
    arrangeSoon();
}

int PageFoot::heightOf(int lines) const
{
    const QFontMetrics metrics(fontOf(TextRole::Body, currentTheme()));
    const int below = lines > 1 ? 1 : space::xs; // what a second line leaves is the picture's
    return lines * metrics.lineSpacing() + 1 + above(lines) + below;
}

void PageFoot::fixHeight() { setFixedHeight(heightOf(m_lines)); }

void PageFoot::show(const std::optional<ShownPanels>& panels, std::vector<Chip> chips)
{
    m_captions = panels ? Captions(*panels) : Captions();
    m_caption = m_captions.text();
    m_chips->setChips(std::move(chips));
    arrange();
    update();
    updateGeometry(); // a picture is drawn while its page is laid out, which then places the foot by what it was before
}

QStringList PageFoot::chipTexts() const { return m_chips->texts(); }

bool PageFoot::areChipsWhole()
{
    if (m_isStale)
        arrange();
    return m_chips->isWhole();
}

const QString& PageFoot::shownText()
{
    if (m_isStale)
        arrange();
    return m_shown;
}

bool PageFoot::isSentenceCut()
{
    if (m_isStale)
        arrange();
    return m_isSentenceCut;
}

/// Once for all that changes before the next layout; on a page that is not on screen when it comes to it.
void PageFoot::arrangeSoon()
{
    if (!std::exchange(m_isStale, true) && isVisible())
        QCoreApplication::postEvent(this, new QEvent(QEvent::LayoutRequest));
}

void PageFoot::arrange()
{
    m_isStale = false;
    struct ChipsSay
    {
        PageChips::Said said;
        int kept;
    };
    using enum PageChips::Said;
    const int all = m_chips->count();
    std::vector<ChipsSay> yielding{{All, all}, {FirstSentence, all}};
    // Chips and sentence in smaller type, but not more than is needed, before either says less.
    const auto fits = [&](const QString& text) {
        for (const auto& [said, kept] : yielding) {
            m_chips->say(said, kept);
            for (const double ofChips : {1.0, 0.9, smallestChips}) {
                const int chips = m_chips->arrange(roomOfChips().size(), ofChips);
                for (const double size : {1.0, smallestSize})
                    if (holds(text, size, chips))
                        return true;
            }
        }
        return false;
    };
    std::vector<QStringList> sides{m_captions.ofSides()};
    const auto add = [&](const QStringList& fewer) {
        if (fewer != sides.back())
            sides.push_back(fewer);
    };
    for (int sentences = longestCaption; sentences > 0; --sentences)
        add(m_captions.ofSides(sentences));
    if (sides.back().size() > 2) // the sentences of A and B say what Δ does
        add(sides.back().mid(0, sides.back().size() - 1));
    const auto whole = [&] {
        const auto found = std::ranges::find_if(sides, [&](const QStringList& each) { return fits(joinedSentences(each)); });
        return found == sides.end() ? QString() : joinedSentences(*found);
    };
    m_shown = whole();
    if (m_shown.isEmpty() && !m_caption.isEmpty()) {
        // Rather less of the chips than a sentence that is cut before its number.
        yielding.erase(yielding.begin());
        for (int kept = all - 1; kept > 0 && all > fewChips; --kept)
            yielding.push_back({FirstSentence, kept});
        yielding.push_back({Clause, yielding.back().kept});
        sides = {m_captions.ofSides(1), sides.back()};
        m_shown = whole();
    }
    if (m_shown.isEmpty() && !m_caption.isEmpty())
        m_shown = joinedSentences(endedWhereTheyFit(m_captions.ofSides(1), fits));
    m_isSentenceCut = m_shown.isEmpty() && !m_caption.isEmpty();
    if (m_isSentenceCut)
        m_shown = cutToFit(sides.back());
    m_words->setToolTip(m_shown == m_caption ? QString() : m_caption);
}

QRect PageFoot::roomOfChips() const { return rect().adjusted(space::l, above(m_lines), -space::l, -1); }

/// Whether the lines beside so many px of chips hold a text in type of this share of its own, which they then show.
bool PageFoot::holds(const QString& text, double size, int chips)
{
    QFont type = fontOf(TextRole::Body, currentTheme());
    type.setPointSizeF(type.pointSizeF() * size);
    const QFontMetrics metrics(type, m_words);
    const QRect room = roomOfChips();
    const int width = std::max(1, room.width() - (chips > 0 ? chips + space::l : 0));
    const int line = width + metrics.horizontalAdvance(QLatin1Char(' ')); // at whose end a space may be
    if (metrics.horizontalAdvance(text) > room.height() / metrics.height() * line)
        return false; // emphasis makes no line shorter
    m_words->setTypeSize(size);
    m_words->setText(emphasised(text));
    if (m_words->heightForWidth(width) > room.height())
        return false;
    m_words->setVisible(width > room.width() * fewWords);
    m_words->setGeometry(room.left(), room.top(), width, room.height());
    m_chips->setVisible(chips > 0);
    m_chips->setGeometry(room.right() + 1 - chips, room.top(), chips, room.height());
    m_chips->update();
    return true;
}

/// What is longer than the lines ends in "…": of two sides the longer one first, so that both begin.
QString PageFoot::cutToFit(QStringList sides)
{
    const int chips = m_chips->arrange(roomOfChips().size(), smallestChips);
    const double size = sides.size() > 1 ? smallestSize : 1;
    QString shown = joinedSentences(sides);
    while (!holds(shown, size, chips) && !shown.isEmpty()) {
        const auto longest = std::ranges::max_element(sides, {}, &QString::size);
        *longest = cutShorter(*longest);
        shown = joinedSentences(sides).trimmed();
    }
    return shown;
}

void PageFoot::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    arrangeSoon();
}

void PageFoot::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (meansRestyle(*event)) {
        fixHeight();
        arrangeSoon();
    }
}

void PageFoot::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (m_isStale)
        arrange();
}

bool PageFoot::event(QEvent* event)
{
    if (event->type() == QEvent::LayoutRequest && m_isStale)
        arrange();
    return QWidget::event(event);
}

/// Set off from the picture by a line.
void PageFoot::paintEvent(QPaintEvent*)
{
    if (m_caption.isEmpty() && m_chips->isHidden())
        return;
    QPainter painter(this);
    painter.setPen(currentTheme().border);
    painter.drawLine(0, 0, width(), 0);
}

} // namespace widgets
