#include "widgets/figure/needs.h"

#include "tests/widgets/support/fulfilled.h"
#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/figure/compose.h"
#include "widgets/figure/figure.h"
#include "widgets/figure/need_store.h"
#include "widgets/figure/sides.h"

#include <QTest>

using namespace widgets;

namespace {

int computed = 0; // how often

Need lengthNeed(const RunPtr& run, const std::string& quantity = "length")
{
    return derivedNeed({run->trace, {}, quantity}, [run](const core::RunControl&) {
        ++computed;
        return run->trace->ids.size();
    });
}

/// Needs the length of its run, and then, as follows from it, as many numbers; one of them is a part.
constexpr FigureInfo kFigure{.id = "counting",
    .title = "",
    .draw = nullptr,
    .caption = [](const FigureData&) { return QString(); },
    .whyNot = [](const FigureData&) { return QString(); },
    .needs =
        [](const FigureData& data) {
            Needs needs{lengthNeed(data.a)};
            if (const auto* length = data.results.value<std::size_t>(needs.front().id))
                for (std::size_t i = 0; i < *length; ++i)
                    needs.push_back(lengthNeed(data.a, "number " + std::to_string(i)));
            needs.back().isPart = needs.size() > 1;
            return needs;
        }};

NeedResult resultOf(std::size_t bytes) { return {std::make_shared<const int>(1), &typeid(int), bytes, {}}; }

} // namespace

class TestNeeds : public QObject
{
    Q_OBJECT

    RunPtr m_run = support::tinyRun("The cat sat");

private slots:
    void init() { computed = 0; }

    void oneNeedMayFollowFromAnother()
    {
        FigureData data{m_run, nullptr, {}, {}};
        QVERIFY(isWaiting(kFigure, data));
        QCOMPARE(whyNothing(kFigure, data), QStringLiteral("Computing …"));
        NeedStore store;
        fulfil(kFigure, data, store, support::furtherRun);
        QVERIFY(missingNeeds(kFigure, data).empty());
        QCOMPARE(computed, 1 + int(m_run->trace->ids.size()));
    }

    void aPartIsNotWaitedFor()
    {
        FigureData data{m_run, nullptr, {}, {}};
        for (int round = 0; round < 2; ++round)
            for (const Need& need : missingNeeds(kFigure, data))
                if (!need.isPart)
                    data.results.add(need.id, need.compute({}));
        QCOMPARE(missingNeeds(kFigure, data).size(), std::size_t(1));
        QVERIFY(!isWaiting(kFigure, data));
        QCOMPARE(whyNothing(kFigure, data), QString());
    }

    /// The look, or another figure, asks for the same again.
    void whatTheStoreHasIsNotComputedAgain()
    {
        NeedStore store;
        FigureData data{m_run, nullptr, {}, {}};
        fulfil(kFigure, data, store, support::furtherRun);
        const int first = computed;
        FigureData again{m_run, nullptr, {.layer = 2}, {{QStringLiteral("scale"), QStringLiteral("log")}}};
        fulfil(kFigure, again, store, support::furtherRun);
        QCOMPARE(computed, first);
        FigureData other{support::tinyRun("The cat sat"), nullptr, {}, {}}; // the same numbers, another run
        fulfil(kFigure, other, store, support::furtherRun);
        QCOMPARE(computed, 2 * first);
    }

    void aStopEndsIt()
    {
        std::stop_source source;
        source.request_stop();
        NeedStore store;
        FigureData data{m_run, nullptr, {}, {}};
        QVERIFY_THROWS_EXCEPTION(core::Stopped, fulfil(kFigure, data, store, support::furtherRun, {source.get_token(), {}}));
        QCOMPARE(computed, 0);
    }

    void aRefusalIsASentenceAndIsNotAskedForAgain()
    {
        constexpr FigureInfo figure{.id = "refused",
            .title = "",
            .draw = nullptr,
            .caption = [](const FigureData&) { return QString(); },
            .whyNot = [](const FigureData&) { return QString(); },
            .needs =
                [](const FigureData& data) {
                    return Needs{derivedNeed({data.a->trace, {}, "too much"}, [](const core::RunControl&) -> int {
                        ++computed;
                        throw core::Error({.problem = "there is not enough memory"});
                    })};
                }};
        NeedStore store;
        FigureData data{m_run, nullptr, {}, {}};
        fulfil(figure, data, store, support::furtherRun);
        QCOMPARE(computed, 1);
        QCOMPARE(whyNothing(figure, data), QStringLiteral("This could not be computed: there is not enough memory."));
    }

    void aFurtherRunHasTheOtherChoiceAndItsRecordAlone()
    {
        const Need need = runNeed(m_run, "norm.placement", "post", {"blocks.*.resid_post"});
        const NeedResult result = carryOutNeed(need, 1, support::furtherRun, {});
        NeedResults results;
        results.add(need.id, result);
        const RunPtr run = results.run(need.id);
        QVERIFY(run);
        QCOMPARE(std::string(core::infoOf(run->setup->config.block(0).placement).id), std::string("post"));
        QVERIFY(run->trace->find("blocks.1.resid_post") && !run->trace->find("blocks.1.resid_pre"));
        QCOMPARE(run->trace->ids, m_run->trace->ids);
        QVERIFY(result.bytes >= run->trace->bytes());
        QVERIFY(!(need.id == runNeed(m_run, "norm.placement", "post").id)); // another record is another need
    }

    void kindsComeInTheOrderOfTheFamily()
    {
        const Family family{"norm.placement", {"blocks.*.resid_post"}};
        const Needs needs = familyNeeds(m_run, family);
        QCOMPARE(needs.size(), core::findChoiceKey("norm.placement")->words.size());
        NeedResults results;
        results.add(needs[2].id, resultOfRun(nullptr, "no"));
        results.add(needs[0].id, resultOfRun(m_run));
        const std::vector<KindRun> kinds = kindRuns(results, m_run, family);
        QCOMPARE(kinds.size(), std::size_t(2));
        QCOMPARE(kinds[0].value, core::findChoiceKey("norm.placement")->words[0]);
        QCOMPARE(kinds[0].run, m_run);
        QCOMPARE(kinds[1].why, std::string("no"));
        QVERIFY(familyNeeds(std::make_shared<RunResult>(RunResult{m_run->trace, nullptr}), family).empty());
    }

    void addingToACopyLeavesTheOtherAsItIs()
    {
        NeedResults one;
        one.add({{}, {}, "a"}, resultOf(1));
        NeedResults two = one;
        two.add({{}, {}, "b"}, resultOf(1));
        QVERIFY(two.find({{}, {}, "b"}) && !one.find({{}, {}, "b"}) && one.find({{}, {}, "a"}));
        QVERIFY(!one.value<double>({{}, {}, "a"})); // of another type
        QCOMPARE(*one.value<int>({{}, {}, "a"}), 1);
    }

    void onlyWhatIsNeededNowIsHeld()
    {
        NeedStore store;
        FigureData data{m_run, nullptr, {}, {}};
        fulfil(kFigure, data, store, support::furtherRun);
        NeedResults arrived;
        arrived.add({{}, {}, "of yesterday"}, resultOf(1));
        const NeedResults held = neededNow(kFigure, data, arrived);
        QVERIFY(!held.find({{}, {}, "of yesterday"}));
        data.results = held;
        QVERIFY(missingNeeds(kFigure, data).empty());
    }

    // --- The store -----------------------------------------------------------------------------------------------------

    void theStoreKeepsToItsMemory()
    {
        NeedStore store(100);
        for (const char* name : {"a", "b", "c"})
            store.keep({{}, {}, name}, resultOf(30));
        QCOMPARE(store.bytes(), std::size_t(90));
        QVERIFY(store.find({{}, {}, "a"})); // asked for last now
        store.keep({{}, {}, "d"}, resultOf(30));
        QVERIFY(!store.find({{}, {}, "b"}));
        QVERIFY(store.find({{}, {}, "a"}) && store.find({{}, {}, "c"}) && store.find({{}, {}, "d"}));
        store.keep({{}, {}, "whale"}, resultOf(101));
        QVERIFY(!store.find({{}, {}, "whale"}));
        QCOMPARE(store.bytes(), std::size_t(90));
        store.keep({{}, {}, "a"}, resultOf(10)); // in place of the first
        QCOMPARE(store.bytes(), std::size_t(70));
    }

    void whatIsOfARunThatIsGoneGoes()
    {
        NeedStore store;
        RunPtr run = support::tinyRun("The");
        const NeedId id = lengthNeed(run).id;
        store.keep(id, resultOf(50));
        store.keep({{}, {}, "of none"}, resultOf(5));
        QCOMPARE(store.bytes(), std::size_t(55));
        run = nullptr;
        QVERIFY(id.isGone());
        QCOMPARE(store.bytes(), std::size_t(5));
    }
};

QUIET_TEST_MAIN(TestNeeds)
#include "tst_needs.moc"
