#pragma once

// PopupEscape: while a list, a menu or a question is open, Escape closes it and nothing else. Without it Qt closes an open list
// before it asks for shortcuts, so that the same key is also that of the window, or of the sheet on which the list is.

#include <QObject>

namespace app {

class PopupEscape : public QObject
{
    Q_OBJECT
public:
    /// Watches the whole application for as long as it lives.
    explicit PopupEscape(QObject* parent);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

} // namespace app
