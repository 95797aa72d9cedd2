#pragma once

// A window of planned steps, for a test: opened, presented with the keys of a clicker, and what of it a step restores.

#include "app/window/main_window.h"
#include "app/window/presenter.h"

#include "tests/widgets/support/wait.h"
#include "widgets/controls/elided_label.h"
#include "widgets/controls/segmented_switch.h"
#include "widgets/panels/step_timeline.h"
#include "widgets/views/shared/figure_view.h"

#include <QAbstractButton>
#include <QApplication>
#include <QTest>

#include <memory>

namespace support {

/// Everything that a step says, as the window has it.
struct Shown
{
    app::WindowState state;
    QString figure;
    QVariantMap options;
    widgets::Selection selection;
    bool operator==(const Shown&) const = default;
};

inline QString words(const Shown& shown)
{
    QStringList options;
    for (auto option = shown.options.begin(); option != shown.options.end(); ++option)
        options << option.key() + "=" + option.value().toString();
    const widgets::Selection& at = shown.selection;
    return QStringLiteral("%1 %2 [%3] L%4 H%5 %6 %7 %8")
        .arg(QString::fromStdString(shown.state.a.model), shown.figure, options.join(' '))
        .arg(at.layer)
        .arg(at.head)
        .arg(at.query)
        .arg(at.key)
        .arg(at.dim);
}

class PresentedWindow
{
protected:
    void open(const QString& model, const QString& view = {}, const QString& text = {})
    {
        m_window = std::make_unique<app::MainWindow>(
            app::MainWindow::Start{.model = model, .text = text, .view = view, .remembers = false});
        m_window->resize(1366, 738);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        settle();
    }

    void settle() { settle(*m_window); }

    static void settle(const app::MainWindow& window)
    {
        QVERIFY(support::waitUntil([&] { return !window.isComputing() && window.run(); }, 60000));
        QTest::qWait(20);
        QTRY_VERIFY_WITH_TIMEOUT(!window.isComputing(), 60000);
    }

    /// To whatever has the focus.
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {})
    {
        QWidget* const focus = QApplication::focusWidget();
        QTest::keyClick(focus ? focus : m_window.get(), key, modifiers);
        settle();
    }

    Shown shown() const
    {
        const widgets::FigureData data = view()->figureData();
        return {m_window->state(), QString(view()->figure().id), data.options, m_window->selection()->pinned()};
    }

    QString counter() const { return m_window->presenter()->counter()->text(); }
    widgets::FigureView* view() const { return qobject_cast<widgets::FigureView*>(m_window->currentView()); }

    std::unique_ptr<app::MainWindow> m_window;
};

} // namespace support
