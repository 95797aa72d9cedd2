#pragma once

// ComposingGuard: while an input method composes in a text field, no key is a shortcut of the window: the letters, digits, Enter
// and Escape that choose among its candidates are its own, also where the platform hands them to the window as well.

#include <QObject>

namespace app {

class ComposingGuard : public QObject
{
    Q_OBJECT
public:
    /// Watches the whole application for as long as it lives.
    explicit ComposingGuard(QObject* parent);

    bool isComposing() const { return m_isComposing; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    bool m_isComposing = false;
};

} // namespace app
