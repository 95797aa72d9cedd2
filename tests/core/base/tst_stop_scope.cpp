#include "core/base/stop_scope.h"

#include "core/base/error.h"
#include "core/io/json.h"

#include <QTest>

#include <thread>

using namespace core;

class TestStopScope : public QObject
{
    Q_OBJECT

private slots:
    void withoutAScopeNothingStops();
    void theInnermostScopeCounts();
    void otherThreadsAreLeftAlone();
    void aDocumentIsNotReadToItsEnd();
};

namespace {

bool stops()
{
    try {
        checkStop();
    } catch (const Stopped&) {
        return true;
    }
    return false;
}

} // namespace

void TestStopScope::withoutAScopeNothingStops() { QVERIFY(!stops()); }

void TestStopScope::theInnermostScopeCounts()
{
    std::stop_source outer, inner;
    const StopScope around(outer.get_token());
    QVERIFY(!stops());
    outer.request_stop();
    QVERIFY(stops());
    {
        const StopScope scope(inner.get_token());
        QVERIFY(!stops());
        inner.request_stop();
        QVERIFY(stops());
    }
    QVERIFY(stops());
}

void TestStopScope::otherThreadsAreLeftAlone()
{
    std::stop_source stop;
    const StopScope scope(stop.get_token());
    stop.request_stop();
    bool other = true;
    std::jthread([&] { other = stops(); }).join();
    QVERIFY(!other);
    QVERIFY(stops());
}

void TestStopScope::aDocumentIsNotReadToItsEnd()
{
    std::stop_source stop;
    stop.request_stop();
    {
        const StopScope scope(stop.get_token());
        QVERIFY_EXCEPTION_THROWN(parseJson("[1, 2, 3", "x.json"), Stopped); // before the end that is missing
    }
    QVERIFY_EXCEPTION_THROWN(parseJson("[1, 2, 3", "x.json"), Error);
}

QTEST_GUILESS_MAIN(TestStopScope)
#include "tst_stop_scope.moc"
