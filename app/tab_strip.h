#pragma once

#include <QTabBar>

namespace app {

/// The pages of the window as words; the current one is underlined in the accent colour.
class TabStrip : public QTabBar
{
    Q_OBJECT
public:
    explicit TabStrip(QWidget* parent = nullptr);

    /// Less room above and below the words, for a low window.
    void setDense(bool dense);

    QSize minimumTabSizeHint(int index) const override { return tabSizeHint(index); }

protected:
    QSize tabSizeHint(int index) const override;
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    double typeFactor() const;

    int m_hovered = -1;
    bool m_isDense = false;
};

} // namespace app
