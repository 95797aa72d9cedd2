#pragma once

// ElidedLabel: a line of text that is cut with "…" where it does not fit; the whole text is its tool tip.

#include "widgets/controls/text_label.h"

namespace widgets {

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
};

} // namespace widgets
