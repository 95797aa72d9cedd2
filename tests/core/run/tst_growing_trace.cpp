// A run that is looked at while it is computed.

#include "core/run/growing_trace.h"

#include "tests/core/support/intervention_runs.h"
#include "tests/core/support/small_models.h"

#include <QTest>

#include <cstring>

using namespace core;
using namespace support;

class TestGrowingTrace : public QObject
{
    Q_OBJECT

private slots:
    void partsAreTheLayersThatAreThere();
    void aStopInALayerIsTheLast();
    void anEncoderTellsOfItsLayersFirst();
};

void TestGrowingTrace::partsAreTheLayersThatAreThere()
{
    const SetupPtr setup = smallSetup(choices("sizes.layers=5"));
    std::vector<TracePtr> parts;
    std::vector<std::vector<float>> streams; // of the layer that is through, as it was then
    const auto whole = forwardByLayers(*setup, {smallText(), {}}, {}, {}, [&](const std::function<TracePtr()>& soFar) {
        parts.push_back(soFar());
        const Tensor& stream = parts.back()->at(blockName(Index(parts.size()) - 1, "resid_post"));
        streams.emplace_back(stream.values().begin(), stream.values().end());
    });
    QCOMPARE(parts.size(), std::size_t(5));
    QVERIFY(whole->milliseconds > 0);
    QCOMPARE(firstDifference(*whole, *run(*setup, smallText())), std::string());
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const Trace& part = *parts[i];
        QCOMPARE(part.layers(), Index(i + 1));
        QVERIFY(part.milliseconds < 0 && !part.find("logits"));
        QVERIFY(part.ids == whole->ids && part.tokens == whole->tokens && part.choices == whole->choices);
        for (const TraceEntry& entry : part.entries())
            QVERIFY2(same(entry.tensor, whole->at(entry.name())), entry.name().c_str());
        for (const TraceEntry& entry : whole->entries())
            if (const NameParts name = partsOfName(entry.name()); name.layer >= 0)
                QCOMPARE(part.find(entry.name()) != nullptr, name.layer <= Index(i));
        QVERIFY(std::memcmp(streams[i].data(), whole->at(blockName(Index(i), "resid_post")).data(), streams[i].size() * 4) == 0);
        QVERIFY(!parts[i].owner_before(whole) && !whole.owner_before(parts[i])); // what was computed of one is known of both
    }
}

void TestGrowingTrace::aStopInALayerIsTheLast()
{
    const SetupPtr setup = smallSetup(choices("sizes.layers=5"));
    std::stop_source stop;
    RunControl control;
    control.stop = stop.get_token();
    int layers = 0;
    QVERIFY_EXCEPTION_THROWN(forwardByLayers(*setup, {smallText(), {}}, {}, control,
                                 [&](const std::function<TracePtr()>&) {
                                     if (++layers == 2)
                                         stop.request_stop();
                                 }),
        Stopped);
    QCOMPARE(layers, 2);
}

void TestGrowingTrace::anEncoderTellsOfItsLayersFirst()
{
    const SetupPtr setup = smallSetup(choices("topology=encoder_decoder sizes.layers=3 sizes.encoder_layers=2"));
    std::vector<TracePtr> parts;
    ForwardInput input{smallText(), {}};
    input.decoderIds = {4, 1, 3};
    const auto whole
        = forwardByLayers(*setup, input, {}, {}, [&](const std::function<TracePtr()>& soFar) { parts.push_back(soFar()); });
    QCOMPARE(parts.size(), std::size_t(5));
    for (std::size_t i = 0; i < parts.size(); ++i) {
        QVERIFY(parts[i]->milliseconds < 0 && parts[i]->decoderIds == whole->decoderIds);
        for (const TraceEntry& entry : whole->entries())
            if (const NameParts name = partsOfName(entry.name()); name.layer >= 0) {
                const Index at = name.layer + (name.isOfEncoder ? 0 : 2);
                QCOMPARE(parts[i]->find(entry.name()) != nullptr, at <= Index(i));
            }
        for (const TraceEntry& entry : parts[i]->entries())
            QVERIFY2(same(entry.tensor, whole->at(entry.name())), entry.name().c_str());
    }
    QCOMPARE(firstDifference(*whole, *forward(*setup, input)), std::string());
}

QTEST_APPLESS_MAIN(TestGrowingTrace)
#include "tst_growing_trace.moc"
