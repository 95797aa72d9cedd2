#pragma once

// PageStack: the views of a window, one at a time, each made when it is first looked at. A page has its place in allViews().

#include <QStackedWidget>

#include <vector>

namespace widgets {
class SelectionModel;
class View;
} // namespace widgets

namespace app {

class PageStack : public QStackedWidget
{
    Q_OBJECT
public:
    /// `selection` outlives it.
    explicit PageStack(widgets::SelectionModel* selection, QWidget* parent = nullptr);

    /// The page on screen; null before the first one is.
    widgets::View* current() const { return made(currentIndex()); }

    /// Null: it has not been looked at.
    widgets::View* made(int page) const;
    std::vector<widgets::View*> allMade() const;

    /// Makes it where it is not made yet. REQUIRES: 0 ≤ page < count().
    widgets::View* at(int page);

    /// The page in its initial state: its view goes, and another is made when it is looked at again.
    void renew(int page);

signals:
    void viewMade(int page, widgets::View* view);
    void viewGoes(widgets::View* view); // with all that is still in it; it is no page any more

private:
    widgets::SelectionModel* m_selection;
};

} // namespace app
