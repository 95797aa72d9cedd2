#include "app/window/concept_menu.h"

#include "widgets/views/concepts.h"
#include "widgets/views/shared/figure_pages.h"
#include "widgets/views/shared/view.h"

#include <QCoreApplication>

namespace app {

namespace {

QString titleOf(const widgets::ConceptPage& page)
{
    widgets::FigureData data;
    if (!page.page.isEmpty())
        data.options.insert(widgets::showOption.name(), page.page);
    return widgets::titleText(*widgets::findFigure(page.figure), data);
}

QString titleOf(const widgets::Tab& tab)
{
    return QCoreApplication::translate("views", tab.title ? tab.title : tab.views.front()->title);
}

} // namespace

std::vector<MenuEntry> conceptEntries(const QStringList& hidden)
{
    std::vector<MenuEntry> all;
    for (const widgets::Tab& tab : widgets::allTabs())
        for (const widgets::ViewInfo* view : tab.views)
            for (const widgets::Concept& one : widgets::allConcepts())
                for (const widgets::ConceptPage& page : widgets::pagesOf(one))
                    if (page.view == QLatin1String(view->id) && !hidden.contains(page.view)) {
                        const QString id = QString::fromLatin1(one.id),
                                      title = QCoreApplication::translate("concepts", one.title);
                        all.push_back({.id = id + QLatin1Char(' ') + page.words(),
                            .text = ConceptMenu::tr("%1 — %2").arg(title, titleOf(page)),
                            .group = titleOf(tab),
                            .part = QCoreApplication::translate("views", view->title),
                            .words = id,
                            .names = {title, QString::fromUtf8(one.title)},
                            .isFirst = page.words() == widgets::mainPageOf(one)});
                    }
    return all;
}

QString ConceptMenu::hint() const { return tr("Find a concept"); }

} // namespace app
