// A random walk of 500 commands, undone: the state at its beginning, byte by byte; and redone, that at its end.

#include "app/session/session.h"

#include "app/base/languages.h"
#include "app/session/session_file.h"

#include <QRandomGenerator>
#include <QTest>

class TestSessionWalk : public QObject
{
    Q_OBJECT
private slots:
    void fiveHundredStepsUndoneGiveTheSameBytes_data()
    {
        QTest::addColumn<int>("seed");
        QTest::newRow("1") << 1;
        QTest::newRow("2") << 2;
    }
    void fiveHundredStepsUndoneGiveTheSameBytes();

private:
    void take(QRandomGenerator& random);
    QByteArray bytes() const { return app::writeSession({m_session->state(), {}, {}, {}}, QStringLiteral("/")); }
    void settle() { QTRY_VERIFY_WITH_TIMEOUT(!m_session->isBusy(), 30000); }

    std::unique_ptr<app::Session> m_session;
};

/// One command of a person, legal or not.
void TestSessionWalk::take(QRandomGenerator& random)
{
    static constexpr std::pair<const char*, const char*> choices[] = {{"norm.placement", "post"}, {"norm.placement", "pre"},
        {"norm.kind", "rms_norm"}, {"position.kind", "rope"}, {"position.kind", "alibi"}, {"rope.base", "500"}, {"rope.base", "900"},
        {"activation.kind", "relu"}, {"block.layout", "parallel_shared_norm"}, {"attention.kind", "multi_query"}, {"seed", "3"}};
    static constexpr const char* texts[] = {"red dog", "the cat sat on the mat", "x"};
    app::WindowState next = m_session->state();
    switch (random.bounded(12)) {
    case 0:
    case 1:
    case 2: {
        const auto& [key, value] = choices[random.bounded(int(std::size(choices)))];
        return m_session->addChoice(key, value);
    }
    case 3:
        return m_session->setPrompt(QLatin1String(texts[random.bounded(int(std::size(texts)))]));
    case 4:
        return m_session->change(app::withB(next));
    case 5:
        return m_session->change(app::withoutB(next));
    case 6:
        return next.b ? m_session->change(app::swapped(next)) : void();
    case 7:
        return m_session->change(app::withMode(next, widgets::SlotMode(random.bounded(5))));
    case 8:
        next.isLocked = !next.isLocked;
        return m_session->change(next);
    case 9:
        next.whatIf[QStringLiteral("norm")] = QVariantMap{{QStringLiteral("eps"), random.bounded(3)}};
        return m_session->change(next);
    case 10:
        return m_session->undo();
    default:
        return m_session->redo();
    }
}

void TestSessionWalk::fiveHundredStepsUndoneGiveTheSameBytes()
{
    QFETCH(int, seed);
    app::setLanguage("en");
    m_session = std::make_unique<app::Session>();
    m_session->begin({.text = "The cat sat"});
    settle();
    const QByteArray first = bytes();
    QRandomGenerator random(static_cast<quint32>(seed));
    for (int step = 0; step < 500; ++step) {
        take(random);
        if (random.bounded(8) == 0)
            settle();
    }
    settle();
    QVERIFY(m_session->state().a == m_session->shown().a && m_session->state().b == m_session->shown().b);
    const QByteArray last = bytes();
    const int done = m_session->history()->index();
    QVERIFY(done > 20);
    while (m_session->history()->canUndo())
        m_session->undo();
    settle();
    QCOMPARE(bytes(), first);
    while (m_session->history()->index() < done)
        m_session->redo();
    settle();
    QCOMPARE(bytes(), last);
}

QTEST_GUILESS_MAIN(TestSessionWalk)
#include "tst_session_walk.moc"
