// The choices of the page in the window: the same change as in the panel, undone the same way; what is tried in a picture can be
// undone, too; and while a model is being opened nothing is said of the last.

#include "app/window/main_window.h"

#include "app/base/languages.h"

#include "widgets/controls/segmented_switch.h"
#include "widgets/panels/page_switch.h"
#include "widgets/panels/page_switches.h"
#include "widgets/panels/variant_panel.h"
#include "widgets/views/shared/figure_pages.h"
#include "widgets/views/shared/figure_view.h"
#include "widgets/views/shared/page_families.h"
#include "widgets/views/shared/page_foot.h"

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
                QVERIFY2(QStringList({"atlas", "circuits", "sweep", "scan"}).contains(QLatin1String(view.id)), view.id);
                continue;
            }
            const QString page = widgets::showOption.in(window->currentView()->figureData());
            const QString key = QStringLiteral("page:") + widgets::familiesOf(view, page).front().section(QLatin1Char('='), 0, 0);
            const auto* one = window->findChild<widgets::PageSwitch*>(key);
            QVERIFY2(one, view.id);
            QTRY_VERIFY2_WITH_TIMEOUT(one->isVisible(), view.id, 2000); // once the page has asked for its layout
        }
    }

    void thePageOfAKindHasItAsAButton_data()
    {
        QTest::addColumn<QString>("language");
        QTest::addColumn<QString>("view");
        QTest::addColumn<QString>("page");
        QTest::addColumn<QString>("key");
        QTest::addColumn<QStringList>("kinds");
        for (const QString& language : {QStringLiteral("en"), QStringLiteral("zh_CN")}) {
            const auto row = [&](const QString& view, const QString& page, const QString& key, const QStringList& kinds) {
                QTest::addRow("%s %s %s", qPrintable(language), qPrintable(view), qPrintable(page))
                    << language << view << page << key << kinds;
            };
            row("alibi", "penalty", "position.kind", {"alibi", "rope"});
            row("alibi", "beyond", "position.kind", {"alibi"});
            row("alibi", "order", "position.kind", {"none"});
            row("alibi", "terms", "position.kind", {"sinusoidal"});
            row("embeddings", "positions", "position.kind", {"sinusoidal", "learned"});
            row("rope", "plane", "position.kind", {"rope"});
            row("heads_cache", "blocks", "attention.kind", {"multi_head", "latent"});
            row("norm", "vector", "norm.kind", {"layer_norm", "rms_norm"});
            row("norm", "statistics", "norm.kind", {"layer_norm", "rms_norm"});
            row("norm", "placements", "norm.placement", {"pre", "post"});
            row("feed_forward", "gate", "feed_forward.kind", {"plain", "gated"});
            row("feed_forward", "width", "feed_forward.kind", {"plain", "gated"});
        }
    }
    void thePageOfAKindHasItAsAButton()
    {
        QFETCH(QString, language);
        QFETCH(QString, view);
        QFETCH(QString, page);
        QFETCH(QString, key);
        QFETCH(QStringList, kinds);
        app::setLanguage(language);
        const auto window = shown(qPrintable(view));
        QVERIFY(window->currentView()->restore(view, {{widgets::showOption.name(), page}}));
        settle(*window);
        for (const QString& kind : kinds)
            QTRY_VERIFY2_WITH_TIMEOUT(segment(*window, qPrintable(key), qPrintable(kind))
                    && segment(*window, qPrintable(key), qPrintable(kind))->isVisible(),
                qPrintable(kind), 2000);
    }

    void whereTwoModelsPartTheirBiasesAreOnThePage()
    {
        const auto window = shown("residual");
        QVERIFY(window->currentView()->restore(QStringLiteral("divergence"), {}));
        settle(*window);
        QVERIFY(window->findChild<widgets::PageSwitch*>(QStringLiteral("page:bias.attention"))->isVisible());
    }

    void aGreyDifferenceSaysWhy()
    {
        const auto window = shown("positions");
        app::WindowState next = app::withB(window->state());
        next.b->said.set("position.kind", "shaw");
        window->change(next);
        settle(*window);
        const auto* const delta = window->findChild<QAbstractButton*>(QStringLiteral("delta"));
        QVERIFY(delta && !delta->isEnabled());
        QVERIFY2(delta->toolTip().contains(QStringLiteral("A | B")), qPrintable(delta->toolTip()));
    }

    /// Of the head's stages, and of the pages of a tab: neither the switch nor the choices behind it move.
    void whatStaysInTheLineDoesNotMove_data()
    {
        QTest::addColumn<QString>("view");
        QTest::addColumn<QString>("option");
        QTest::addColumn<QString>("key");
        QTest::newRow("stages of a head") << "attention"
                                          << "stage"
                                          << "attention.kind";
        QTest::newRow("heads and cache") << "heads_cache"
                                         << "show"
                                         << "attention.kind";
        QTest::newRow("gates") << "feed_forward"
                               << "show"
                               << "activation.kind";
        QTest::newRow("lengths") << "alibi"
                                 << "show"
                                 << "position.kind";
        QTest::newRow("training") << "training"
                                  << "show"
                                  << "norm.placement";
    }
    void whatStaysInTheLineDoesNotMove()
    {
        QFETCH(QString, view);
        QFETCH(QString, option);
        QFETCH(QString, key);
        const auto window = shown(qPrintable(view));
        auto* const pages = window->currentView()->findChild<widgets::SegmentedSwitch*>(option);
        QVERIFY(pages && pages->ids().size() > 2);
        const auto placeOf = [&](const QWidget* part) { return QRect(part->mapTo(window.get(), QPoint()), part->size()); };
        QList<QRect> words;
        int left = -1;
        for (const QString& id : pages->ids()) {
            auto* const word = pages->findChild<QAbstractButton*>(id);
            if (!word->isEnabled())
                continue;
            word->click();
            settle(*window);
            QCoreApplication::processEvents();
            QList<QRect> now;
            for (const QString& one : pages->ids())
                now << placeOf(pages->findChild<QAbstractButton*>(one));
            const QRect choices = placeOf(window->findChild<widgets::PageSwitch*>(QStringLiteral("page:") + key));
            if (left < 0) {
                words = now;
                left = choices.left();
            }
            QVERIFY2(now == words, qPrintable(id));
            QVERIFY2(choices.left() == left, qPrintable(id));
        }
    }

    void theWallHasItsOrderAndTheWayToItsStagesInSight()
    {
        for (const char* language : {"en", "zh_CN"}) {
            app::setLanguage(language);
            const auto window = shown("attention");
            widgets::View* const view = window->currentView();
            QVERIFY(view->restore(QStringLiteral("attention_wall"), {}));
            settle(*window);
            for (const char* word : {"distance", "stages"})
                QTRY_VERIFY2_WITH_TIMEOUT(view->findChild<QAbstractButton*>(QLatin1String(word))->isVisible(), word, 2000);
            QVERIFY(segment(*window, "attention.kind", "latent")->isVisible());
            view->findChild<QAbstractButton*>(QStringLiteral("stages"))->click();
            settle(*window);
            QCOMPARE(QString(view->figure().id), QStringLiteral("attention_stages"));
        }
    }

    /// A caveat that names every other kind would be too small to be read beside the sentence.
    void aCaveatOfAllOtherKindsListsNone()
    {
        const auto window = shown("norm");
        const auto* const foot = window->currentView()->findChild<widgets::PageFoot*>();
        const auto says = [&] { return foot->chipTexts().join(QLatin1Char(' ')); };
        QTRY_VERIFY2_WITH_TIMEOUT(says().contains("All but this run") && !says().contains("Sandwich"), qPrintable(says()), 60000);
    }

    void whatIsTriedInAPictureIsUndone_data()
    {
        QTest::addColumn<QString>("page");
        QTest::addColumn<QString>("dial");
        QTest::newRow("base of RoPE") << "rope"
                                      << "Base";
        QTest::newRow("shift of logits") << "logits"
                                         << "Added to every logit";
        QTest::newRow("cap of logits") << "logits"
                                       << "The cap that is tried";
        QTest::newRow("walk of RoPE") << "rope"
                                      << "Position of the query";
    }
    void whatIsTriedInAPictureIsUndone()
    {
        QFETCH(QString, page);
        QFETCH(QString, dial);
        const auto window = shown(qPrintable(page));
        auto* view = qobject_cast<widgets::FigureView*>(window->currentView());
        const auto sliders = view->findChildren<QSlider*>();
        QSlider* base = *std::ranges::find_if(sliders, [&](const QSlider* s) { return s->accessibleName().startsWith(dial); });
        const int own = base->value();
        base->setSliderDown(true);
        const int by = own + 20 > base->maximum() ? -1 : 1;
        for (const int steps : {9, 5, 20})
            base->setValue(own + by * steps);
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
