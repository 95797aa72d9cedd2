#include "app/session/compared_by_offer.h"

#include "widgets/figure/offers.h"

namespace app {

WindowState comparedByOffer(const WindowState& now, const QString& value)
{
    WindowState next = now.b ? now : withB(now);
    next.edited = 1;
    for (const QString& word : value.split(QLatin1Char(' '))) {
        if (word.contains(QLatin1Char('='))) {
            next.b->said.setText(word.toStdString(), 0);
        } else if (word.startsWith(widgets::modelOfB)) {
            next.b->model = word.mid(widgets::modelOfB.size()).toStdString();
            next.b->said = windowChoices();
        } else {
            next.a.model = next.b->model = word.toStdString();
            next.a.said = next.b->said = windowChoices();
        }
    }
    return next;
}

WindowState withModelAsB(const WindowState& now, const QString& model)
{
    WindowState next = now.b ? now : withB(now);
    next.b->model = model.toStdString();
    next.mode = widgets::SlotMode::SideBySide;
    return next;
}

} // namespace app
