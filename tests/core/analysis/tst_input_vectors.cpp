#include "core/analysis/input_vectors.h"

#include "tests/core/support/small_models.h"

#include <QTest>

#include <cmath>
#include <limits>
#include <set>

using namespace core;

namespace {

void add(Trace& trace, const std::string& name, const std::vector<float>& values, Index width = 2)
{
    Tensor tensor(name, {"token", "d_model"}, {Index(values.size()) / width, width});
    std::copy(values.begin(), values.end(), tensor.data());
    trace.add({tensor, {}, false});
}

} // namespace

class TestInputVectors : public QObject
{
    Q_OBJECT

private slots:
    void everyModelIsAccountedFor();
    void partsAddUpAsLoopsDo();
    void whatLiesBetweenIsFound();
    void withoutItsEndsThereIsNothing();
    void lengthsAreThoseOfLoops();
};

/// Under every choice what enters block 0 is the sum, its norm or its projection: nothing is unknown.
void TestInputVectors::everyModelIsAccountedFor()
{
    std::set<InputEnd> ends;
    std::set<std::string> parts;
    for (const std::string& choice : support::everyChoice()) {
        const SetupPtr setup = support::smallSetup(support::choices(choice));
        const auto trace = support::run(*setup, support::smallText());
        const std::optional<InputVectors> input = inputVectors(*trace);
        QVERIFY2(input, choice.c_str());
        QVERIFY2(input->end != InputEnd::Unknown, choice.c_str());
        QCOMPARE(bool(input->position), addsToEmbedding(setup->config.blocks.front().position));
        QCOMPARE(bool(input->type), setup->config.tokenTypes > 0);
        QCOMPARE(input->isAdded(), bool(input->position) || bool(input->type));
        ends.insert(input->end);
        parts.insert(input->position ? "position" : "no position");
        parts.insert(input->isPlain() ? "plain" : "changed");
        parts.insert(input->normsFirst ? "norm first" : input->normed ? "norm last" : "no norm");
    }
    QVERIFY(ends.contains(InputEnd::Summed) && ends.contains(InputEnd::Normed));
    QVERIFY(parts.size() >= 6);
}

void TestInputVectors::partsAddUpAsLoopsDo()
{
    const SetupPtr setup
        = support::smallSetup(support::choices("position.kind=sinusoidal embedding.token_types=2 norm.embedding=false"));
    const auto trace = support::run(*setup, support::smallText());
    const std::optional<InputVectors> input = inputVectors(*trace);
    QVERIFY(input && input->position && input->type && !input->normed);
    QCOMPARE(input->end, InputEnd::Summed);
    const Matrix sum = input->sum();
    const Tensor &token = trace->at("embed"), &position = trace->at("pos_embed"), &type = trace->at("token_type_embed");
    const Tensor& entering = trace->at("blocks.0.resid_pre");
    QCOMPARE(sum.size(), entering.size());
    for (Index row = 0; row < sum.rows(); ++row)
        for (Index i = 0; i < sum.cols(); ++i) {
            QCOMPARE(sum(row, i), token.row(row)[i] + position.row(row)[i] + type.row(row)[i]);
            QCOMPARE(sum(row, i), entering.row(row)[i]);
        }
}

void TestInputVectors::whatLiesBetweenIsFound()
{
    const auto ofParts = [](const std::vector<float>& normed, const std::vector<float>& entering, Index width = 2) {
        Trace trace;
        add(trace, "embed", {1, 2, 3, 4});
        add(trace, "pos_embed", {10, 20, 30, 40});
        if (!normed.empty())
            add(trace, "ln_embed.out", normed);
        add(trace, "blocks.0.resid_pre", entering, width);
        return *inputVectors(trace);
    };
    QCOMPARE(ofParts({}, {11, 22, 33, 44}).end, InputEnd::Summed);
    QCOMPARE(ofParts({}, {11, 22, 33, 45}).end, InputEnd::Unknown); // someone changed a number
    QCOMPARE(ofParts({5, 6, 7, 8}, {5, 6, 7, 8}).end, InputEnd::Normed);
    const InputVectors first = ofParts({5, 6, 7, 8}, {15, 26, 37, 48});
    QVERIFY(first.normsFirst);
    QCOMPARE(first.end, InputEnd::Summed);
    QCOMPARE(first.start().row(1)[0], 7.F);
    QCOMPARE(ofParts({}, {1, 2, 3, 4, 5, 6}, 3).end, InputEnd::Projected);
    QVERIFY(!ofParts({}, {11, 22, 33, 44}).isPlain());
    Trace plain;
    add(plain, "embed", {1, 2});
    add(plain, "blocks.0.resid_pre", {1, 2});
    QVERIFY(inputVectors(plain)->isPlain());
}

void TestInputVectors::withoutItsEndsThereIsNothing()
{
    Trace trace;
    QVERIFY(!inputVectors(trace));
    add(trace, "embed", {1, 2, 3, 4});
    QVERIFY(!inputVectors(trace));
    add(trace, "blocks.0.resid_pre", {1, 2}); // of another run
    QVERIFY(!inputVectors(trace));
}

void TestInputVectors::lengthsAreThoseOfLoops()
{
    Tensor tensor("x", {"token", "d_model"}, {3, 2});
    const float numbers[]{3, 4, 0, 0, 1, std::numeric_limits<float>::infinity()};
    std::copy_n(numbers, 6, tensor.data());
    const std::vector<double> lengths = rowLengths(tensor);
    QCOMPARE(lengths[0], 5.0);
    QCOMPARE(lengths[1], 0.0);
    QVERIFY(std::isnan(lengths[2]));
}

QTEST_GUILESS_MAIN(TestInputVectors)
#include "tst_input_vectors.moc"
