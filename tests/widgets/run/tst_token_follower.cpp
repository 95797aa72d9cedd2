// The linked cursor stays on its tokens when the text changes.

#include "widgets/run/token_follower.h"

#include <QTest>

using widgets::Selection;
using widgets::SelectionModel;
using widgets::TokenFollower;

class TestTokenFollower : public QObject
{
    Q_OBJECT
private slots:
    void aTokenIsFollowedByItsText_data()
    {
        using Tokens = QStringList;
        QTest::addColumn<QStringList>("before");
        QTest::addColumn<int>("position");
        QTest::addColumn<QStringList>("after");
        QTest::addColumn<int>("expected");
        const Tokens cat{"The", " cat", " sat", " on", " the", " mat"};
        QTest::newRow("the last stays the last") << cat << 5 << Tokens(cat + Tokens{" today", "."}) << 7;
        QTest::newRow("the last of a shorter text") << cat << 5 << Tokens{"The", " cat"} << 1;
        QTest::newRow("before the change") << cat << 2 << Tokens(cat + Tokens{" today"}) << 2;
        const Tokens older{"The", " old", " grey", " cat", " sat", " on", " the", " mat"};
        QTest::newRow("after the change") << cat << 4 << older << 6;
        const Tokens equal{"a", "b", "a", "a", "."};
        QTest::newRow("in a common ending of equal words") << equal << 2 << Tokens(Tokens{"x"} + equal) << 3;
        QTest::newRow("within the change, by its text") << cat << 2 << Tokens{"A", " dog", " then", " sat", " up"} << 3;
        QTest::newRow("the nearest of several") << cat << 2 << Tokens{" sat", " so", " he", " sat", " x"} << 3;
        QTest::newRow("gone: the same place") << cat << 1 << Tokens{"The", " dog", " sat", " on", " the", " mat"} << 1;
        QTest::newRow("another text without it") << cat << 1 << Tokens{"A", " dog", " ran", " to", " it", "."} << -1;
        QTest::newRow("gone, and others moved")
            << cat << 1 << Tokens{"The", " dog", " then", " sat", " on", " the", " mat"} << -1;
        QTest::newRow("nothing chosen") << cat << -1 << Tokens{"a"} << -1;
        QTest::newRow("no text") << cat << 2 << Tokens{} << -1;
    }

    void aTokenIsFollowedByItsText()
    {
        QFETCH(QStringList, before);
        QFETCH(int, position);
        QFETCH(QStringList, after);
        const auto words = [](const QStringList& list) {
            std::vector<std::string> all;
            for (const QString& word : list)
                all.push_back(word.toStdString());
            return all;
        };
        QTEST(widgets::followedToken(words(before), position, words(after)), "expected");
    }

    void queryAndKeyAreFollowedAndATextThatComesBackHasThemAgain()
    {
        const std::vector<std::string> first{"The", " cat", " sat", " on", " it"};
        const std::vector<std::string> grown{"Oh", " the", " cat", " sat", " on", " it"};
        SelectionModel model;
        TokenFollower follower(&model);
        follower.follow(2, 2, first);
        model.pin({.layer = 1, .head = 1, .query = 3, .key = 1});
        follower.follow(2, 2, grown);
        QCOMPARE(model.pinned(), (Selection{.layer = 1, .head = 1, .query = 4, .key = 2}));
        follower.follow(2, 2, {"The"}); // what was chosen has gone
        QCOMPARE(model.pinned(), (Selection{.layer = 1, .head = 1, .query = 0, .key = -1}));
        follower.follow(2, 2, first);
        QCOMPARE(model.pinned(), (Selection{.layer = 1, .head = 1, .query = 3, .key = 1}));
    }

    void aRunWithLessKeepsTheNearestThatExists()
    {
        SelectionModel model;
        TokenFollower follower(&model);
        model.pin({.layer = 7, .head = 9, .query = 11, .key = -1});
        follower.follow(4, 2, {"a", "b", "c", "d", "e", "f"});
        QCOMPARE(model.pinned(), (Selection{.layer = 3, .head = 1, .query = 5, .key = -1}));
        follower.follow(0, 0, {});
        QCOMPARE(model.pinned(), (Selection{.layer = 0, .head = 0, .query = -1, .key = -1}));
        follower.follow(8, 10, {"a", "b", "c", "d", "e", "f"});
        QCOMPARE(model.pinned(), (Selection{.layer = 7, .head = 9, .query = 5, .key = -1})); // it comes back
    }
};

QTEST_GUILESS_MAIN(TestTokenFollower)
#include "tst_token_follower.moc"
