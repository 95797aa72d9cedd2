// Where interventions act, and how they are said of a copy of the text.

#include "core/experiments/packed_changes.h"

#include "tests/core/support/small_models.h"

#include <QTest>

using namespace core;
using namespace support;

namespace {

std::vector<PlannedTensor> planned(const std::string& assignments)
{
    return plan(smallSetup(choices(assignments))->config, 5).tensors;
}

PlacedChanges placed(const std::vector<PlannedTensor>& tensors, const Changes& changes)
{
    return placedChanges(changes, tensors, 2);
}

} // namespace

class TestPackedChanges : public QObject
{
    Q_OBJECT
private slots:
    void aRunBeginsAtTheFirstBlockThatItChanges()
    {
        const auto tensors = planned("");
        QCOMPARE(placed(tensors, {{.at = "blocks.1.attn.z[2]"}, {.at = "logits"}}).layer, Index(1));
        QCOMPARE(placed(tensors, {{.at = "blocks.*.attn.z"}}).layer, Index(0));
        QCOMPARE(placed(tensors, {{.at = "ln_final.out"}}).layer, Index(2));
        QVERIFY(!placed(tensors, {{.at = "embed"}}).canStart);
        QVERIFY(!placed(tensors, {{.at = "no.such.tensor"}}).canPack);
        QVERIFY(!placed(planned("topology=encoder_decoder"), {{.at = "encoder.blocks.1.attn_out"}}).canStart);
    }

    void tokensBeforeTheFirstThatIsChangedStay()
    {
        const auto tensors = planned("");
        const AxisRange third{axis::token, 2, 2};
        QCOMPARE(placed(tensors, {{.at = "blocks.0.mlp_out", .slice = {third}}}).token, Index(2));
        QCOMPARE(placed(tensors, {{.at = "blocks.0.attn.pattern[1]", .slice = {{axis::query, 3, 4}}}}).token, Index(3));
        QCOMPARE(placed(tensors, {{.at = "blocks.0.attn.pattern[1]", .slice = {{axis::key, 3, 4}}}}).token, Index(0));
        QCOMPARE(placed(tensors, {{.at = "blocks.0.mlp_out", .slice = {third}}, {.at = "blocks.1.attn.z[1]"}}).token, Index(0));
        QVERIFY(placed(tensors, {}).token > 5);
    }

    void tokensAndKeysMoveWithTheCopy()
    {
        const auto tensors = planned("");
        const PlacedChanges changes
            = placed(tensors, {{.at = "blocks.0.attn.pattern[1]", .slice = {{axis::query, 2, 3}}}, {.at = "blocks.0.mlp_out"}});
        QVERIFY(changes.canPack);
        const std::vector<Intervention> moved = movedBy(changes, 10);
        QCOMPARE(moved[0].slice, (std::vector<AxisRange>{{axis::query, 12, 13}, {axis::key, 10, 14}}));
        QCOMPARE(moved[1].slice, (std::vector<AxisRange>{{axis::token, 10, 14}}));
    }

    void theSourceIsEverybodys()
    {
        const auto tensors = planned("topology=encoder_decoder");
        QVERIFY(!placed(tensors, {{.at = "blocks.0.cross_attn.k"}}).canPack);
        const PlacedChanges pattern = placed(tensors, {{.at = "blocks.0.cross_attn.pattern"}});
        QVERIFY(pattern.canPack);
        QCOMPARE(movedBy(pattern, 5).front().slice, (std::vector<AxisRange>{{axis::query, 5, 9}}));
    }

    void anExpertIsTakenOutByItsGates()
    {
        const auto tensors = planned("feed_forward.kind=mixture");
        const PlacedChanges zero = placed(tensors, {{.at = "blocks.1.mlp.experts.2.out"}});
        QVERIFY(zero.canPack);
        QCOMPARE(zero.each.front().at, std::string("blocks.1.mlp.gates"));
        QVERIFY(!placed(tensors, {{.at = "blocks.1.mlp.experts.2.out", .op = InterventionOp::Mean}}).canPack);
    }

    void numbersOfAnotherRunAreRead()
    {
        const SetupPtr setup = smallSetup(smallChoices());
        const std::shared_ptr<const Trace> other = run(*setup, {1, 2, 3, 4, 5});
        const auto tensors = plan(setup->config, 5).tensors;
        const PlacedChanges changes = placed(tensors,
            {{.at = "blocks.0.attn.z[2]",
                .slice = {{axis::token, 1, 1}},
                .op = InterventionOp::From,
                .source = {"", "", "", other}}});
        QCOMPARE(int(changes.each.front().op), int(InterventionOp::Set));
        const Tensor& z = other->at("blocks.0.attn.z");
        for (Index i = 0; i < z.dim(2); ++i)
            QCOMPARE(changes.each.front().value.numbers[std::size_t(i)], z.at({1, 2, i}));
    }
};

QTEST_GUILESS_MAIN(TestPackedChanges)
#include "tst_packed_changes.moc"
