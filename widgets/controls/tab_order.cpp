#include "widgets/controls/tab_order.h"

#include <QGridLayout>
#include <QScrollArea>
#include <QStackedWidget>
#include <QWidget>

#include <algorithm>
#include <tuple>
#include <unordered_set>
#include <utility>
#include <vector>

namespace widgets {

namespace {

struct Walk
{
    std::vector<QWidget*> stops;
    std::vector<QWidget*> proxied; // who give the focus to another
    std::unordered_set<const QWidget*> seen;
    const QStackedWidget* pages;
};

void add(QWidget& widget, Walk& walk);

void addItems(QLayout& layout, Walk& walk)
{
    std::vector<int> order;
    for (int i = 0; i < layout.count(); ++i)
        order.push_back(i);
    if (auto* const grid = qobject_cast<QGridLayout*>(&layout)) { // whose items are in the order they were added
        const auto placeOf = [grid](int item) {
            int row = 0, column = 0, rows = 0, columns = 0;
            grid->getItemPosition(item, &row, &column, &rows, &columns);
            return std::pair(row, column);
        };
        std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return placeOf(a) < placeOf(b); });
    }
    for (const int i : order) {
        QLayoutItem* const item = layout.itemAt(i);
        if (QWidget* const widget = item->widget())
            add(*widget, walk);
        else if (QLayout* const inner = item->layout())
            addItems(*inner, walk);
    }
}

/// Line by line, each from the left; a line is what lies beside its highest part. Hidden ones come last.
void sortAsRead(std::vector<QWidget*>& parts)
{
    std::stable_sort(parts.begin(), parts.end(), [](const QWidget* a, const QWidget* b) {
        return std::pair(a->isHidden(), a->y()) < std::pair(b->isHidden(), b->y());
    });
    for (auto line = parts.begin(); line != parts.end();) {
        const auto end = std::find_if(line + 1, parts.end(), [first = *line](const QWidget* part) {
            return part->isHidden() != first->isHidden() || part->y() > first->geometry().center().y();
        });
        std::stable_sort(line, end, [](const QWidget* a, const QWidget* b) { return a->x() < b->x(); });
        line = end;
    }
}

void add(QWidget& widget, Walk& walk)
{
    const bool isOtherPage = walk.pages && walk.pages->indexOf(&widget) >= 0 && walk.pages->currentWidget() != &widget;
    if (isOtherPage || !walk.seen.insert(&widget).second)
        return;
    if (widget.focusProxy())
        walk.proxied.push_back(&widget);
    else if (widget.focusPolicy() & Qt::TabFocus)
        walk.stops.push_back(&widget);
    if (widget.layout())
        addItems(*widget.layout(), walk);
    if (auto* const scrolled = qobject_cast<QScrollArea*>(&widget); scrolled && scrolled->widget())
        add(*scrolled->widget(), walk);
    std::vector<QWidget*> placed; // by the widget itself
    for (QObject* const child : widget.children())
        if (auto* const part = qobject_cast<QWidget*>(child); part && !part->isWindow())
            placed.push_back(part);
    sortAsRead(placed);
    for (QWidget* const part : placed)
        add(*part, walk);
}

} // namespace

void followTheEye(QWidget& area, const QStackedWidget* pages)
{
    Walk walk{{}, {}, {}, pages};
    add(area, walk);
    std::vector<QWidget*>& stops = walk.stops;
    // Qt moves what has a focus proxy together with others that it takes to be next to it: each is moved alone here, to its
    // proxy: an area before the part that it gives the focus to, the inside of a field behind the field.
    std::vector<QWidget*> proxies;
    for (QWidget* const one : walk.proxied) {
        proxies.push_back(one->focusProxy());
        one->setFocusProxy(nullptr);
        if (const auto at = std::find(stops.begin(), stops.end(), proxies.back()); at != stops.end())
            stops.insert(one->isAncestorOf(*at) ? at : at + 1, one);
    }
    for (std::size_t i = 1; i < stops.size(); ++i)
        QWidget::setTabOrder(stops[i - 1], stops[i]);
    for (std::size_t i = 0; i < proxies.size(); ++i)
        walk.proxied[i]->setFocusProxy(proxies[i]);
}

} // namespace widgets
