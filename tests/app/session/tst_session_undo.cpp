// What undo and redo bring back beside the state: the head and the tokens that were looked at.

#include "app/session/session.h"

#include "app/base/languages.h"

#include <QTest>

#include <memory>

using app::Session;

class TestSessionUndo : public QObject
{
    Q_OBJECT
private slots:
    void init() { app::setLanguage("en"); }
    void undoOfAModelBringsBackItsHead();
    void undoOfAnExampleAndOfAFigureToo();
    void undoOfAChoiceLeavesTheHead();

private:
    void begin(const Session::Start& start)
    {
        m_session = std::make_unique<Session>();
        m_session->begin(start);
        settle();
        QVERIFY(m_session->run());
    }
    void settle() { QTRY_VERIFY_WITH_TIMEOUT(!m_session->isBusy(), 30000); }

    std::unique_ptr<Session> m_session;
};

void TestSessionUndo::undoOfAModelBringsBackItsHead()
{
    begin({.model = "main"});
    m_session->selection()->pin({.layer = 2, .head = 3, .query = 4, .key = 1});
    const widgets::Selection chosen = m_session->selection()->pinned();
    m_session->open("untrained");
    settle();
    const widgets::Selection opened = m_session->selection()->pinned();
    QVERIFY(!opened.isHeadChosen); // no head of another model
    m_session->undo();
    settle();
    QCOMPARE(m_session->selection()->pinned(), chosen);
    m_session->redo();
    settle();
    QCOMPARE(m_session->selection()->pinned(), opened);
    m_session->undo();
    settle();
    QCOMPARE(m_session->selection()->pinned(), chosen);

    m_session->open("untrained"); // never on screen
    m_session->open("biases");
    settle();
    m_session->undo();
    m_session->undo();
    settle();
    QCOMPARE(m_session->state().a.model, std::string("main"));
    QCOMPARE(m_session->selection()->pinned(), chosen);
}

void TestSessionUndo::undoOfAnExampleAndOfAFigureToo()
{
    begin({.model = "main"});
    m_session->selection()->pin({.layer = 0, .head = 3, .query = 2, .key = 1});
    const widgets::Selection chosen = m_session->selection()->pinned();
    const std::string text = m_session->state().a.text;
    int other = 0;
    while (m_session->guidance().guide.at(other)->text == text)
        ++other;
    m_session->choosePrompt(other);
    settle();
    QVERIFY(!(m_session->selection()->pinned() == chosen));
    m_session->undo();
    settle();
    QCOMPARE(m_session->selection()->pinned(), chosen);

    app::RecipeContents figure;
    figure.request.a = m_session->state().a;
    figure.request.a.said.setText("norm.placement=post", 1);
    m_session->showFigure(figure);
    settle();
    QVERIFY(m_session->takeFigure());
    m_session->selection()->pin({.layer = 1, .head = 1, .query = 3}); // as the window does with what the file says
    m_session->undo();
    settle();
    QCOMPARE(m_session->selection()->pinned(), chosen);
}

void TestSessionUndo::undoOfAChoiceLeavesTheHead()
{
    begin({.text = "The cat sat"});
    m_session->selection()->pin({.layer = 1, .head = 3, .query = 2});
    const int head = 3;
    m_session->addChoice("sizes.heads", "2");
    settle();
    QVERIFY(m_session->selection()->pinned().head < head);
    m_session->undo();
    settle();
    QCOMPARE(m_session->selection()->pinned().head, head);
    m_session->addChoice("norm.placement", "post");
    settle();
    m_session->selection()->pin({.layer = 0, .head = 1, .query = 2});
    m_session->undo();
    settle();
    QCOMPARE(m_session->selection()->pinned().head, 1); // chosen since
}

QTEST_GUILESS_MAIN(TestSessionUndo)
#include "tst_session_undo.moc"
