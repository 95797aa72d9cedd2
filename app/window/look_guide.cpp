#include "app/window/look_guide.h"

#include "app/window/main_window.h"
#include "app/window/page_tabs.h"

#include "widgets/panels/inspector.h"
#include "widgets/panels/step_timeline.h"
#include "widgets/views/shared/view.h"

#include <QTimer>

namespace app {

LookGuide::LookGuide(MainWindow& window)
    : QObject(&window)
    , m_window(window)
    , m_isNew(new QTimer(this))
{
    m_clock.start();
    m_isNew->setSingleShot(true);
    connect(m_isNew, &QTimer::timeout, this, [this] {
        if (m_window.run())
            m_looks.look(current(), m_clock.elapsed());
        m_window.action(Act::Back)->setEnabled(m_looks.canGoBack());
        m_window.action(Act::Forward)->setEnabled(m_looks.canGoForward());
    });
    connect(window.action(Act::Back), &QAction::triggered, this, [this] {
        if (m_looks.canGoBack())
            show(m_looks.back());
    });
    connect(window.action(Act::Forward), &QAction::triggered, this, [this] {
        if (m_looks.canGoForward())
            show(m_looks.forward());
    });
    for (const Act act : {Act::Back, Act::Forward})
        window.action(act)->setEnabled(false);
    const auto looked = qOverload<>(&QTimer::start);
    connect(window.selection(), &widgets::SelectionModel::pinnedChanged, m_isNew, looked);
    connect(window.inspector(), &widgets::Inspector::tensorChanged, m_isNew, looked);
    connect(&window, &MainWindow::runShown, m_isNew, looked);
    connect(&window, &MainWindow::pictureChanged, m_isNew, looked); // perhaps another figure
}

Look LookGuide::current() const
{
    const PageTabs& tabs = m_window.pageTabs();
    const widgets::View* const view = m_window.currentView();
    return {tabs.idAt(tabs.currentIndex()), m_window.selection()->pinned(), m_window.inspector()->tensorName(),
        view ? QString::fromLatin1(view->figure().id) : QString(), view ? view->figureData().options : QVariantMap()};
}

void LookGuide::show(const Look& look)
{
    if (m_window.timeline()->isActive() != (look.selection.step >= 0))
        m_window.action(Act::StepThrough)->trigger();
    if (m_window.showView(look.page) && look.figure != QLatin1String(m_window.currentView()->figure().id))
        m_window.currentView()->restore(look.figure, look.options);
    m_window.goTo(look.selection);
    if (m_window.run()) // may be another by now
        m_window.session().followSelection();
    m_window.inspector()->showTensor(look.tensor);
}

} // namespace app
