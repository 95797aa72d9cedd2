#include "app/window/page_stack.h"

#include "widgets/views/shared/view.h"

namespace app {

PageStack::PageStack(widgets::SelectionModel* selection, QWidget* parent)
    : QStackedWidget(parent)
    , m_selection(selection)
{
    for (std::size_t page = 0; page < widgets::allViews().size(); ++page)
        addWidget(new QWidget(this));
}

widgets::View* PageStack::made(int page) const { return qobject_cast<widgets::View*>(widget(page)); }

std::vector<widgets::View*> PageStack::allMade() const
{
    std::vector<widgets::View*> all;
    for (int page = 0; page < count(); ++page)
        if (widgets::View* const view = made(page))
            all.push_back(view);
    return all;
}

widgets::View* PageStack::at(int page)
{
    if (widgets::View* const view = made(page))
        return view;
    QWidget* const placeholder = widget(page);
    widgets::View* const view = widgets::allViews()[std::size_t(page)].create(m_selection, this);
    insertWidget(page, view);
    removeWidget(placeholder);
    delete placeholder;
    emit viewMade(page, view);
    return view;
}

void PageStack::renew(int page)
{
    widgets::View* const view = made(page);
    if (!view)
        return;
    insertWidget(page, new QWidget(this));
    removeWidget(view);
    emit viewGoes(view);
    view->setParent(nullptr);
    view->deleteLater(); // the key that led here may be on its way through it
}

} // namespace app
