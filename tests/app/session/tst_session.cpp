// A session without any widget: what a command changes, what it tells, and what undo makes of it.

#include "app/session/session.h"

#include "app/base/languages.h"

#include "tests/core/support/temporary_files.h"

#include <QSignalSpy>
#include <QTest>

#include <memory>

using app::Session;

class TestSession : public QObject
{
    Q_OBJECT
private slots:
    void init();
    void aChangeRunsAndCanBeUndone();
    void aRefusalIsTold_data();
    void aRefusalIsTold();
    void aRefusedUndoIsTakenBack();
    void aRefusedSliderKeepsItsLastGoodNumber();
    void anEmptiedTextRunsNothing();
    void anEmptiedTextIsTakenBack();
    void theEndOfATextIsTold();
    void slotBIsEditedAlone();
    void anAppendedTokenIsOneStep();
    void slotsOfOneTextKeepOneText();
    void slotsOfTwoTextsStayApart();
    void aModelOpenedBesideAnotherKeepsTheText();
    void writingOnIsOneStep();
    void writingOnCanBeStopped();
    void whatCannotBeOpenedChangesNothing();
    void aBookmarkBringsEverythingBack();
    void aTargetIsFilledInOnce();

private:
    void begin(const Session::Start& start);
    void settle();
    std::size_t tokens() const { return m_session->run()->trace->ids.size(); }

    std::unique_ptr<Session> m_session;
};

namespace {

core::Choices choice(std::initializer_list<const char*> assignments)
{
    core::Choices choices;
    for (const char* assignment : assignments)
        choices.setText(assignment, 1);
    return choices;
}

bool agrees(const Session& session) { return session.state().a == session.shown().a && session.state().b == session.shown().b; }

} // namespace

void TestSession::init() { app::setLanguage("en"); }

void TestSession::begin(const Session::Start& start)
{
    m_session = std::make_unique<Session>();
    m_session->begin(start);
    settle();
    QVERIFY(m_session->run());
}

void TestSession::settle() { QTRY_VERIFY_WITH_TIMEOUT(!m_session->isBusy() && !m_session->isWriting(), 30000); }

void TestSession::aChangeRunsAndCanBeUndone()
{
    begin({.text = "The cat sat"});
    QSignalSpy asked(m_session.get(), &Session::asked), shown(m_session.get(), &Session::resultShown);
    const app::WindowState first = m_session->state();
    const widgets::RunPtr before = m_session->run();
    m_session->setChoices(choice({"norm.placement=post"}));
    QCOMPARE(asked.count(), 1);
    QVERIFY(m_session->isBusy());
    settle();
    QCOMPARE(shown.count(), 1);
    QVERIFY(m_session->run() != before);
    QCOMPARE(m_session->run()->setup->said, choice({"norm.placement=post"}));
    const app::WindowState second = m_session->state();
    m_session->undo();
    settle();
    QVERIFY(m_session->state() == first && agrees(*m_session));
    m_session->redo();
    settle();
    QVERIFY(m_session->state() == second && agrees(*m_session));
    m_session->addChoice("activation.kind", "relu"); // for all layers, on top
    settle();
    QVERIFY(m_session->state().a.said.has("norm.placement") && m_session->state().a.said.has("activation.kind"));
}

void TestSession::aRefusalIsTold_data()
{
    QTest::addColumn<bool>("isQuick");
    QTest::newRow("of what is on screen") << false;
    QTest::newRow("before the change before has run") << true;
}

void TestSession::aRefusalIsTold()
{
    QFETCH(bool, isQuick);
    begin({.text = "The cat sat"});
    m_session->setChoices(choice({"norm.placement=post"}));
    settle();
    const app::WindowState legal = m_session->state();
    const widgets::RunPtr before = m_session->run();
    QSignalSpy refused(m_session.get(), &Session::refused), asked(m_session.get(), &Session::asked);
    if (isQuick)
        m_session->setChoices(choice({"norm.placement=sandwich"}));
    m_session->setChoices(choice({"norm.placement=post", "block.layout=parallel_shared_norm"}));
    settle();
    QCOMPARE(refused.count(), 1);
    QVERIFY(!refused[0][0].value<app::RunOutcome>().error.problem.empty());
    QCOMPARE(m_session->run(), before);
    QVERIFY(m_session->state() == legal);
    QCOMPARE(asked.count(), isQuick ? 2 : 1); // what is taken back is on screen already
    // Nothing of it is behind undo.
    QCOMPARE(m_session->history()->count(), 1);
    m_session->undo();
    m_session->redo();
    settle();
    QVERIFY(m_session->state() == legal && agrees(*m_session));
}

void TestSession::aRefusedUndoIsTakenBack()
{
    begin({.text = "The cat sat"});
    m_session->setChoices(choice({"norm.placement=post"}));
    settle();
    app::WindowState gone = m_session->state();
    gone.a.model = "gone.gguf"; // a file that was there
    m_session->history()->amend(gone);
    app::WindowState next = gone;
    next.a.model = "untrained";
    m_session->change(next);
    settle();
    QSignalSpy refused(m_session.get(), &Session::refused);
    m_session->undo();
    settle();
    QCOMPARE(refused.count(), 1);
    QVERIFY(m_session->state() == next && agrees(*m_session));
    QCOMPARE(m_session->history()->index(), 2);
}

void TestSession::aRefusedSliderKeepsItsLastGoodNumber()
{
    begin({.text = "The cat sat"});
    m_session->addChoice("sizes.kv_heads", "2");
    settle();
    m_session->addChoice("sizes.kv_heads", "4");
    settle();
    QCOMPARE(m_session->history()->count(), 1); // one step
    const app::WindowState good = m_session->state();
    m_session->addChoice("sizes.kv_heads", "3");
    settle();
    QVERIFY(m_session->state() == good && agrees(*m_session));
    QCOMPARE(m_session->history()->count(), 1);
}

void TestSession::anEmptiedTextRunsNothing()
{
    begin({.text = "The cat sat"});
    QSignalSpy gone(m_session.get(), &Session::textGoneChanged), asked(m_session.get(), &Session::asked);
    const widgets::RunPtr before = m_session->run();
    m_session->setPrompt({});
    QVERIFY(m_session->isTextGone() && !m_session->isBusy());
    QCOMPARE(m_session->run(), before);
    m_session->appendToken(2, 5); // of a text that is gone
    QCOMPARE(asked.count(), 0);
    m_session->setPrompt("The cat sat");
    QVERIFY(!m_session->isTextGone());
    settle();
    QCOMPARE(gone.count(), 2);
    QVERIFY(agrees(*m_session));
    QVERIFY(!m_session->history()->canUndo());
}

void TestSession::anEmptiedTextIsTakenBack()
{
    begin({.text = "The cat sat"});
    m_session->setChoices(choice({"norm.placement=post"}));
    settle();
    const app::WindowState before = m_session->state();
    QSignalSpy texts(m_session.get(), &Session::textsChanged);
    m_session->setPrompt({});
    m_session->undo();
    QVERIFY(!m_session->isTextGone());
    QVERIFY(m_session->state() == before); // the choice is another step
    QCOMPARE(texts.count(), 1); // the prompt shows it again
    settle();
    QVERIFY(agrees(*m_session) && m_session->history()->canUndo());
}

void TestSession::theEndOfATextIsTold()
{
    begin({.model = "main", .text = "The capital of Italy is"});
    app::TextEnd told = app::TextEnd::None;
    connect(m_session.get(), &Session::textEnded, this, [&](app::TextEnd end) { told = end; });
    connect(m_session.get(), &Session::resultShown, m_session.get(), &Session::writeOn);
    for (int i = 0; i < 8 && told == app::TextEnd::None; ++i) {
        m_session->startWriting(0);
        settle();
    }
    QVERIFY(told == app::TextEnd::Ended);
}

void TestSession::slotBIsEditedAlone()
{
    begin({.text = "The cat sat"});
    const widgets::RunPtr a = m_session->run();
    m_session->change(app::withB(m_session->state()));
    m_session->setChoices(choice({"norm.placement=post"}));
    settle();
    QCOMPARE(m_session->runOf(0), a);
    QCOMPARE(m_session->run(), m_session->runOf(1));
    QVERIFY(m_session->runOf(1) != a);
    QSignalSpy slot(m_session.get(), &Session::slotChanged), asked(m_session.get(), &Session::asked);
    app::WindowState other = m_session->state();
    other.edited = 0;
    m_session->change(other);
    QCOMPARE(slot.count(), 1);
    QCOMPARE(asked.count(), 0);
    QCOMPARE(m_session->run(), a);
}

void TestSession::anAppendedTokenIsOneStep()
{
    begin({.model = "main", .text = "The red dog"});
    const std::size_t before = tokens();
    m_session->appendToken(int(before) - 1, 5);
    settle();
    QCOMPARE(tokens(), before + 1);
    QCOMPARE(m_session->run()->trace->ids.back(), core::TokenId(5));
    QCOMPARE(m_session->selection()->pinned().query, int(before)); // the new last one
    QCOMPARE(m_session->history()->count(), 1);
    m_session->undo();
    settle();
    QCOMPARE(tokens(), before);
    QCOMPARE(m_session->state().a.text, std::string("The red dog"));
}

void TestSession::slotsOfOneTextKeepOneText()
{
    begin({.model = "main", .text = "The red dog", .saidOfB = choice({"norm.placement=post"})});
    const std::size_t before = tokens();
    m_session->appendToken(int(before) - 1, 5);
    settle();
    QCOMPARE(m_session->runOf(0)->trace->ids.size(), before + 1);
    QVERIFY(m_session->runOf(1)->trace->ids == m_session->runOf(0)->trace->ids);
    QCOMPARE(m_session->history()->count(), 1);
    m_session->undo();
    settle();
    QCOMPARE(m_session->state().a.text, std::string("The red dog"));
    QCOMPARE(m_session->state().b->text, std::string("The red dog"));
}

void TestSession::slotsOfTwoTextsStayApart()
{
    begin({.model = "main", .text = "The red dog", .saidOfB = choice({"norm.placement=post"})});
    m_session->setPrompt("The cat"); // of B
    settle();
    m_session->appendToken(int(tokens()) - 1, 5);
    settle();
    QCOMPARE(m_session->state().a.text, std::string("The red dog"));
    QVERIFY(QString::fromStdString(m_session->state().b->text).startsWith("The cat"));
    QVERIFY(m_session->state().b->text != "The cat");
}

void TestSession::aModelOpenedBesideAnotherKeepsTheText()
{
    begin({.model = "main"}); // with the text that it opens with
    const std::string text = m_session->state().a.text;
    m_session->change(app::withB(m_session->state()));
    settle();
    QVERIFY(m_session->open("biases"));
    settle();
    QCOMPARE(m_session->state().b->model, std::string("biases"));
    QCOMPARE(m_session->state().b->text, text);
    QVERIFY(m_session->runOf(1)->trace->ids == m_session->runOf(0)->trace->ids);
    app::setLanguage("zh_CN");
    m_session->translateTexts();
    settle();
    QVERIFY(m_session->state().a.text != text);
    QCOMPARE(m_session->state().b->text, m_session->state().a.text);
    QVERIFY(m_session->runOf(1)->trace->ids == m_session->runOf(0)->trace->ids);
}

void TestSession::writingOnIsOneStep()
{
    begin({.model = "main", .text = "The red dog"});
    const std::size_t before = tokens();
    connect(m_session.get(), &Session::resultShown, m_session.get(), &Session::writeOn);
    QSignalSpy writing(m_session.get(), &Session::writingChanged);
    m_session->startWriting(0);
    settle();
    QCOMPARE(writing.count(), 2);
    QVERIFY(tokens() > before + 1);
    QVERIFY(agrees(*m_session));
    QCOMPARE(m_session->history()->count(), 1);
    m_session->undo();
    settle();
    QCOMPARE(tokens(), before);
}

void TestSession::writingOnCanBeStopped()
{
    begin({.model = "main", .text = "The red dog"});
    const std::size_t before = tokens();
    int shown = 0;
    connect(m_session.get(), &Session::resultShown, m_session.get(), [&] {
        m_session->writeOn();
        if (++shown == 2)
            m_session->runner().stop();
    });
    m_session->startWriting(0);
    settle();
    QCOMPARE(tokens(), before + 2);
    QVERIFY(agrees(*m_session));
    QCOMPARE(m_session->history()->count(), 1);
    m_session->undo();
    settle();
    QCOMPARE(tokens(), before);
}

void TestSession::whatCannotBeOpenedChangesNothing()
{
    const TemporaryFolder folder;
    folder.write("bad.json", R"({"model": "main", "steps": []})");
    begin({.text = "The cat sat"});
    const app::WindowState before = m_session->state();
    QSignalSpy notOpened(m_session.get(), &Session::notOpened), refused(m_session.get(), &Session::refused);
    QVERIFY(!m_session->open(QString::fromStdString(folder.path("bad.json")))); // read at once
    QCOMPARE(notOpened.count(), 1);
    QVERIFY(m_session->state() == before && !m_session->isBusy());

    folder.write("bad.gguf", "GGUF but no more");
    QVERIFY(m_session->open(QString::fromStdString(folder.path("bad.gguf")))); // read by the worker
    settle();
    QCOMPARE(refused.count(), 1);
    QVERIFY(m_session->state() == before && agrees(*m_session));
    QVERIFY(!m_session->history()->canUndo() && !m_session->history()->canRedo());
}

void TestSession::aBookmarkBringsEverythingBack()
{
    begin({.model = "main"});
    m_session->addChoice("norm.placement", "sandwich");
    settle();
    m_session->addChoice("norm.kind", "layer_norm");
    settle();
    const app::WindowState undone = m_session->state();
    m_session->undo();
    settle();
    const Session::Bookmark bookmark = m_session->bookmark();
    m_session->open("untrained");
    settle();
    m_session->setPrompt("The dog");
    settle();
    m_session->returnTo(bookmark);
    settle();
    QVERIFY(m_session->state() == bookmark.state && agrees(*m_session));
    QCOMPARE(m_session->history()->index(), 1);
    QVERIFY(m_session->guidance().isTextDefault && m_session->guidance().prompt);
    m_session->redo(); // what was undone before, and nothing that came after
    settle();
    QVERIFY(m_session->state() == undone && !m_session->history()->canRedo());
    m_session->undo();
    m_session->undo();
    settle();
    QVERIFY(!m_session->state().a.said.has("norm.placement"));
}

void TestSession::aTargetIsFilledInOnce()
{
    begin({.text = "The cat sat"});
    m_session->setChoices(choice({"topology=encoder_decoder"}));
    settle();
    const app::WindowState filled = m_session->state();
    QVERIFY(!filled.a.targetText.empty());
    m_session->undo();
    settle();
    m_session->redo();
    settle();
    QVERIFY(m_session->state() == filled && agrees(*m_session)); // not behind undo
}

QTEST_GUILESS_MAIN(TestSession)
#include "tst_session.moc"
