// What pages need besides their runs, in the window: nothing of it is computed on the thread of the window, the look alone
// computes nothing, and files of other layers have theirs.

#include "app/window/main_window.h"

#include "app/base/languages.h"
#include "app/window/export_guide.h"

#include "core/base/engine_use.h"
#include "widgets/figure/compose.h"
#include "widgets/views/shared/view.h"

#include <QFileInfo>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <map>

using app::MainWindow;

class TestPageNeeds : public QObject
{
    Q_OBJECT

    std::unique_ptr<MainWindow> m_window;

    void settle() { QTRY_VERIFY_WITH_TIMEOUT(!m_window->isComputing() && m_window->run(), 60000); }

    void open(const MainWindow::Start& start)
    {
        m_window = std::make_unique<MainWindow>(start);
        m_window->resize(1366, 738);
        m_window->show();
        settle();
    }

    /// Every picture of the page: what its figure's variants say.
    void everyPictureOf(const char* id)
    {
        QVERIFY(m_window->showView(id));
        settle();
        widgets::View* const view = m_window->currentView();
        const widgets::FigureInfo& figure = view->figure();
        for (const QVariantMap& options : figure.variants ? figure.variants() : std::vector<QVariantMap>()) {
            view->restore(QString::fromLatin1(figure.id), options);
            settle();
            const widgets::FigureData data = view->figureData();
            QVERIFY2(missingNeeds(figure, data).empty(), id);
            QVERIFY2(!view->isComputing(), id);
        }
    }

private slots:
    void init()
    {
        app::setLanguage("en");
        widgets::setCurrentTheme(widgets::ThemeId::Light);
    }
    void cleanup() { m_window.reset(); }

    void noPageRunsTheEngineOnTheThreadOfTheWindow()
    {
        const std::uint64_t before = core::engineUses();
        core::Choices mixture;
        mixture.set("feed_forward.kind", "mixture");
        core::Choices post = mixture;
        post.set("norm.placement", "post");
        open({.model = "untrained", .text = "The cat sat on the mat and the cat sat", .said = mixture, .remembers = false});
        for (const bool compares : {false, true}) {
            if (compares) {
                app::WindowState state = app::withMode(app::withB(m_window->state()), widgets::SlotMode::All);
                state.b->said = post;
                m_window->change(state);
                settle();
            }
            for (const widgets::ViewInfo& page : widgets::allViews())
                everyPictureOf(page.id);
        }
        m_window->setTheme(widgets::ThemeId::Dark);
        m_window->setLanguage("zh_CN");
        settle();
        QCOMPARE(core::engineUses(), before);
    }

    void theLookAloneComputesNothing()
    {
        open({.model = "untrained", .text = "The cat sat on the mat", .remembers = false});
        for (const char* page : {"norm", "alibi", "flow", "embeddings"}) {
            QVERIFY(m_window->showView(page));
            settle();
            m_window->setTheme(widgets::ThemeId::Dark);
            QVERIFY2(!m_window->isComputing(), page);
            m_window->resize(1280, 690);
            QCoreApplication::processEvents();
            QVERIFY2(!m_window->isComputing(), page);
            m_window->setTheme(widgets::ThemeId::Light);
        }
        // Back on a page whose run is the same: all is there at once.
        QVERIFY(m_window->showView("norm"));
        QVERIFY(!m_window->isComputing() && !m_window->currentView()->isComputing());
    }

    void aPageIsDrawnOnceWhenItIsOpened()
    {
        open({.model = "untrained", .text = "The cat sat on the mat", .view = "attention", .remembers = false});
        std::map<QByteArray, widgets::View*> views;
        for (const widgets::ViewInfo& page : widgets::allViews()) {
            QVERIFY(m_window->showView(page.id)); // lays it out
            settle();
            views[page.id] = m_window->currentView();
        }
        std::map<QByteArray, qsizetype> fewest; // a part that is late on a busy machine is drawn in a second picture
        for (const char* kind : {"rms_norm", "layer_norm", "none"}) { // nothing is kept of these runs
            QVERIFY(m_window->showView("attention"));
            m_window->addChoice("norm.kind", kind);
            settle();
            for (const char* page : {"flow", "feed_forward", "norm", "heads_cache"}) {
                QSignalSpy drawn(views[page], &widgets::View::drawn);
                QVERIFY(m_window->showView(page));
                settle();
                QTRY_VERIFY(!drawn.isEmpty());
                QTest::qWait(60); // longer than a part is waited for
                fewest[page] = fewest.contains(page) ? std::min(fewest[page], drawn.size()) : drawn.size();
            }
        }
        for (const auto& [page, pictures] : fewest)
            QVERIFY2(pictures == 1, page);
    }

    void theResultIsShownWhenItsPageIs()
    {
        open({.model = "untrained", .text = "The cat sat on the mat", .remembers = false});
        QVERIFY(m_window->showView("norm"));
        settle();
        bool wasComputing = true;
        connect(m_window.get(), &MainWindow::runShown, this, [&] { wasComputing = m_window->currentView()->isComputing(); });
        m_window->addChoice("norm.kind", "rms_norm");
        settle();
        QVERIFY(!wasComputing);
    }

    void filesOfEveryLayerHaveWhatTheirPicturesNeed()
    {
        open({.model = "untrained", .text = "The cat sat on the mat", .remembers = false});
        QVERIFY(m_window->showView("alibi"));
        m_window->currentView()->restore("alibi", {{"show", "order"}});
        settle();
        QTemporaryDir folder;
        app::ExportSettings settings;
        settings.everyLayer = true;
        settings.pattern = "order-{layer}.{ext}";
        m_window->exportGuide()->exportFigure(settings, folder.path());
        const int layers = int(m_window->run()->trace->layers());
        QVERIFY(layers > 1);
        for (int layer = 0; layer < layers; ++layer)
            QTRY_VERIFY(QFileInfo(folder.filePath(QString("order-%1.svg").arg(layer))).size() > 1000);
    }
};

QTEST_MAIN(TestPageNeeds)
#include "tst_page_needs.moc"
