#include "widgets/controls/text_label.h"

#include <QEvent>
#include <QScopedValueRollback>

#include <utility>

namespace widgets {

bool meansRestyle(const QEvent& event)
{
    switch (event.type()) {
    case QEvent::PaletteChange:
    case QEvent::ApplicationPaletteChange:
    case QEvent::FontChange:
    case QEvent::ApplicationFontChange:
    case QEvent::LanguageChange:
    case QEvent::StyleChange:
        return true;
    default:
        return false;
    }
}

TextLabel::TextLabel(TextRole role, Tone tone, QWidget* parent)
    : QLabel(parent)
    , m_role(role)
    , m_tone(tone)
{
    restyle();
}

void TextLabel::setTone(Tone tone)
{
    m_tone = tone;
    restyle();
}

void TextLabel::setRole(TextRole role)
{
    m_role = role;
    restyle();
}

void TextLabel::setTypeSize(double share)
{
    if (std::exchange(m_typeSize, share) != share)
        restyle();
}

void TextLabel::setFlowing()
{
    m_isFlowing = true;
    setWordWrap(true);
}

// A layout asks many times, for every page of a stack, and each answer of QLabel lays the text out twice.
int TextLabel::heightForWidth(int width) const
{
    Measured& known = m_measured;
    if (known.text != text() || known.font != font() || known.margins != contentsMargins())
        known = {text(), font(), contentsMargins(), {}};
    for (const auto& [measuredWidth, height] : known.heights)
        if (measuredWidth == width)
            return height;
    const int height = QLabel::heightForWidth(width);
    known.heights.emplace_back(width, height);
    return height;
}

QSize TextLabel::sizeHint() const { return m_isFlowing ? minimumSizeHint() : QLabel::sizeHint(); }

QSize TextLabel::minimumSizeHint() const { return m_isFlowing ? QSize(0, fontMetrics().height()) : QLabel::minimumSizeHint(); }

void TextLabel::changeEvent(QEvent* event)
{
    QLabel::changeEvent(event);
    if (meansRestyle(*event) && !m_restyling)
        restyle();
}

void TextLabel::restyle()
{
    const QScopedValueRollback guard(m_restyling, true); // setFont and setPalette come back as change events
    const Theme& theme = currentTheme();
    QFont type = fontOf(m_role, theme);
    type.setPointSizeF(type.pointSizeF() * m_typeSize);
    setFont(type);
    QPalette colours = palette();
    const QColor colour = m_tone == Tone::Muted ? theme.text2
        : m_tone == Tone::Accent                ? theme.accent
        : m_tone == Tone::Error                 ? theme.error
                                                : theme.text;
    colours.setColor(QPalette::WindowText, colour);
    colours.setColor(QPalette::Link, theme.accent);
    setPalette(colours);
    if (const QString words = text(); Qt::mightBeRichText(words)) { // links keep the colour of the moment they were set
        setText({});
        setText(words);
    }
}

} // namespace widgets
