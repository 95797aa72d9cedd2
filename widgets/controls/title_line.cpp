#include "widgets/controls/title_line.h"

#include "widgets/controls/elided_label.h"

#include <QEvent>
#include <QHBoxLayout>

#include <algorithm>
#include <utility>

namespace widgets {

namespace {

constexpr double smallestType = 0.72; // of the title, before its end is cut off
constexpr double shortestTitle = 1;   // of it, in that type: where less of it has room beside a path, the path says enough
constexpr double audienceType = 0.9;  // of the title, before its path goes where it is read from afar
constexpr double fewWords = 0.12;     // of the line: with less room nothing is said beside the title
constexpr double subtitleTypes[] = {1, 0.9, 0.8};

QFont scaled(TextRole role, double size)
{
    QFont font = fontOf(role, currentTheme());
    font.setPointSizeF(font.pointSizeF() * size);
    return font;
}

} // namespace

TitleLine::TitleLine(QWidget* parent)
    : QWidget(parent)
    , m_row(new QHBoxLayout(this))
    , m_title(new ElidedLabel(TextRole::Section, Tone::Normal, this))
    , m_path(new QWidget(this))
    , m_breadcrumb(new TextLabel(TextRole::Body, Tone::Muted, m_path))
    , m_subtitle(new ElidedLabel(TextRole::Body, Tone::Muted, this))
    , m_rest(new TextLabel(TextRole::Body, Tone::Muted, this))
{
    m_row->setContentsMargins(space::l, 0, space::l, 0);
    m_row->setSpacing(space::m);
    m_row->addWidget(m_title);
    auto* const path = new QHBoxLayout(m_path);
    path->setContentsMargins(0, 0, 0, 0);
    path->addWidget(m_breadcrumb);
    m_row->addWidget(m_path);
    m_row->addWidget(m_subtitle, 1);
    m_row->addWidget(m_rest);
    m_rest->setObjectName(QStringLiteral("restOfSubtitle"));
    m_rest->setText(QStringLiteral("…"));
    m_rest->hide();
    m_row->addStretch(); // in its place
    m_title->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);
    m_breadcrumb->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);
    m_breadcrumb->hide();
    m_breadcrumb->installEventFilter(this);
    m_path->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);
    m_path->hide();
    m_path->installEventFilter(this); // it hears when the words in it change, the label does not
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void TitleLine::setTitle(const QString& title)
{
    m_title->setText(title);
    arrange();
}

QString TitleLine::title() const { return m_title->text(); }

void TitleLine::setSubtitle(const QString& subtitle)
{
    m_wholeSubtitle = subtitle;
    setToolTip(subtitle);
    arrange();
}

void TitleLine::setTitleFirst(bool isFirst)
{
    if (std::exchange(m_isTitleFirst, isFirst) != isFirst)
        arrange();
}

void TitleLine::setPathStays(bool stays)
{
    if (std::exchange(m_pathStays, stays) != stays)
        arrange();
}

void TitleLine::setGuest(QWidget* guest)
{
    if (m_guest && m_guest != guest) {
        m_guest->removeEventFilter(this);
        m_guest->setMinimumWidth(0); // that of this line
        m_guest->setMaximumWidth(QWIDGETSIZE_MAX);
        m_row->removeWidget(m_guest);
    }
    m_guest = guest;
    if (guest) {
        guest->installEventFilter(this);
        m_row->insertWidget(m_row->count() - (m_end ? 1 : 0), guest);
    }
    arrange();
}

void TitleLine::setEnd(QWidget* end)
{
    if (m_end && m_end != end) {
        m_end->removeEventFilter(this);
        m_row->removeWidget(m_end);
    }
    m_end = end;
    if (end) {
        end->installEventFilter(this);
        m_row->addWidget(end);
    }
    arrange();
}

/// A part that is shown may ask for it again: it is done once more then, not within.
void TitleLine::arrange()
{
    m_isDue = true;
    if (std::exchange(m_isArranging, true))
        return;
    for (int round = 0; round < 3 && std::exchange(m_isDue, false); ++round)
        arrangeNow();
    m_isArranging = false;
}

void TitleLine::arrangeNow()
{
    const int room = width() - 2 * space::l;
    if (!m_end || m_end->isHidden()) {
        arrangeIn(room);
        return;
    }
    for (const QSize& size : {m_end->sizeHint(), m_end->minimumSizeHint()}) {
        m_end->setFixedWidth(size.width());
        if (arrangeIn(room - size.width() - m_row->spacing()))
            return;
    }
}

/// The title keeps its words as long as it can; then come the path, the guest, and what is left is for what a cell is. Whether
/// all have what they need: of what a cell is, something.
bool TitleLine::arrangeIn(int room)
{
    const bool hasGuest = m_guest && !m_guest->isHidden();
    int path = m_breadcrumb->isHidden() ? 0 : m_breadcrumb->sizeHint().width() + m_row->spacing();
    const auto widthAt
        = [&](double factor) { return m_widths.of(scaled(TextRole::Section, factor), m_title->text()) + 2; };
    const int least = hasGuest ? m_guest->minimumSizeHint().width() + m_row->spacing() : 0;
    const double shortest = shortestTitle * widthAt(smallestType);
    const bool givesWay = m_isTitleFirst && !m_pathStays && path > 0 && room - path - least < widthAt(audienceType) && room - least >= shortest;
    m_path->setVisible(path > 0 && !givesWay); // what a view hides is the label in it
    path = givesWay ? 0 : path;
    const bool hasTitle = path == 0 || room - path - least >= shortest;
    m_title->setVisible(hasTitle);
    double factor = 1;
    while (factor > smallestType && widthAt(factor) > room - path - least)
        factor -= 0.02;
    m_title->setTypeSize(factor);
    m_title->setFixedWidth(std::clamp(widthAt(factor), 1, std::max(1, room - path - least)));
    int left = room - path - (hasTitle ? m_title->width() + m_row->spacing() : 0);
    if (hasGuest) {
        const int wanted = std::min(m_guest->sizeHint().width(), left);
        m_guest->setFixedWidth(wanted < room * fewWords ? std::max(0, std::min(wanted, least)) : wanted);
        left -= m_guest->width() + m_row->spacing();
    }
    QFont type;
    const QString shown = fitSubtitle(left > room * fewWords ? left : 0, type);
    m_subtitle->setText(shown);
    m_subtitle->setVisible(!shown.isEmpty());
    const int said = shown.isEmpty() ? 0 : m_widths.of(type, shown) + 2;
    m_subtitle->setMaximumWidth(shown == m_wholeSubtitle ? QWIDGETSIZE_MAX : said);
    m_rest->setVisible(!shown.isEmpty() && shown != m_wholeSubtitle && left >= restWidth() + said); // alone it says nothing
    const bool isGuestWhole = !hasGuest || m_guest->width() >= m_guest->sizeHint().width();
    return factor >= 1 && hasTitle && isGuestWhole && (hasGuest || m_wholeSubtitle.isEmpty() || !shown.isEmpty());
}

/// Of the sign of the rest with its gap. Labels take another theme after this line does: their own fonts may be those before.
int TitleLine::restWidth() { return m_widths.of(scaled(TextRole::Body, 1), m_rest->text()) + 2 + m_row->spacing(); }

/// What has room of what a cell is, and its type: rather more of it in smaller type than less, and without the sign of the rest where
/// nothing has room beside that.
QString TitleLine::fitSubtitle(int room, QFont& type)
{
    QString most;
    for (const int rest : {restWidth(), 0}) {
        for (const double size : subtitleTypes) {
            const QFont tried = scaled(TextRole::Body, size);
            const auto fits = [&](const QString& words, int width) { return m_widths.of(tried, words) + 2 <= width; };
            const bool isAll = fits(m_wholeSubtitle, room);
            const QString words = isAll ? m_wholeSubtitle : clausesWithin(m_wholeSubtitle, tried, room - rest, m_widths);
            if (words.size() <= most.size() || !fits(words, isAll ? room : room - rest))
                continue;
            most = words;
            type = tried;
            m_subtitle->setTypeSize(size);
        }
        if (!most.isEmpty())
            break;
    }
    return most;
}

QSize TitleLine::sizeHint() const
{
    const auto heightOf = [](TextRole role) { return QFontMetrics(fontOf(role, currentTheme())).height(); };
    return {m_row->sizeHint().width(), std::max(heightOf(TextRole::Section), heightOf(TextRole::Body)) + 2 * space::xs};
}

QSize TitleLine::minimumSizeHint() const { return {200, sizeHint().height()}; }

void TitleLine::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    arrange();
}

void TitleLine::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (meansRestyle(*event)) {
        updateGeometry();
        arrange();
    }
}

bool TitleLine::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_path && event->type() == QEvent::LayoutRequest)
        arrange();
    if ((watched == m_guest || watched == m_end || watched == m_breadcrumb)
        && (event->type() == QEvent::HideToParent || event->type() == QEvent::ShowToParent
            || event->type() == QEvent::LayoutRequest))
        arrange();
    return QWidget::eventFilter(watched, event);
}

} // namespace widgets
