#include "app/window/status_badge.h"

#include "widgets/controls/text_label.h"
#include "widgets/plot/theme.h"

#include <QEvent>
#include <QScopedValueRollback>

namespace app {

StatusBadge::StatusBadge(QWidget* parent)
    : QLabel(parent)
{
    setTextFormat(Qt::PlainText);
    setMinimumWidth(1); // it must not widen the window
    hide();
    restyle();
}

void StatusBadge::setWords(const BadgeWords& words)
{
    m_words = words;
    // A tool tip wraps only as rich text.
    setToolTip(words.tip.isEmpty() ? QString() : QStringLiteral("<p>%1</p>").arg(words.tip.toHtmlEscaped()));
    setAccessibleName(words.forms.value(0));
    restyle();
}

int StatusBadge::widthOf(int form) const
{
    return m_words.forms.isEmpty() ? 0 : fontMetrics().horizontalAdvance(m_words.forms[form]) + 2;
}

void StatusBadge::showForm(int form)
{
    setText(m_words.forms.value(form));
    setVisible(!m_words.forms.isEmpty());
}

void StatusBadge::changeEvent(QEvent* event)
{
    QLabel::changeEvent(event);
    if (widgets::meansRestyle(*event) && !m_isRestyling)
        restyle();
}

void StatusBadge::restyle()
{
    const QScopedValueRollback guard(m_isRestyling, true); // setFont and setPalette come back as change events
    const widgets::Theme& theme = widgets::currentTheme();
    setFont(widgets::fontOf(widgets::TextRole::Body, theme));
    QPalette colours = palette();
    colours.setColor(QPalette::WindowText, m_words.warns ? theme.warning : theme.text2);
    setPalette(colours);
}

void fitBadges(StatusBadge& check, StatusBadge& reference, int room, int spacing)
{
    const auto widthOf = [&](const StatusBadge& badge, int form) { return badge.forms() > 0 ? badge.widthOf(form) + spacing : 0; };
    int ofCheck = 0, ofReference = 0;
    while (widthOf(check, ofCheck) + widthOf(reference, ofReference) > room) {
        if (ofReference + 2 < reference.forms())
            ++ofReference;
        else if (ofCheck + 1 < check.forms())
            ++ofCheck;
        else if (ofReference + 1 < reference.forms())
            ++ofReference;
        else
            break;
    }
    check.showForm(ofCheck);
    reference.showForm(ofReference);
}

} // namespace app
