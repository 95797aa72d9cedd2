#include "app/window/page_needs.h"

#include "app/runs/forward_runner.h"
#include "app/window/page_stack.h"

#include "widgets/panels/inspector.h"
#include "widgets/views/shared/view.h"

namespace app {

PageNeeds::PageNeeds(ForwardRunner& runner, const PageStack& pages, widgets::Inspector& inspector, QObject* parent)
    : QObject(parent)
    , m_runner(runner)
    , m_pages(pages)
    , m_inspector(inspector)
{
    connect(&m_inspector, &widgets::Inspector::needsChanged, this, &PageNeeds::askGradient);
    connect(&m_runner, &ForwardRunner::arrived, this, &PageNeeds::take);
}

void PageNeeds::ask()
{
    widgets::View* const view = m_pages.current();
    if (!view)
        return;
    widgets::FigureData shown = view->figureData();
    widgets::Needs missing = missingNeeds(view->figure(), shown);
    bool wasKept = false;
    for (widgets::NeedResults kept; takeFrom(m_runner.store(), missing, kept);) {
        shown.results = neededNow(view->figure(), shown, kept);
        missing = missingNeeds(view->figure(), shown); // what follows from them may be kept, too
        wasKept = true;
    }
    if (wasKept)
        return view->setResults(shown.results); // which asks for the rest
    m_runner.ask(this, missing);
}

/// The same of the gradient that the inspector shows.
void PageNeeds::askGradient()
{
    const widgets::Needs missing = m_inspector.needs();
    widgets::NeedResults kept;
    if (takeFrom(m_runner.store(), missing, kept))
        return m_inspector.setResults(kept); // which asks for the rest
    m_runner.ask(&m_inspector, missing);
}

void PageNeeds::take(const widgets::NeedResults& arrived)
{
    m_inspector.setResults(arrived);
    widgets::View* const view = m_pages.current();
    if (view && !missingNeeds(view->figure(), view->figureData()).empty()) // else it took them from the store
        view->setResults(neededNow(view->figure(), view->figureData(), arrived));
    emit taken();
}

} // namespace app
