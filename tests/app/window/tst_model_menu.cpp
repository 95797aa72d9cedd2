// The menu of models: in groups that follow from what was chosen, and one that is looked for is found by typing.

#include "app/window/model_menu.h"

#include "app/base/languages.h"

#include "core/files/library/bundled_models.h"
#include "core/files/library/model_files.h"
#include "tests/core/support/temporary_files.h"
#include "tests/widgets/support/quiet.h"

#include <QLineEdit>
#include <QMenu>
#include <QSignalSpy>
#include <QTest>

#include <filesystem>

class TestModelMenu : public QObject
{
    Q_OBJECT

    static QStringList inSight(const QMenu& menu)
    {
        QStringList texts;
        for (const QAction* action : menu.actions())
            if (action->isVisible() && !action->text().isEmpty())
                texts << action->text();
        return texts;
    }

    static QString groupOf(const QString& id)
    {
        for (const app::MenuEntry& entry : app::modelEntries())
            if (entry.id == id)
                return entry.group;
        return QStringLiteral("missing");
    }

private slots:
    void init() { app::setLanguage("en"); }

    void everyModelStandsOnceInItsGroup()
    {
        const std::vector<app::MenuEntry> entries = app::modelEntries();
        QCOMPARE(entries.size(), core::listModels().size());
        QCOMPARE(groupOf("main"), QString());
        QCOMPARE(groupOf("untrained"), QString());
        QCOMPARE(groupOf("sandwich"), QStringLiteral("Norm placement"));
        QCOMPARE(groupOf("layernorm"), QStringLiteral("Norms"));
        QCOMPARE(groupOf("position-alibi"), QStringLiteral("Positions"));
        QCOMPARE(groupOf("heads-mla"), QStringLiteral("Heads and masks"));
        QCOMPARE(groupOf("mask-wwwf"), QStringLiteral("Heads and masks"));
        QCOMPARE(groupOf("experts"), QStringLiteral("Feed-forward and experts"));
        QCOMPARE(groupOf("parallel"), QStringLiteral("Block and biases"));
        QCOMPARE(groupOf("post12-warmup"), QStringLiteral("Number of layers"));
        QCOMPARE(groupOf("preset-2017"), QStringLiteral("Whole recipes"));
        QCOMPARE(groupOf("main-seed2"), QStringLiteral("Training and seeds"));
        QCOMPARE(groupOf("encoder"), QStringLiteral("Encoders"));
        QCOMPARE(groupOf("translator"), QStringLiteral("Encoders"));
        QStringList groups; // each in one piece
        for (const app::MenuEntry& entry : entries)
            if (groups.isEmpty() || groups.back() != entry.group) {
                QVERIFY2(!groups.contains(entry.group), qPrintable(entry.group));
                groups << entry.group;
            }
    }

    void whatWasTrainedHereIsNotFetched()
    {
        const TemporaryFolder files;
        qputenv("CUTAWAY_DATA_DIR", QByteArray::fromStdString(files.path("data")));
        const std::filesystem::path models = files.path("data/models");
        for (const char* name : {"fetched", "trained"}) {
            std::filesystem::create_directories(models / name);
            const std::filesystem::path main = std::filesystem::path(core::bundledModelsFolder()) / "main";
            for (const char* file : {"config.json", "model.safetensors", "tokenizer.json"})
                std::filesystem::copy(main / file, models / name / file);
        }
        std::filesystem::copy(core::bundledModelsFolder() + "/main/history.json", models / "trained/history.json");
        QCOMPARE(groupOf("trained"), QStringLiteral("Your models"));
        QCOMPARE(groupOf("fetched"), QStringLiteral("Fetched models"));
        qunsetenv("CUTAWAY_DATA_DIR");
    }

    void theMenuIsShortAndFindsByTyping()
    {
        QMenu menu;
        app::ModelMenu models(&menu, [] { return QStringLiteral("main"); });
        QSignalSpy chosen(&models, &app::SearchMenu::chosen);
        menu.popup({});
        QVERIFY(inSight(menu).size() <= 16);
        QVERIFY(inSight(menu).contains("Norm placement"));
        QTest::keyClicks(&menu, "sandw"); // the menu has the keys
        QCOMPARE(inSight(menu).size(), 1);
        QVERIFY(inSight(menu).front().startsWith("sandwich"));
        auto* const field = menu.findChild<QLineEdit*>();
        QCOMPARE(field->text(), QStringLiteral("sandw"));
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(chosen.size(), 1);
        QCOMPARE(chosen.front().front().toString(), QStringLiteral("sandwich"));
        QVERIFY(!menu.isVisible());

        menu.popup({}); // anew: nothing is searched
        QVERIFY(inSight(menu).contains("Norm placement"));
        QTest::keyClicks(&menu, "12 LAYERS warm");
        QCOMPARE(inSight(menu).size(), 4); // words of what they are for, in any order and case
        const QString second = inSight(menu)[1];
        auto* const search = menu.findChild<QLineEdit*>(); // which keeps the focus while arrows walk
        QTest::keyClick(search, Qt::Key_Down);
        QTest::keyClick(search, Qt::Key_Down);
        QCOMPARE(menu.activeAction()->text(), second);
        QTest::keyClick(search, Qt::Key_Down);
        QTest::keyClick(search, Qt::Key_Up);
        QTest::keyClick(search, Qt::Key_Return);
        QCOMPARE(chosen.size(), 2);
        QVERIFY2(second.startsWith(chosen.back().front().toString()), qPrintable(second));
    }

    /// What is called so stands before what begins so, and Enter leaves no menu on the page.
    void aNameThatIsTypedWholeIsOpened()
    {
        QMenu all;
        QMenu* const menu = all.addMenu(QStringLiteral("Model"));
        app::ModelMenu models(menu, [] { return QStringLiteral("main"); });
        QSignalSpy chosen(&models, &app::SearchMenu::chosen);
        for (const char* name : {"main", "layernorm"}) {
            all.popup({});
            QTest::keyClick(&all, Qt::Key_Down);
            QTest::keyClick(&all, Qt::Key_Right);
            QTRY_VERIFY(menu->isVisible());
            QTest::keyClicks(menu, name);
            QTest::keyClick(menu->findChild<QLineEdit*>(), Qt::Key_Return);
            QCOMPARE(chosen.back().front().toString(), QString(name));
            QVERIFY(!menu->isVisible() && !all.isVisible());
        }
    }

    void itSpeaksChinese()
    {
        app::setLanguage("zh_CN");
        QCOMPARE(groupOf("sandwich"), QStringLiteral("归一化位置"));
    }
};

QUIET_TEST_MAIN(TestModelMenu)
#include "tst_model_menu.moc"
