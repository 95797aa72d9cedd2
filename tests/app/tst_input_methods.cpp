// Texts of all scripts: what an input method composes reaches the text when it is committed and no key of the window meanwhile;
// scripts from right to left and scripts that combine are shown as they are written, and their tokens as they are split.

#include "app/base/composing_guard.h"
#include "app/base/languages.h"
#include "app/window/main_window.h"

#include "core/text/characters.h"
#include "tests/app/support/shown_window.h"
#include "widgets/figure/number_files.h"
#include "widgets/panels/prompt_line.h"
#include "widgets/panels/token_strip.h"
#include "widgets/plot/grid_axis_rect.h"
#include "widgets/plot/plot.h"
#include "widgets/plot/visible_token.h"
#include "widgets/views/shared/read_out.h"

#include <QApplication>
#include <QInputMethodEvent>
#include <QLineEdit>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>

using namespace widgets;
using app::Act;
using app::MainWindow;

namespace {

void compose(QWidget* field, const QString& preedit, const QString& commit = {})
{
    QInputMethodEvent event(preedit, {});
    event.setCommitString(commit);
    QApplication::sendEvent(field, &event);
}

void settle(MainWindow& window)
{
    QTRY_VERIFY_WITH_TIMEOUT(window.run() && !window.isComputing(), 60000);
    QCoreApplication::processEvents();
}

} // namespace

class TestInputMethods : public QObject
{
    Q_OBJECT

    std::unique_ptr<MainWindow> m_window;

    QLineEdit* field() const { return m_window->promptLine()->findChild<QLineEdit*>(); }

private slots:
    void initTestCase()
    {
        app::setLanguage("en");
        m_window = std::make_unique<MainWindow>(
            MainWindow::Start{.model = "main", .text = "the cat", .view = "attention", .remembers = false});
        m_window->show();
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        settle(*m_window);
    }
    void cleanupTestCase() { m_window.reset(); }

    void whatIsComposedIsNoShortcut()
    {
        MainWindow& window = *m_window;
        field()->setFocus();
        field()->setCursorPosition(int(field()->text().size()));
        QSignalSpy chosen(window.promptLine(), &PromptLine::textChosen);
        QList<QAction*> single;
        for (int act = 0; act < int(Act::Count); ++act)
            for (const QKeySequence& keys : window.action(Act(act))->shortcuts())
                if (keys.count() == 1 && keys[0].keyboardModifiers() == Qt::NoModifier)
                    single << window.action(Act(act));
        QVERIFY(single.size() > 8);
        int triggered = 0;
        for (QAction* const action : std::as_const(single))
            connect(action, &QAction::triggered, this, [&triggered] { ++triggered; });
        const Selection before = window.selection()->pinned();
        const auto pressAll = [&] {
            for (const QAction* const action : std::as_const(single))
                for (const QKeySequence& keys : action->shortcuts())
                    if (keys[0].keyboardModifiers() == Qt::NoModifier && keys[0].key() != Qt::Key_F5
                        && keys[0].key() != Qt::Key_F11)
                        QTest::sendKeyEvent(QTest::Press, field(), keys[0].key(), QString(), Qt::NoModifier);
            field()->setCursorPosition(int(field()->text().size())); // Home is the line's own
        };
        compose(field(), QStringLiteral("ni"));
        QCOMPARE(field()->text(), QStringLiteral("the cat")); // not the text yet
        compose(field(), QStringLiteral("ni hao"));
        pressAll();
        QTest::qWait(500); // longer than the pause after which a text is run
        QCOMPARE(triggered, 0);
        QVERIFY(chosen.isEmpty());
        QCOMPARE(window.selection()->pinned(), before);
        QVERIFY(window.promptLine()->isVisible());
        compose(field(), {}, QStringLiteral("你好"));
        QCOMPARE(field()->text(), QStringLiteral("the cat你好"));
        QTRY_COMPARE(chosen.size(), 1);
        QCOMPARE(chosen.at(0).at(0).toString(), QStringLiteral("the cat你好"));
        settle(window);
        QCOMPARE(window.state().a.text, std::string("the cat你好"));
        for (QAction* const action : std::as_const(single))
            disconnect(action, &QAction::triggered, this, nullptr);
    }

    /// Typed, then composed without a pause: it runs once, when all of it is there.
    void theWordsBeforeAreNotRunAlone()
    {
        MainWindow& window = *m_window;
        window.setPrompt("a");
        settle(window);
        field()->setFocus();
        field()->end(false);
        QSignalSpy chosen(window.promptLine(), &PromptLine::textChosen);
        QTest::keyClicks(field(), " b");
        compose(field(), QStringLiteral("zhong"));
        QTest::qWait(900);
        QVERIFY(chosen.isEmpty());
        compose(field(), {}, QStringLiteral("中"));
        QTRY_COMPARE(chosen.size(), 1);
        QCOMPARE(chosen.at(0).at(0).toString(), QStringLiteral("a b中"));
        settle(window);
    }

    void theGuardHearsOfItsEnd()
    {
        QLineEdit line;
        app::ComposingGuard guard(&line);
        compose(&line, QStringLiteral("ka"));
        QVERIFY(guard.isComposing());
        QKeyEvent key(QEvent::ShortcutOverride, Qt::Key_Escape, Qt::NoModifier);
        key.ignore();
        QApplication::sendEvent(&line, &key);
        QVERIFY(key.isAccepted());
        compose(&line, {}, QStringLiteral("か"));
        QVERIFY(!guard.isComposing());
        QCOMPARE(line.text(), QStringLiteral("か"));
    }

    void everyScriptIsShownAsWritten_data()
    {
        QTest::addColumn<QString>("text");
        QTest::newRow("Hebrew") << QStringLiteral("שלום עולם");
        QTest::newRow("Arabic") << QStringLiteral("مرحبا بالعالم");
        QTest::newRow("Persian, with a non-joiner") << QStringLiteral("می\u200cخواهم");
        QTest::newRow("Devanagari") << QStringLiteral("नमस्ते दुनिया");
        QTest::newRow("Thai") << QStringLiteral("สวัสดี");
        QTest::newRow("combining accent") << QStringLiteral("e\u0301te\u0301");
        QTest::newRow("family of joiners") << QStringLiteral("👩\u200d👩\u200d👧 ok");
        QTest::newRow("both ways") << QStringLiteral("abc שלום 123");
    }
    void everyScriptIsShownAsWritten()
    {
        QFETCH(QString, text);
        MainWindow& window = *m_window;
        window.setPrompt(text);
        settle(window);
        QCOMPARE(window.promptLine()->text(), text);
        QCOMPARE(field()->displayText(), text);
        QByteArray together;
        static const QRegularExpression byte("^<0x([0-9A-F]{2})>$"); // of a letter that the vocabulary lacks
        for (const std::string& token : window.run()->trace->tokens) {
            const QRegularExpressionMatch one = byte.match(QString::fromStdString(token));
            together += one.hasMatch() ? QByteArray::fromHex(one.captured(1).toLatin1()) : QByteArray::fromStdString(token);
        }
        QVERIFY2(together.contains(text.toUtf8()), together.constData()); // perhaps with a token of the start
        for (int i = 0; i < int(streamTokens(*window.run()->trace).size()); ++i) {
            const QString quoted = quotedToken(*window.run()->trace, i);
            QVERIFY(quoted.count(QChar(0x2068)) == quoted.count(QChar(0x2069)));
        }
    }

    void everyLengthGoesThroughEveryPage_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("tokens");
        QTest::newRow("one letter") << QStringLiteral("a") << 1;
        QTest::newRow("spaces") << QStringLiteral("   ") << 1;
        QTest::newRow("emoji") << QStringLiteral("😀👍🏽🎉") << 3;
        QTest::newRow("2048 words") << QStringLiteral("dog ").repeated(2048) << 2048;
    }
    void everyLengthGoesThroughEveryPage()
    {
        QFETCH(QString, text);
        QFETCH(int, tokens);
        MainWindow& window = *m_window;
        window.setPrompt(text);
        settle(window);
        QVERIFY(int(streamTokens(*window.run()->trace).size()) >= tokens);
        for (const char* page : {"flow", "tokens", "embeddings", "attention", "norm", "feed_forward", "residual", "output"}) {
            QVERIFY(window.showView(page));
            settle(window);
            QVERIFY(!window.grab().isNull());
            QVERIFY(!QApplication::activeModalWidget());
        }
        window.setPrompt({}); // and nothing at all
        settle(window);
        QVERIFY(window.session().isTextGone() && !QApplication::activeModalWidget());
    }

    void aTokenKeepsItsLetters_data()
    {
        QTest::addColumn<QString>("token");
        QTest::addColumn<int>("letters");
        QTest::addColumn<QString>("shown");
        QTest::newRow("right to left is isolated") << QStringLiteral(" שלום") << 16 << QStringLiteral("\u2068שלום\u2069");
        QTest::newRow("a mark alone") << QStringLiteral("\u093e") << 16 << QStringLiteral("\u25cc\u093e");
        QTest::newRow("a non-joiner inside") << QStringLiteral("می\u200cخ") << 16 << QStringLiteral("\u2068می\u200cخ\u2069");
        QTest::newRow("a joiner alone") << QStringLiteral("\u200d") << 16 << QStringLiteral("\\x200d");
        QTest::newRow("an override") << QStringLiteral("a\u202eb") << 16 << QStringLiteral("a\\x202eb");
        QTest::newRow("cut between letters") << QStringLiteral("abe\u0301\u0302\u0303cdef") << 6 << QStringLiteral("ab\u2026");
    }
    void aTokenKeepsItsLetters()
    {
        QFETCH(QString, token);
        QFETCH(int, letters);
        QFETCH(QString, shown);
        QCOMPARE(visibleToken(token, letters), shown);
        QVERIFY(!withoutIsolates(shown).contains(QChar(0x2068)));
        QVERIFY(!csvField(shown).contains(QChar(0x2069))); // files have the letters only
    }
};

QTEST_MAIN(TestInputMethods)
#include "tst_input_methods.moc"
