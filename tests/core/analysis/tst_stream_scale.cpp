#include "core/analysis/stream_scale.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace core;

namespace {

void add(Trace& trace, const std::string& name, const std::vector<float>& values)
{
    Tensor tensor(name, {"token", "d_model"}, {Index(values.size()) / 2, 2});
    std::copy(values.begin(), values.end(), tensor.data());
    trace.add({tensor, {}, false});
}

} // namespace

class TestStreamScale : public QObject
{
    Q_OBJECT

private slots:
    void placesHaveADepthAndTheLengthOfEachPosition();
    void theFirstPositionIsLeftOutOfTheRest();
    void aVectorThatIsNoneHasNoLength();
    void slotsAreFollowedOverTheLayers();
};

void TestStreamScale::placesHaveADepthAndTheLengthOfEachPosition()
{
    Trace trace;
    add(trace, "blocks.0.resid_pre", {3, 4, 0, 1});
    add(trace, "blocks.0.resid_mid", {6, 8, 0, 2});
    add(trace, "blocks.0.resid_post", {1, 0, 1, 0});
    const std::vector<StreamPlace> places = streamPlaces(trace, VectorLength::L2);
    QCOMPARE(places.size(), std::size_t(3));
    QCOMPARE(places[1].depth, 0.5);
    QVERIFY(!places[1].isBetweenBlocks() && places[2].isBetweenBlocks());
    QCOMPARE(places[2].depth, 1.0);
    QCOMPARE(places[0].lengths, (std::vector<double>{5, 1}));
    QCOMPARE(places[0].mean, 3.0);
    QVERIFY(std::abs(streamPlaces(trace, VectorLength::Rms)[0].lengths[0] - std::sqrt(12.5)) < 1e-12);
    QVERIFY(streamPlaces(Trace(), VectorLength::Rms).empty());
}

void TestStreamScale::theFirstPositionIsLeftOutOfTheRest()
{
    QCOMPARE(meanWithoutFirst(std::vector<double>{1000, 2, 4}), 3.0);
    QCOMPARE(meanWithoutFirst(std::vector<double>{7}), 7.0); // of one there is no rest
    QVERIFY(std::isnan(meanWithoutFirst({})));
    Trace trace;
    add(trace, "blocks.0.resid_pre", {300, 400, 0, 1, 0, 3});
    QCOMPARE(streamPlaces(trace, VectorLength::L2)[0].rest, 2.0);
}

void TestStreamScale::aVectorThatIsNoneHasNoLength()
{
    Trace trace;
    add(trace, "blocks.0.resid_pre", {3, 4, std::numeric_limits<float>::infinity(), 1});
    const StreamPlace place = streamPlaces(trace, VectorLength::L2).front();
    QCOMPARE(place.lengths[0], 5.0);
    QVERIFY(std::isnan(place.lengths[1]) && std::isnan(place.rest));
}

void TestStreamScale::slotsAreFollowedOverTheLayers()
{
    Trace trace;
    add(trace, "blocks.0.resid_pre", {3, 5});
    add(trace, "blocks.0.ln1.out", {-1, 1});
    add(trace, "blocks.1.ln2.out", {2, 2});
    const std::vector<SlotNumbers> all = slotNumbers(trace);
    QCOMPARE(all.size(), std::size_t(2));
    QCOMPARE(all[0].slot, std::string("ln1"));
    QCOMPARE(all[0].meanBefore[0], 4.0);
    QVERIFY(std::abs(all[0].rmsBefore[0] - std::sqrt(17.0)) < 1e-12);
    QVERIFY(std::isnan(all[0].rmsBefore[1])); // this layer has no ln1
    QCOMPARE(all[1].rmsAfter[1], 2.0);
}

QTEST_GUILESS_MAIN(TestStreamScale)
#include "tst_stream_scale.moc"
