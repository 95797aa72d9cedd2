// The choices of the page in the window: the same change as in the panel, undone the same way; what is tried in a picture can be
// undone, too; and while a model is being opened nothing is said of the last.

#include "app/window/main_window.h"

#include "app/base/languages.h"

#include "widgets/controls/segmented_switch.h"
#include "widgets/panels/page_switch.h"
#include "widgets/panels/page_switches.h"
#include "widgets/panels/variant_panel.h"
#include "widgets/views/shared/figure_view.h"

#include <QLabel>
#include <QSlider>
#include <QTest>

#include <algorithm>
#include <memory>

using app::MainWindow;

class TestPageChoices : public QObject
{
    Q_OBJECT

    static void settle(MainWindow& window) { QTRY_VERIFY_WITH_TIMEOUT(window.run() && !window.isComputing(), 60000); }

    static std::unique_ptr<MainWindow> shown(const char* view)
    {
        auto window = std::make_unique<MainWindow>(MainWindow::Start{.model = "main", .view = view, .remembers = false});
        window->resize(1366, 738);
        window->show();
        settle(*window);
        return window;
    }

    static QAbstractButton* segment(const MainWindow& window, const char* key, const char* word)
    {
        const auto* one = window.findChild<widgets::PageSwitch*>(QLatin1String("page:") + QLatin1String(key));
        return one ? one->findChild<QAbstractButton*>(QLatin1String(word)) : nullptr;
    }

private slots:
    void init() { app::setLanguage("en"); }

    void oneClickOnThePageIsOneStepOfUndo()
    {
        const auto window = shown("norm");
        const app::WindowState before = window->state();
        QAbstractButton* post = segment(*window, "norm.placement", "post");
        QVERIFY(post && post->isVisible());
        post->click();
        settle(*window);
        QCOMPARE(window->undoStack()->count(), 1);
        QCOMPARE(window->run()->setup->origin.model, std::string("post")); // whose weights: as from the panel
        app::WindowState asked = before;
        asked.a.said.set("norm.placement", "post");
        QVERIFY(window->state() == asked);
        QVERIFY(post->isChecked());
        window->undoStack()->undo();
        settle(*window);
        QVERIFY(window->state() == before);
        QVERIFY(!post->isChecked());
    }

    void theSwitchesStayWhilePresenting()
    {
        const auto window = shown("norm");
        window->setPresenting(true);
        QCoreApplication::processEvents();
        QAbstractButton* post = segment(*window, "norm.placement", "post");
        QVERIFY(post->isVisible());
        post->click();
        settle(*window);
        QCOMPARE(window->run()->setup->origin.model, std::string("post"));
        window->setPresenting(false);
    }

    void everyPageHasItsOwn()
    {
        const auto window = shown("norm");
        for (const widgets::ViewInfo& view : widgets::allViews()) {
            QVERIFY(window->showView(QLatin1String(view.id)));
            if (!view.families.front()) { // of all choices at once
                QCOMPARE(QLatin1String(view.id), QLatin1String("atlas"));
                continue;
            }
            const QString key = QStringLiteral("page:") + QLatin1String(view.families.front());
            const auto* one = window->findChild<widgets::PageSwitch*>(key);
            QVERIFY2(one, view.id);
            QTRY_VERIFY2_WITH_TIMEOUT(one->isVisible(), view.id, 2000); // once the page has asked for its layout
        }
    }

    void whatIsTriedInAPictureIsUndone()
    {
        const auto window = shown("rope");
        auto* view = qobject_cast<widgets::FigureView*>(window->currentView());
        const auto sliders = view->findChildren<QSlider*>();
        QSlider* base = *std::ranges::find_if(sliders, [](const QSlider* s) { return s->accessibleName().startsWith("Base"); });
        const int own = base->value();
        base->setSliderDown(true);
        for (const int value : {own + 9, own + 5, own + 20})
            base->setValue(value);
        base->setSliderDown(false);
        QCOMPARE(window->undoStack()->count(), 1);
        const QVariantMap tried = view->whatIf();
        QVERIFY(!tried.isEmpty());
        window->undoStack()->undo();
        QVERIFY(view->whatIf().isEmpty());
        QCOMPARE(base->value(), own);
        window->undoStack()->redo();
        QCOMPARE(view->whatIf(), tried);
    }

    void whileAModelIsOpenedThePageSaysSo()
    {
        MainWindow window({.model = "main", .view = "norm", .remembers = false});
        window.resize(1366, 738);
        window.show();
        const auto says = [&](const QWidget* part) {
            const auto labels = part->findChildren<QLabel*>();
            return std::ranges::any_of(
                labels, [](const QLabel* label) { return label->isVisible() && label->text().contains("Opening main"); });
        };
        if (!window.run()) { // the first pass is on its way
            QVERIFY(says(window.currentView()));
            QVERIFY(says(window.findChild<widgets::PageSwitches*>()));
            QVERIFY(!segment(window, "norm.placement", "pre")->isVisible());
        }
        settle(window);
        QVERIFY(!says(&window));
        QVERIFY(segment(window, "norm.placement", "pre")->isVisible());
    }
};

QTEST_MAIN(TestPageChoices)
#include "tst_page_choices.moc"
