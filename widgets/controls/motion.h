#pragma once

// Motion: whether pictures may move on their own, as the person has told the desktop or the program.

#include <QStyle>
#include <QWidget>

namespace widgets {

/// False where motion is reduced: what would move is at its end at once.
inline bool wantsMotion(const QWidget& widget)
{
    return widget.style()->styleHint(QStyle::SH_Widget_Animation_Duration, nullptr, &widget) > 0;
}

} // namespace widgets
