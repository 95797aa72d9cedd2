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
    m_chips->sayAll();
    for (const double ofChips : {1.0, 0.9, 0.8}) // chips in smaller type, but not more than is needed, before a shorter sentence
        if (arrange(ofChips, Said::All))
            return;
    for (const double ofChips : {1.0, 0.8}) // then a shorter sentence
        if (arrange(ofChips, Said::Fewer))
            return;
    // Rather less of the chips, whose tool tip has all, than a sentence that is cut before its number.
    const int least = m_chips->count() > fewChips ? 1 : m_chips->count();
    for (const Said said : {Said::Fewer, Said::Clause})
        for (int kept = m_chips->count(); kept >= least; --kept) {
            m_chips->sayLess(kept);
            for (const double ofChips : {1.0, 0.8})
                if (arrange(ofChips, said))
                    return;
        }
}

/// Chips in type of at most this share of their own, and beside them what has room of the sentence; whether one has.
bool PageFoot::arrange(double largest, Said said)
{
    const QRect room = rect().adjusted(space::l, above(m_lines), -space::l, -space::xs);
    const QRect ofChips = room.adjusted(0, 0, 0, space::xs - 1);
    const int chips = m_chips->arrange(ofChips.size(), largest);
    m_chips->setVisible(chips > 0);
    m_chips->setGeometry(room.right() + 1 - chips, ofChips.top(), chips, ofChips.height());
    m_chips->update();
    const int left = room.width() - (chips > 0 ? chips + space::l : 0);
    m_words->setVisible(left > room.width() * fewWords);
    m_words->setGeometry(room.left(), room.top(), std::max(1, left), ofChips.height());
    return fillLines(said);
}

/// Of each side the sentences that have room, in smaller type where not even the shortest has; the whole is the tool tip. Whether
/// nothing of them is cut.
bool PageFoot::fillLines(Said said)
{
    const auto fits = [this](const QString& text) {
        const QFontMetrics metrics(m_words->font());
        const int lines = m_words->height() / metrics.height();
        const int line = m_words->width() + metrics.horizontalAdvance(QLatin1Char(' ')); // at whose end a space may be
        if (metrics.horizontalAdvance(text) > lines * line)
            return false; // emphasis makes no line shorter
        m_words->setText(emphasised(text));
        return m_words->heightForWidth(m_words->width()) <= m_words->height();
    };
    QStringList sides;
    QString shown;
    bool isFilled = false;
    struct Try
    {
        double size; // of the type
        bool isOnlyWhole;
    };
    for (const auto& [size, isOnlyWhole] : {Try{1, true}, {smallestSize, true}, {1, false}, {smallestSize, false}}) {
        m_words->setTypeSize(size);
        sides = m_captions.ofSides();
        isFilled = fits(shown = joinedSentences(sides));
        for (int sentences = longestCaption; sentences >= 0 && !isOnlyWhole && !isFilled; --sentences) {
            sides = m_captions.ofSides(std::max(1, sentences));
            if (sentences == 0 && sides.size() > 2) // the sentences of A and B say what Δ does
                sides.removeLast();
            if (const QString fewer = joinedSentences(sides); fewer != shown)
                isFilled = fits(shown = fewer);
        }
        if (isFilled)
            break;
        if (said == Said::All && size < 1)
            return m_caption.isEmpty();
    }
    if (!isFilled && said == Said::Clause)
        if (const QStringList ended = endedWhereTheyFit(m_captions.ofSides(1), fits); !ended.isEmpty()) {
            shown = joinedSentences(ended);
            isFilled = true;
        }
    const bool isWhole = isFilled;
    if (!isWhole)
        m_words->setTypeSize(sides.size() > 1 ? smallestSize : 1);
    // What is longer than the lines ends in "…": of two sides the longer one first, so that both begin.
    while (!isFilled && !shown.isEmpty()) {
        const auto longest = std::max_element(
            sides.begin(), sides.end(), [](const QString& a, const QString& b) { return a.size() < b.size(); });
        *longest = cutShorter(*longest);
        shown = joinedSentences(sides).trimmed();
        isFilled = fits(shown);
    }
    m_words->setToolTip(shown == m_caption ? QString() : m_caption);
    m_shown = shown;
    m_isSentenceCut = !isWhole;
    return isWhole;
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
