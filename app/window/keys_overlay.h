#pragma once

// KeysOverlay: every key of the window over the page, by menu: what "?" shows. It is made from the actions when it opens.

#include <QFrame>
#include <QPointer>

class QTextBrowser;
class QToolButton;

namespace widgets {
class TextLabel;
}

namespace app {

class WindowActions;

class KeysOverlay : public QFrame
{
    Q_OBJECT
public:
    KeysOverlay(const WindowActions* actions, QWidget* window);

    /// Over all of its window but a margin, with the keys as they are now; it has the focus.
    void open();

    /// The focus is where it was.
    void leave();

    QString text() const; // what it says, as plain text

protected:
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void fill();
    void place();

    const WindowActions* m_actions;
    widgets::TextLabel* m_title;
    QToolButton* m_close;
    QTextBrowser* m_words;
    QPointer<QWidget> m_focusBefore;
};

} // namespace app
