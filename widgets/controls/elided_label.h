#pragma once

// ElidedLabel: a line of text. Where it does not fit, it ends with its last whole sentence or clause, or is cut with "…" when not
// even one fits; the whole text is its tool tip.

#include "widgets/controls/text_label.h"
#include "widgets/controls/text_widths.h"

namespace widgets {

/// The first sentences, clauses ("a; b") and parts ("a · b") of the text that have room in so many px of that font; all of it
/// where not even one has. What it measures, `widths` keeps.
QString clausesWithin(const QString& text, const QFont& font, int width, TextWidths& widths);

class ElidedLabel : public TextLabel
{
    Q_OBJECT
public:
    explicit ElidedLabel(TextRole role, Tone tone = Tone::Normal, QWidget* parent = nullptr);

    bool isElided() const;
    QSize minimumSizeHint() const override; // a few letters

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    mutable TextWidths m_widths;
};

} // namespace widgets
