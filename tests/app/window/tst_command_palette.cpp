// The palette: every action, page, concept, head, token, tensor and model is in it; it finds English and Chinese words and pinyin
// in both languages, and does what was chosen.

#include "app/window/command_palette.h"

#include "app/base/languages.h"
#include "app/export/export_dialog.h"
#include "app/window/concept_menu.h"
#include "app/window/export_guide.h"
#include "app/window/main_window.h"

#include "core/files/library/replica.h"
#include "tests/app/support/shown_window.h"
#include "tests/widgets/support/quiet.h"
#include "widgets/panels/inspector.h"
#include "widgets/views/concepts.h"
#include "widgets/views/shared/view.h"

#include <QLineEdit>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>

using support::shown;

class TestCommandPalette : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase() { m_window = shown({.model = "main", .text = "red dog red", .view = "attention", .remembers = false}); }
    void cleanupTestCase() { m_window.reset(); }
    void init()
    {
        m_window->setLanguage("en");
        m_window->commandPalette()->setRecent({});
    }

    void aKindAndAPictureAreFoundByTheirWords()
    {
        m_window->action(app::Act::FindAnything)->trigger();
        const QString name = QStringLiteral("Attention: Grouped-query");
        QVERIFY2(find("grouped").contains(name), qPrintable(find("grouped").join(u'|')));
        QVERIFY2(find("attention_masks").join(u'|').contains(QStringLiteral("Sliding window")), "the concept by its page");
        m_window->commandPalette()->hide();
    }

    void everythingIsInIt()
    {
        m_window->action(app::Act::FindAnything)->trigger();
        QVERIFY(m_window->commandPalette()->isVisible());
        for (int act = 0; act < int(app::Act::Count); ++act) { // each by its own name
            if (app::Act(act) == app::Act::FindAnything)
                continue;
            QString name = m_window->action(app::Act(act))->text();
            name.remove('&').remove(QStringLiteral("…"));
            QVERIFY2(find(name).contains(name), qPrintable(name));
        }
        for (const widgets::ViewInfo& view : widgets::allViews()) {
            const QString name = QCoreApplication::translate("views", view.title);
            QVERIFY2(find(name).contains(name), qPrintable(name));
        }
        for (const app::MenuEntry& entry : app::conceptEntries({}))
            QVERIFY2(find(entry.text).contains(entry.text), qPrintable(entry.text));
        for (const core::TraceEntry& tensor : m_window->run()->trace->entries()) {
            const QString name = QString::fromStdString(tensor.name());
            QVERIFY2(find(name).contains(name), qPrintable(name));
        }
        QCOMPARE(find("L1 H2").front(), QStringLiteral("L1 H2"));
        QVERIFY2(find("token 1").front().startsWith(QStringLiteral("1: “")), qPrintable(find("token 1").front()));
        QVERIFY(!find("untrained").filter("untrained").isEmpty());
        for (const core::AtlasModel& model : core::atlas()) { // those that run
            if (model.tables.empty() && !core::noReplica(model))
                continue; // a fifth of them are in a table of the course
            const QString name = QString::fromStdString(model.name);
            QVERIFY2(find(name).filter(name).isEmpty() == core::noReplica(model).has_value(), qPrintable(name));
        }
        QCOMPARE(find("no such thing as this").size(), 0);
    }

    void eachLanguageFindsTheOther_data()
    {
        QTest::addColumn<QString>("language");
        QTest::newRow("en") << "en";
        QTest::newRow("zh_CN") << "zh_CN";
    }
    void eachLanguageFindsTheOther()
    {
        QFETCH(QString, language);
        m_window->setLanguage(language);
        QCoreApplication::processEvents();
        m_window->action(app::Act::FindAnything)->trigger();
        QString name = m_window->action(app::Act::Export)->text();
        name.remove(QRegularExpression("\\(?&[A-Z]?\\)?")).remove(QStringLiteral("…"));
        for (const char* words : {"export figure", "exfi", "导出图", "dct"})
            QVERIFY2(!find(QString::fromUtf8(words)).filter(name.left(2)).isEmpty(), words);
    }

    void whatIsTypedIsDone_data() { eachLanguageFindsTheOther_data(); }
    void whatIsTypedIsDone()
    {
        QFETCH(QString, language);
        m_window->setLanguage(language);
        QCoreApplication::processEvents();
        m_window->action(app::Act::FindAnything)->trigger();
        QTest::keyClicks(m_window->commandPalette()->field(), "export");
        QSignalSpy fired(m_window->action(app::Act::Export), &QAction::triggered);
        QTest::keyClick(m_window->commandPalette()->field(), Qt::Key_Return);
        QCOMPARE(fired.count(), 1);
        QVERIFY(!m_window->commandPalette()->isVisible());
        QVERIFY(m_window->exportGuide()->dialog()->isVisible());
        m_window->exportGuide()->dialog()->close();
    }

    void aHeadATensorAndAPageAreGoneTo()
    {
        take("L2 H3");
        QCOMPARE(m_window->selection()->pinned().layer, 2);
        QCOMPARE(m_window->selection()->pinned().head, 3);
        take("blocks.1.mlp.out");
        QCOMPARE(m_window->inspector()->tensorName(), QStringLiteral("blocks.1.mlp.out"));
        take("token 1");
        QCOMPARE(m_window->selection()->pinned().query, 1);
        take(QCoreApplication::translate("views", "Atlas"));
        QCOMPARE(QString(m_window->currentView()->figure().id), QStringLiteral("atlas"));
    }

    void aHeadIsGoneToFromAPageWithoutHeads_data()
    {
        QTest::addColumn<QString>("page");
        QTest::addColumn<QString>("figure"); // that shows the head
        for (const char* page : {"norm", "residual", "feed_forward", "logits", "output", "weights", "tokens"})
            QTest::newRow(page) << page << "attention";
        QTest::newRow("rope") << "rope"
                              << "rope";
    }
    void aHeadIsGoneToFromAPageWithoutHeads()
    {
        QFETCH(QString, page);
        QFETCH(QString, figure);
        m_window->showView(QStringLiteral("attention"));
        QVERIFY(m_window->currentView()->restore(QStringLiteral("attention_masks"), {})); // which has no heads either
        m_window->showView(page);
        support::waitForRun(*m_window);
        take("L2 H3");
        QCOMPARE(QString(m_window->currentView()->figure().id), figure);
        QCOMPARE(m_window->selection()->pinned().layer, 2);
        QCOMPARE(m_window->selection()->pinned().head, 3);
    }

    void aHeadIsOpenedFromTheWallOfAll()
    {
        m_window->showView(QStringLiteral("attention"));
        QVERIFY(m_window->currentView()->restore(QStringLiteral("attention_wall"), {}));
        support::waitForRun(*m_window);
        take("L1 H3");
        QCOMPARE(QString(m_window->currentView()->figure().id), QStringLiteral("attention"));
        QCOMPARE(m_window->selection()->pinned().head, 3);
    }

    void whatWasChosenLatelyComesFirst()
    {
        take("L2 H3");
        m_window->action(app::Act::FindAnything)->trigger();
        QCOMPARE(m_window->commandPalette()->found().front(), QStringLiteral("L2 H3"));
        QTest::keyClick(m_window->commandPalette()->field(), Qt::Key_Escape);
        QVERIFY(!m_window->commandPalette()->isVisible());
    }

    void aPageIsFoundByItsPicturesToo()
    {
        m_window->action(app::Act::FindAnything)->trigger();
        QVERIFY(find("paths").contains(QStringLiteral("Circuits")));
        QVERIFY(find("where is the answer decided").contains(QStringLiteral("Circuits")));
        const QString lines = find("alignment").join('\n');
        QVERIFY2(lines.contains("Causal, prefix, encoder–decoder"), qPrintable(lines));
        QTest::keyClick(m_window->commandPalette()->field(), Qt::Key_Escape);
    }

    void aConceptIsFoundAtItsPage_data()
    {
        QTest::addColumn<QString>("words");
        QTest::addColumn<QString>("id");
        QTest::newRow("feed-forward") << "feed-forward"
                                      << "C25 feed_forward show=curve";
        QTest::newRow("RMSNorm") << "RMSNorm"
                                 << "C20 norm show=vector";
        QTest::newRow("shared keys") << "shared keys"
                                     << "C14 heads_cache show=sharing";
        QTest::newRow("sliding") << "sliding"
                                 << "C17 attention_masks";
        QTest::newRow("zh C25") << QStringLiteral("前馈") << "C25 feed_forward show=curve";
        QTest::newRow("zh C14") << QStringLiteral("共享键") << "C14 heads_cache show=sharing";
        QTest::newRow("zh C17") << QStringLiteral("滑动") << "C17 attention_masks";
    }
    void aConceptIsFoundAtItsPage()
    {
        QFETCH(QString, words);
        QFETCH(QString, id);
        for (const char* language : {"en", "zh_CN"}) {
            m_window->setLanguage(language);
            QCoreApplication::processEvents();
            const std::vector<app::MenuEntry> all = app::conceptEntries({});
            const auto wanted = std::ranges::find(all, id, &app::MenuEntry::id);
            QVERIFY(wanted != all.end());
            m_window->action(app::Act::FindConcept)->trigger();
            QCOMPARE(find(words).front(), wanted->text);
            QTest::keyClick(m_window->commandPalette()->field(), Qt::Key_Escape);
        }
    }

    /// By its whole name, in either language of the window and of the name.
    void everyConceptIsFoundAtItsPage()
    {
        for (const char* language : {"en", "zh_CN"}) {
            m_window->setLanguage(language);
            QCoreApplication::processEvents();
            for (const widgets::Concept& one : widgets::allConcepts()) {
                const QString id = QString::fromLatin1(one.id) + QLatin1Char(' ') + widgets::mainPageOf(one);
                const std::vector<app::MenuEntry> all = app::conceptEntries({});
                const auto wanted = std::ranges::find(all, id, &app::MenuEntry::id);
                QVERIFY2(wanted != all.end(), qPrintable(id));
                for (const QString& name : QStringList{QString::fromUtf8(one.title), wanted->names.front()}) {
                    m_window->action(app::Act::FindConcept)->trigger();
                    QVERIFY2(find(name).value(0) == wanted->text,
                        qPrintable(QStringLiteral("%1: %2, not %3").arg(name, find(name).value(0), wanted->text)));
                    QTest::keyClick(m_window->commandPalette()->field(), Qt::Key_Escape);
                }
            }
        }
    }

    void whatCannotBeDoneNowSaysSoAndStays()
    {
        QVERIFY(!m_window->action(app::Act::SwapSlots)->isEnabled());
        m_window->action(app::Act::FindAnything)->trigger();
        QCOMPARE(find("exchange a and b").front(), QStringLiteral("Exchange A and B"));
        QTest::keyClick(m_window->commandPalette()->field(), Qt::Key_Return);
        QVERIFY(m_window->commandPalette()->isVisible());
        QTest::keyClick(m_window->commandPalette()->field(), Qt::Key_Escape);
    }

private:
    QStringList find(const QString& words)
    {
        m_window->commandPalette()->field()->setText(words);
        return m_window->commandPalette()->found();
    }

    void take(const QString& words)
    {
        m_window->action(app::Act::FindAnything)->trigger();
        find(words);
        QTest::keyClick(m_window->commandPalette()->field(), Qt::Key_Return);
        support::waitForRun(*m_window);
    }

    std::unique_ptr<app::MainWindow> m_window;
};

QUIET_TEST_MAIN(TestCommandPalette)
#include "tst_command_palette.moc"
