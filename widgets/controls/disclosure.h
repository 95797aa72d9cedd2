#pragma once

// Disclosure: the triangle that folds something out, with words beside it or alone.

#include <QAbstractButton>

namespace widgets {

class Disclosure : public QAbstractButton
{
    Q_OBJECT
public:
    explicit Disclosure(QWidget* parent = nullptr);

    bool isOpen() const { return m_isOpen; }
    void setOpen(bool open); // emits nothing

    QSize sizeHint() const override;

signals:
    void toggledByPerson(bool open);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    bool m_isOpen = false;
};

} // namespace widgets
