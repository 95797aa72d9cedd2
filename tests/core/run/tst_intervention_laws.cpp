// What holds of an intervention on any tensor that any model records.

#include "core/run/intervention_list.h"

#include "tests/core/support/intervention_runs.h"
#include "tests/core/support/small_models.h"
#include "tests/core/support/temporary_files.h"

#include <QTest>

#include <algorithm>
#include <map>

using namespace core;
using namespace support;

namespace {

const std::vector<TokenId> text{3, 1, 12, 3};

/// Names that an interventions may change in the place of those that nothing is computed from, by the name of the latter.
std::map<std::string, std::string> endsOf(const ModelConfig& config)
{
    std::map<std::string, std::string> ends;
    for (const PlannedTensor& tensor : plan(config, Index(text.size()), everything()).tensors)
        if (!tensor.changeInstead.empty())
            ends[tensor.name] = tensor.changeInstead;
    return ends;
}

/// Whether a factor leaves every number as it is.
bool hasNothingToScale(const Tensor& tensor)
{
    return std::all_of(tensor.data(), tensor.data() + tensor.size(), [](float number) { return number * 1.7f == number; });
}

/// Where each query sees one key, its pattern is 1 whatever the score is; gates of the only expert are 1.
bool isWithoutConsequence(const std::string& name, const Trace& plain, const BlockConfig& block)
{
    const auto* mixture = std::get_if<MixtureOfExperts>(&block.feedForward);
    if (mixture && name.ends_with(".router_logits") && mixture->routing.experts == 1)
        return true;
    for (const char* forScores : {"q_input", "k_input", "q", "k", "q_normed", "k_normed", "rot_q", "rot_k", "k_rope",
             "scores_content", "bias", "bias_u", "bias_qr", "bias_wr", "scores"}) {
        const std::string end = std::string(".attn.") + forScores;
        if (!name.ends_with(end))
            continue;
        const Tensor* pattern = plain.find(name.substr(0, name.size() - end.size()) + ".attn.pattern");
        return pattern
            && std::all_of(pattern->data(), pattern->data() + pattern->size(), [](float p) { return p == 0.f || p == 1.f; });
    }
    return false;
}

/// Whether the runs differ in a tensor that is made after this one.
bool differAfter(const std::string& name, const Trace& a, const Trace& b)
{
    bool isAfter = false;
    for (const TraceEntry& entry : a.entries()) {
        const Tensor* other = b.find(entry.name());
        if (isAfter && (!other || !same(entry.tensor, *other)))
            return true;
        isAfter = isAfter || entry.name() == name;
    }
    return a.entries().size() != b.entries().size();
}

/// What is wrong with a factor at this name, or "".
std::string brokenBy(const Setup& setup, const Tensor& at, const Trace& plain)
{
    const std::shared_ptr<Trace> one = run(setup, text, intervening(at.name(), InterventionOp::Scale, 1.f));
    if (const std::string difference = firstDifference(*one, plain); !difference.empty())
        return "a factor of 1 changes " + difference;
    if (one->replaced != std::vector<std::string>{at.name()})
        return "replaced does not name it alone";
    if (hasNothingToScale(at) || isWithoutConsequence(at.name(), plain, setup.config.block(0)) || at.name() == endOf(plain))
        return "";
    // A factor on all numbers may be lost by law, in a quotient of sums; then one on some of them is not.
    for (const std::vector<AxisRange>& slice : {std::vector<AxisRange>{}, {{at.axes().back(), 0, 0}}})
        if (differAfter(at.name(), *run(setup, text, intervening(at.name(), InterventionOp::Scale, 1.7f, slice)), plain))
            return "";
    return "a factor of 1.7 changes nothing after it";
}

} // namespace

class TestInterventionLaws : public QObject
{
    Q_OBJECT

private slots:
    void aFactorOfOneOnEverythingChangesNoBit();
    void aFactorActsOrIsRefused_data();
    void aFactorActsOrIsRefused();
    void whatNothingIsComputedFromIsPassedOverByPatterns();
    void oneNumberChangesNothingBeforeItAndTheLogitsAfterIt();
};

void TestInterventionLaws::aFactorOfOneOnEverythingChangesNoBit()
{
    for (const std::string& assignments : everyChoice()) {
        const SetupPtr setup = smallSetup(choices(assignments));
        const std::shared_ptr<Trace> plain = run(*setup, text, everything());
        const std::shared_ptr<Trace> touched = run(*setup, text, intervening("*", InterventionOp::Scale, 1.f));
        const std::string difference = firstDifference(*touched, *plain);
        QVERIFY2(difference.empty(), (assignments + ": " + difference).c_str());
    }
}

void TestInterventionLaws::aFactorActsOrIsRefused_data()
{
    QTest::addColumn<QString>("assignments");
    std::vector<std::string> all = everySetOfNames();
    for (const char* more :
        {"feed_forward.kind=mixture mixture.routing=sparse_mixer", "feed_forward.kind=mixture mixture.routing=top_k_then_softmax",
            "feed_forward.kind=mixture mixture.routing=softmax_then_top_k mixture.renormalise=true",
            "feed_forward.kind=mixture mixture.routing=sigmoid_bias_groups mixture.capacity=0.4",
            "attention.kind=latent position.kind=rope", "attention.kind=latent position.kind=none score.qk_norm=rms_head",
            "attention.kind=latent position.kind=rope score.clip_qkv=0.2"})
        all.push_back(more);
    for (const std::string& assignments : all)
        QTest::newRow(assignments.c_str()) << QString::fromStdString(assignments);
}

void TestInterventionLaws::aFactorActsOrIsRefused()
{
    QFETCH(QString, assignments);
    const SetupPtr setup = smallSetup(choices(assignments.toStdString()));
    const std::shared_ptr<Trace> plain = run(*setup, text, everything());
    const std::map<std::string, std::string> ends = endsOf(setup->config);
    std::string wrong;
    for (const TraceEntry& entry : plain->entries()) {
        const auto end = ends.find(entry.name());
        if (end == ends.end()) {
            const std::string broken = brokenBy(*setup, entry.tensor, *plain);
            wrong += broken.empty() ? "" : entry.name() + ": " + broken + "\n";
            continue;
        }
        const Error::Parts refused
            = refusalOf([&] { run(*setup, text, intervening(entry.name(), InterventionOp::Scale, 1.7f)); });
        const std::string instead = end->second.substr(0, end->second.find(','));
        if (refused.kind != ErrorKind::Usage || refused.where != "at" || refused.expected != end->second || !plain->find(instead)
            || ends.count(instead) > 0)
            wrong += entry.name() + ": is not refused with a name that acts, but with " + refused.expected + "\n";
    }
    QVERIFY2(wrong.empty(), wrong.c_str());
}

void TestInterventionLaws::whatNothingIsComputedFromIsPassedOverByPatterns()
{
    const SetupPtr setup = smallSetup(smallChoices());
    const std::vector<std::string> replaced = run(*setup, text, intervening("log*", InterventionOp::Scale, 2.f))->replaced;
    QCOMPARE(replaced, std::vector<std::string>{"logits"});
    const Error::Parts refused = refusalOf([&] { run(*setup, text, intervening("log_*", InterventionOp::Zero)); });
    QCOMPARE(refused.expected, std::string("logits"));
    QCOMPARE(refused.kind, ErrorKind::Usage);
}

void TestInterventionLaws::oneNumberChangesNothingBeforeItAndTheLogitsAfterIt()
{
    std::string wrong;
    for (const std::string& assignments : everySetOfNames()) {
        const SetupPtr setup = smallSetup(choices(assignments));
        const BlockConfig& block = setup->config.block(0);
        const bool isBatch = std::holds_alternative<BatchNorm>(block.norm);
        const bool isGatedRecurrence = std::holds_alternative<GatedRecurrence>(block.mixer);
        const std::shared_ptr<Trace> plain = run(*setup, text, everything());
        const std::map<std::string, std::string> ends = endsOf(setup->config);
        for (const TraceEntry& entry : plain->entries()) {
            const Tensor& at = entry.tensor;
            if (ends.count(at.name()) > 0)
                continue;
            // A number added to a whole row may be lost by law (softmax and LayerNorm do not see it), so it is added at the
            // first index of the last axis, and to keys at the first token only; BatchNorm does not see a column. One neuron
            // may be off, and so may the gate of one channel of an RG-LRU, so all are meant.
            std::vector<AxisRange> slice;
            const Axes& axes = at.axes();
            const bool isGatedChannel
                = isGatedRecurrence && at.name().find(".mixer.") != std::string::npos && axes.back() != axis::dModel;
            for (const std::string& axis : axes)
                if ((axis == axes.back() && axis != axis::dMlp && !isGatedChannel)
                    || (axis == axis::token && axes.size() == 3 && axes[1] == axis::kvHead)
                    || (axis == axis::token && at.name().ends_with("mixer.k")) // a sum of e^k over the same sum
                    || (axis == axis::token && axes.size() == 2 && isBatch && !at.name().ends_with("_input")))
                    slice.push_back({axis, 0, 0});
            const std::string where = assignments + ": " + at.name();
            const std::shared_ptr<Trace> changed = run(*setup, text, intervening(at.name(), InterventionOp::Add, 1.f, slice));
            for (const TraceEntry& before : plain->entries()) {
                if (&before == &entry)
                    break;
                QVERIFY2(same(changed->at(before.name()), before.tensor), (where + " changed " + before.name()).c_str());
            }
            QVERIFY2(!same(changed->at(at.name()), at), where.c_str());
            const bool hasConsequence = endsDiffer(*changed, *plain) > 0;
            if (hasConsequence == isWithoutConsequence(at.name(), *plain, block))
                wrong += where + (hasConsequence ? " has a consequence\n" : " has none\n");
        }
    }
    QVERIFY2(wrong.empty(), wrong.c_str());
}

QTEST_GUILESS_MAIN(TestInterventionLaws)
#include "tst_intervention_laws.moc"
