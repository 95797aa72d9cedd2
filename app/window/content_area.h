#pragma once

// ContentArea: what is in the window. In a window smaller than its parts need, for the size of their type, it scrolls: nothing is
// cut off for good, and nothing is out of reach.

#include <QScrollArea>

namespace app {

class ContentArea : public QScrollArea
{
    Q_OBJECT
public:
    /// Takes the content.
    ContentArea(QWidget* content, QWidget* parent);

    /// The content is at least so large, px.
    void setLeast(const QSize& least);

    QSize minimumSizeHint() const override;

protected:
    void keyPressEvent(QKeyEvent* event) override; // keys are the window's
};

} // namespace app
