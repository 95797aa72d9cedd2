#pragma once

// ChoiceGroup: one line of the variant panel that folds out: the choice of a kind or a title, and below it what belongs to it.
// What the model makes nothing of is behind one more fold.

#include <QWidget>

#include <vector>

class QVBoxLayout;

namespace widgets {

class ChoiceRow;
class Disclosure;
class TextLabel;

class ChoiceGroup : public QWidget
{
    Q_OBJECT
public:
    /// Under a choice that is always visible.
    ChoiceGroup(ChoiceRow* head, QWidget* parent);
    /// Under a title.
    explicit ChoiceGroup(QWidget* parent);

    void add(ChoiceRow* row);
    void setTitle(const QString& title);

    ChoiceRow* head() const { return m_head; } // null under a title
    bool isOpen() const { return m_isOpen; }
    void setOpen(bool open);

    /// After rows were refreshed: which are visible, whether there is something to fold out, and whether something in it
/// differs.
    void refresh();

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void build(QWidget* headLine);
    void restyle();

    Disclosure* m_arrow = nullptr;
    Disclosure* m_more = nullptr; // what the model makes nothing of
    TextLabel* m_title = nullptr; // null under a choice
    ChoiceRow* m_head = nullptr;
    QWidget* m_inside = nullptr;
    QVBoxLayout* m_column = nullptr;
    std::vector<ChoiceRow*> m_rows;
    bool m_isOpen = false;
    bool m_hidesDifference = false;
};

} // namespace widgets
