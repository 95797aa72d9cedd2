#pragma once

// UnfoldedSwitches: the choices that a line has no room for, open below it and over the page: every kind is one click away, and
// nothing moves. It is there as long as the pointer is on it or on the line, or the focus in it.

#include <QTimer>
#include <QWidget>

#include <vector>

class QVBoxLayout;

namespace widgets {

class PageSwitch;

class UnfoldedSwitches : public QWidget
{
    Q_OBJECT
public:
    /// Below `line` at its end, where `handle` opened it; over everything else in `host`, which contains the line.
    UnfoldedSwitches(QWidget* line, QWidget* handle, QWidget* host);

    /// Takes the switches, one below the other with all of their words, and `end`, which has the last place.
    void show(const std::vector<PageSwitch*>& switches, QWidget* end);

    /// The focus to the word that runs, for who came by a key.
    void takeFocus();

signals:
    void left(); // it is to be closed: by whom has gone elsewhere, or pressed Escape

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void place();
    bool isPart(const QObject* watched) const; // of it, of the line, or of a list that one of them opened
    bool wantsKey(QEvent& event);

    QWidget* m_line;
    QWidget* m_handle;
    QVBoxLayout* m_rows;
    QTimer m_leaving;
    int m_hostWidth = 0; // that the lines of its words were made for
};

} // namespace widgets
