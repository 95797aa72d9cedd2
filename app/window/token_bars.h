#pragma once

// TokenBars: tokens with their probabilities as bars, one of which can be chosen by mouse or keyboard.

#include <QStringList>
#include <QWidget>

#include <vector>

namespace app {

class TokenBars : public QWidget
{
    Q_OBJECT
public:
    explicit TokenBars(QWidget* parent = nullptr);

    struct Bar
    {
        QString token;
        double probability = 0; // 0..1
    };

    /// With the line over them; without bars that line is a sentence that says why.
    void setBars(const QString& heading, std::vector<Bar> bars);

    /// Whether a bar can be chosen.
    void setOpen(bool open);

    QRect barRect(int bar) const;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override; // with the most probable ones alone

    static constexpr int maxBars = 6, minBars = 2;

signals:
    void chosen(int bar);
    void asked(int bar, const QPoint& where); // what can be done with it; on the screen

protected:
    void paintEvent(QPaintEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;

private:
    void mark(int bar);
    int barAt(const QPoint& pixel) const;
    int shown() const; // as many as have room

    QString m_heading;
    std::vector<Bar> m_bars;
    int m_rowHeight = 0; // that the layout knows
    int m_marked = -1; // under the mouse, or reached by keys
    bool m_isOpen = false;
};

} // namespace app
