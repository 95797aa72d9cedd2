#pragma once

// Cover: the whole of a widget in one colour: the black or white screen of a presentation.

#include <QWidget>

namespace app {

class Cover : public QWidget
{
    Q_OBJECT
public:
    /// Hidden until setColor().
    explicit Cover(QWidget* covered);

    /// An invalid colour uncovers.
    void setColor(const QColor& color);

signals:
    void clicked();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override; // as large as what it covers
    void mousePressEvent(QMouseEvent* event) override;
};

} // namespace app
