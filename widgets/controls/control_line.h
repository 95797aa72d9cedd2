#pragma once

// ControlLine: the controls of a page on one line, whatever its width. A switch without room for its words becomes a menu; what
// has no room at all waits behind "⋯". Guests of the window are before and after them.

#include <QPointer>
#include <QWidget>

#include <vector>

class QHBoxLayout;
class QToolButton;
class QVBoxLayout;

namespace widgets {

class ControlLine : public QWidget
{
    Q_OBJECT
public:
    explicit ControlLine(QWidget* page);

    /// Appends a control. The first one is never behind "⋯". A view shows and hides its controls itself.
    void addWidget(QWidget* control);

    /// A widget of the window before the controls; null takes it away. The line does not own it.
    void setLead(QWidget* lead);

    /// A widget of the window after them; null takes it away. It has its sizeHint() where that leaves room for the first control,
    /// else its minimum; then come the controls, and it gets what they leave.
    void setGuest(QWidget* guest);

    /// A line of the page below it, which what "⋯" opens does not cover; null: it opens just below the controls.
    void setLineBelow(const QWidget* line);

    /// Puts the controls where they fit. To be called after controls were shown, hidden or renamed.
    void arrange();

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    bool event(QEvent* event) override; // a guest that needs another width
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    class Sheet;

    void retranslate();
    void arrangeNow();
    int guestWidth() const;
    std::size_t fitting() const;

    QHBoxLayout* m_row;
    QHBoxLayout* m_shown; // of the controls that fit
    QToolButton* m_more;
    Sheet* m_sheet; // opened by it
    QVBoxLayout* m_hidden; // of the controls on it
    std::vector<QWidget*> m_controls;
    std::size_t m_fitting = 0;
    QPointer<QWidget> m_lead, m_guest;
    bool m_isArranging = false, m_isDue = false;
};

} // namespace widgets
