#pragma once

// EdgeButton: a word at the edge of the window, written upwards, that opens the drawer behind it.

#include <QToolButton>

namespace app {

class EdgeButton : public QToolButton
{
    Q_OBJECT
public:
    explicit EdgeButton(QWidget* parent);

    /// px of a column of such words.
    static int columnWidth();

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;
};

} // namespace app
