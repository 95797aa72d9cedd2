#pragma once

// TextLabel: a label that takes its font and colour from the theme, and follows it.

#include "widgets/plot/theme.h"

#include <QLabel>

#include <utility>
#include <vector>

namespace widgets {

enum class Tone
{
    Normal,
    Muted,
    Accent,
    Error
};

class TextLabel : public QLabel
{
    Q_OBJECT
public:
    explicit TextLabel(TextRole role, Tone tone = Tone::Normal, QWidget* parent = nullptr);

    void setTone(Tone tone);
    void setRole(TextRole role);

    /// A share of the type of its role; 1 = all of it.
    void setTypeSize(double share);

    /// Wraps its words in whatever width it is given and asks for none: nothing is laid out at widths that it never gets.
    void setFlowing();

    /// As QLabel's, measured once for each width.
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void changeEvent(QEvent* event) override;

private:
    void restyle();

    TextRole m_role;
    Tone m_tone;
    double m_typeSize = 1;
    bool m_restyling = false;
    bool m_isFlowing = false;

    struct Measured
    {
        QString text;
        QFont font;
        QMargins margins;
        std::vector<std::pair<int, int>> heights; // width, height
    };
    mutable Measured m_measured;
};

/// Whether the event means: theme, font or language changed, lay out and paint anew.
bool meansRestyle(const QEvent& event);

} // namespace widgets
