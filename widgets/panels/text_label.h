#pragma once

// TextLabel: a label that takes its font and colour from the theme, and follows it.

#include "widgets/plot/theme.h"

#include <QLabel>

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

protected:
    void changeEvent(QEvent* event) override;

private:
    void restyle();

    TextRole m_role;
    Tone m_tone;
    bool m_restyling = false;
};

/// Whether the event means: theme, font or language changed, lay out and paint anew.
bool meansRestyle(const QEvent& event);

} // namespace widgets
