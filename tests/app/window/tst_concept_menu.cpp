// Concepts: every page of every concept is an entry, what is typed in the palette finds it, and a choice opens it.

#include "app/window/command_palette.h"
#include "app/window/concept_menu.h"
#include "app/window/main_window.h"

#include "app/base/languages.h"
#include "tests/app/support/shown_window.h"
#include "tests/widgets/support/quiet.h"
#include "widgets/views/concepts.h"
#include "widgets/views/shared/figure_pages.h"
#include "widgets/views/shared/figure_view.h"
#include "widgets/views/shared/view.h"

#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSet>
#include <QSignalSpy>
#include <QTest>

class TestConceptMenu : public QObject
{
    Q_OBJECT

private slots:
    void init() { app::setLanguage("en"); }

    void everyPageOfEveryConceptIsAnEntry()
    {
        QSet<QString> expected, listed;
        for (const widgets::Concept& one : widgets::allConcepts())
            for (const widgets::ConceptPage& page : widgets::pagesOf(one))
                expected << QString::fromLatin1(one.id) + QLatin1Char(' ') + page.words();
        QVERIFY(expected.size() > 50);
        QSet<QString> words; // no two read alike, also in the palette, which has no tabs
        for (const app::MenuEntry& entry : app::conceptEntries({})) {
            listed << entry.id;
            QVERIFY2(!words.contains(entry.text), qPrintable(entry.text));
            words << entry.text;
        }
        QCOMPARE(listed, expected);
    }

    /// Two clicks, on the menu and on the entry, as those between open under the mouse: each page of each concept, as it has it.
    void everyEntryOpensItsPage()
    {
        const auto window = support::shown({.model = "main", .view = "attention", .remembers = false});
        auto* const menu = window->findChild<app::ConceptMenu*>();
        QVERIFY(menu);
        for (const widgets::Concept& one : widgets::allConcepts())
            for (const widgets::ConceptPage& page : widgets::pagesOf(one)) {
                const QString id = QString::fromLatin1(one.id) + QLatin1Char(' ') + page.words();
                emit menu->chosen(id);
                const widgets::View* const view = window->currentView();
                QVERIFY2(page.figure == QLatin1String(view->figure().id), qPrintable(id + QLatin1String(": ") + QLatin1String(view->figure().id)));
                const QVariantMap options = view->figureData().options;
                if (!page.page.isEmpty())
                    QVERIFY2(widgets::showOption.in(view->figureData()) == page.page, qPrintable(id));
                for (auto said = page.options.begin(); said != page.options.end(); ++said)
                    QVERIFY2(options.value(said.key()) == said.value(), qPrintable(id));
            }
    }

    void theMenuFindsAConceptAtItsPageFirst()
    {
        for (const char* language : {"en", "zh_CN"}) {
            app::setLanguage(language);
            QMenu menu;
            app::ConceptMenu concepts(&menu, [] { return QStringList(); });
            QSignalSpy chosen(&concepts, &app::SearchMenu::chosen);
            for (const widgets::Concept& one : widgets::allConcepts()) {
                menu.popup({});
                menu.findChild<QLineEdit*>()->setText(QCoreApplication::translate("concepts", one.title));
                QTest::keyClick(menu.findChild<QLineEdit*>(), Qt::Key_Return);
                QCOMPARE(chosen.takeLast().front().toString(),
                    QString::fromLatin1(one.id) + QLatin1Char(' ') + widgets::mainPageOf(one));
            }
        }
    }

    /// "Heads & cache" has no key: its & is a letter.
    void noLetterIsTakenAsAKey()
    {
        QMenu menu;
        app::ConceptMenu concepts(&menu, [] { return QStringList(); });
        menu.popup({});
        int letters = 0;
        for (const QMenu* const one : menu.findChildren<QMenu*>()) {
            letters += int(one->title().count(QLatin1String("&&")));
            QVERIFY2(one->title().count(QLatin1Char('&')) % 2 == 0, qPrintable(one->title()));
        }
        QVERIFY(letters > 0);
    }

    /// At 768 px with the type of a projector: two columns, or a menu that flips over, would hide the entry that opened it.
    void noMenuCoversWhatOpenedIt()
    {
        constexpr int mostRows = 20;
        for (const char* language : {"en", "zh_CN"}) {
            app::setLanguage(language);
            QMenu menu;
            app::ConceptMenu concepts(&menu, [] { return QStringList(); });
            menu.popup({});
            const int narrow = menu.sizeHint().width();
            int menus = 0;
            for (const QMenu* const one : menu.findChildren<QMenu*>()) {
                ++menus;
                QVERIFY2(one->actions().size() <= mostRows, qPrintable(one->title()));
            }
            QVERIFY(menus > 20);
            menu.findChild<QLineEdit*>()->setText(QCoreApplication::translate("concepts", "Many heads"));
            QVERIFY(narrow < menu.sizeHint().width()); // what is found is wider than the groups
            menu.close();
        }
    }

    void whatIsTypedIsFoundAndOpened()
    {
        const auto window = support::shown({.model = "main", .view = "attention", .remembers = false});
        window->action(app::Act::FindConcept)->trigger();
        app::CommandPalette* const palette = window->commandPalette();
        QVERIFY(palette->isVisible());
        QVERIFY(palette->found().contains(app::conceptEntries({}).front().text)); // without a word: concepts first
        QTest::keyClicks(palette->field(), "long context scal");
        QVERIFY2(palette->found().front().startsWith("Long context"), qPrintable(palette->found().front()));
        QTest::keyClick(palette->field(), Qt::Key_Return);
        QVERIFY(!palette->isVisible());
        QCOMPARE(QString(window->currentView()->figure().id), QStringLiteral("rope"));
        QCOMPARE(widgets::showOption.in(window->currentView()->figureData()), QStringLiteral("scaling"));
    }

    void whatSharesAPageOpensItAsItsOwn()
    {
        const auto window = support::shown({.model = "main", .view = "attention", .remembers = false});
        const auto open = [&](const char* typed) {
            window->action(app::Act::FindConcept)->trigger();
            QTest::keyClicks(window->commandPalette()->field(), QString::fromLatin1(typed));
            QTest::keyClick(window->commandPalette()->field(), Qt::Key_Return);
            return window->currentView()->figureData().options;
        };
        QCOMPARE(open("relative positions transformer-xl").value("kind").toString(), QStringLiteral("transformer_xl"));
        QCOMPARE(open("distance buckets").value("kind").toString(), QStringLiteral("t5_buckets"));
        QCOMPARE(open("deepseek").value("models").toString(), QStringLiteral("deepseek"));
        QCOMPARE(open("pre-norm gradient").value("runs").toString(), QStringLiteral("pre12,post12"));
    }

    void anEmptyPageOffersEveryWayOut()
    {
        const auto window = support::shown({.model = "main", .view = "attention", .remembers = false});
        const auto open = [&](const char* typed) {
            window->action(app::Act::FindConcept)->trigger();
            QTest::keyClicks(window->commandPalette()->field(), QString::fromLatin1(typed));
            QTest::keyClick(window->commandPalette()->field(), Qt::Key_Return);
            support::waitForRun(*window);
            return qobject_cast<widgets::FigureView*>(window->currentView());
        };
        widgets::FigureView* view = open("learned positions");
        QVERIFY(view->isEmpty());
        auto* const first = view->findChild<QPushButton*>(QStringLiteral("offer"));
        auto* const second = view->findChild<QPushButton*>(QStringLiteral("furtherOffer"));
        QVERIFY(first->isVisible() && second && second->isVisible());
        QCOMPARE(first->text(), QStringLiteral("Sinusoidal"));
        QCOMPARE(second->text(), QStringLiteral("Learned"));
        second->click();
        support::waitForRun(*window);
        QVERIFY(!view->isEmpty());
        QCOMPARE(window->run()->setup->origin.model, std::string("position-learned"));
        view = open("causal which words");
        QVERIFY(view->isEmpty());
        view->findChild<QPushButton*>(QStringLiteral("offer"))->click(); // opens the translator
        support::waitForRun(*window);
        QVERIFY(!view->isEmpty());
        QCOMPARE(QString(view->figure().id), QStringLiteral("attention_alignment"));
    }

    void itSpeaksChinese()
    {
        app::setLanguage("zh_CN");
        for (const app::MenuEntry& entry : app::conceptEntries({}))
            QVERIFY2(std::ranges::any_of(entry.text, [](QChar letter) { return letter.script() == QChar::Script_Han; }),
                qPrintable(entry.text));
    }
};

QUIET_TEST_MAIN(TestConceptMenu)
#include "tst_concept_menu.moc"
