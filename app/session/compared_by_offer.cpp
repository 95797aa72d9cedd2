#include "app/session/compared_by_offer.h"

namespace app {

WindowState comparedByOffer(const WindowState& now, const QString& value)
{
    WindowState next = now.b ? now : withB(now);
    next.edited = 1;
    for (const QString& word : value.split(QLatin1Char(' '))) {
        if (word.contains(QLatin1Char('='))) {
            next.b->said.setText(word.toStdString(), 0);
        } else {
            next.a.model = next.b->model = word.toStdString();
            next.a.said = next.b->said = windowChoices();
        }
    }
    return next;
}

} // namespace app
