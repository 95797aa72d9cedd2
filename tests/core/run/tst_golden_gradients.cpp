// Gradients against PyTorch's autograd of the reference model in float64: every tensor and every weight of the folders in
// tests/data/parity, as tools/fixtures/gradient_golden.py stores them. `./dev parity --gradients` runs the whole sweep.

#include "core/files/formats/safetensors.h"
#include "core/files/library/model_files.h"
#include "core/files/traces/trace_file.h"
#include "core/run/gradient_trace.h"
#include "core/run/metric_gradient.h"
#include "tests/test_data.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

using namespace core;

class TestGoldenGradients : public QObject
{
    Q_OBJECT

private slots:
    void everyGradientAgreesWithAutograd_data();
    void everyGradientAgreesWithAutograd();
    void thereAreEnough();
};

namespace {

const Safetensors& golden()
{
    static const Safetensors file = Safetensors::open(TEST_DATA "/parity/gradients.safetensors");
    return file;
}

/// ±1 for each place of a tensor, from bits of a mixed counter.
double sign(std::uint32_t place, int which)
{
    std::uint32_t mixed = place * 2654435761u;
    mixed = (mixed ^ (mixed >> 15)) * 2246822519u;
    return ((mixed >> (7 + 8 * which)) & 1u) != 0 ? 1.0 : -1.0;
}

/// Two products with vectors of ±1, the largest number, the norm.
std::array<double, 4> printsOf(const Tensor& tensor)
{
    std::array<double, 4> prints{};
    for (Index i = 0; i < tensor.size(); ++i) {
        const double number = double(tensor.data()[i]);
        prints[0] += number * sign(std::uint32_t(i), 0);
        prints[1] += number * sign(std::uint32_t(i), 1);
        prints[2] = std::max(prints[2], std::abs(number));
        prints[3] += number * number;
    }
    prints[3] = std::sqrt(prints[3]);
    return prints;
}

std::uint32_t checksum(const std::string& text) // CRC-32
{
    std::uint32_t sum = ~0u;
    for (const char c : text) {
        sum ^= std::uint8_t(c);
        for (int bit = 0; bit < 8; ++bit)
            sum = (sum >> 1) ^ ((sum & 1u) != 0 ? 0xedb88320u : 0u);
    }
    return ~sum;
}

Choices saidOf(const Json& said)
{
    Choices choices;
    for (const auto& [key, value] : said.items())
        choices.set(key, value);
    return choices;
}

} // namespace

void TestGoldenGradients::everyGradientAgreesWithAutograd_data()
{
    QTest::addColumn<int>("place");
    for (std::size_t i = 0; i < golden().tensors.size(); ++i)
        QTest::newRow(golden().tensors[i].name.c_str()) << int(i);
}

void TestGoldenGradients::everyGradientAgreesWithAutograd()
{
    QFETCH(int, place);
    const StoredTensor& stored = golden().tensors[std::size_t(place)];
    const Json about = parseJson(golden().metadata.at(stored.name), stored.name);
    const std::string folder = TEST_DATA "/parity/" + about["folder"].get<std::string>();
    const std::shared_ptr<Trace> reference = readTrace(folder + "/reference.safetensors");
    const SetupPtr setup = configure(openModel(folder), saidOf(about["said"]));
    ForwardInput input{reference->ids};
    input.decoderIds = reference->decoderIds;
    const auto trace
        = traceWithGradients(*setup, input, {.patterns = {"grad.*"}}, parseMetric(about["metric"].get<std::string>(), *setup));
    const double value = about["value"].get<double>();
    QVERIFY(std::abs(trace->metricValue - value) <= 1e-5 * std::max(1.0, std::abs(value)));

    std::vector<const Tensor*> ours;
    for (const TraceEntry& entry : trace->entries())
        if (!entry.name().ends_with(".state")) // is only shown
            ours.push_back(&entry.tensor);
    std::sort(ours.begin(), ours.end(), [](const Tensor* a, const Tensor* b) { return a->name() < b->name(); });
    std::string names;
    for (const Tensor* tensor : ours)
        names += (names.empty() ? "" : "\n") + tensor->name();
    QCOMPARE(checksum(names), about["names"].get<std::uint32_t>());

    std::vector<float> theirs(std::size_t(elements(stored.shape)));
    stored.read(0, Index(theirs.size()), theirs.data());
    double largest = 0;
    for (std::size_t i = 2; i < theirs.size(); i += 4)
        largest = std::max(largest, double(theirs[i]));
    for (std::size_t i = 0; i < ours.size(); ++i) {
        const std::array<double, 4> prints = printsOf(*ours[i]);
        const double* found = prints.data();
        const float* wanted = theirs.data() + 4 * i;
        // A sum of n numbers that are each within 1e-4 of the largest; what is 0 but for rounding is beside the largest of all.
        const double root = std::sqrt(double(ours[i]->size()));
        const double allowed = 1e-4 * double(wanted[2]) * root + 3e-7 * largest * root;
        for (int print = 0; print < 4; ++print)
            QVERIFY2(std::abs(found[print] - double(wanted[print])) <= allowed,
                (ours[i]->name() + ": " + std::to_string(found[print]) + " expected " + std::to_string(wanted[print])).c_str());
    }
}

void TestGoldenGradients::thereAreEnough() { QVERIFY(golden().tensors.size() >= 60); }

QTEST_GUILESS_MAIN(TestGoldenGradients)
#include "tst_golden_gradients.moc"
