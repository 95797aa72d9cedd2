// The four terms of a score with absolute positions: they sum to it, each holds what its name says, and where there are none.

#include "core/layers/position_terms.h"
#include "tests/core/support/small_models.h"

#include <QTest>

#include <cmath>

using namespace core;
using namespace support;

namespace {

const std::vector<std::string> names{"content_content", "content_position", "position_content", "position_position"};

std::shared_ptr<Trace> recorded(const Setup& setup, const std::vector<TokenId>& ids)
{
    TraceRequest request;
    request.patterns = {"*"};
    ForwardInput input{ids, {}};
    input.decoderIds = ids;
    return forward(setup, input, request);
}

const Tensor* term(const Trace& trace, const std::string& name, const std::string& stack = "")
{
    return trace.find(stack + "blocks.0.attn.scores_" + name);
}

} // namespace

class TestPositionTerms : public QObject
{
    Q_OBJECT

private slots:
    void theySumToTheScore();
    void positionsMeetTheSameInEveryText();
    void contentDoesNotKnowWhereItStands();
    void theyAreThereWhereTheContractSays_data();
    void theyAreThereWhereTheContractSays();
    void theyAreRecordedOnRequestOnly();
};

void TestPositionTerms::theySumToTheScore()
{
    std::size_t checked = 0;
    for (const std::string& pair : everyPair({"norm.kind", "norm.placement", "norm.gain", "norm.eps_place", "norm.embedding",
             "block.layout", "attention.kind", "topology", "bias.attention", "embedding.token_types"}))
        for (const char* position : {"position.kind=sinusoidal", "position.kind=learned"}) {
            const std::string assignments = pair + " " + position + " block.embedding_scale=2.5";
            if (isRefused(choices(assignments)))
                continue; // latent
            const SetupPtr setup = smallSetup(choices(assignments));
            const std::shared_ptr<Trace> trace = recorded(*setup, smallText());
            const Tensor& content = trace->at("blocks.0.attn.scores_content");
            double largest = 0;
            for (const std::string& name : names)
                QVERIFY2(term(*trace, name), assignments.c_str());
            for (const std::string& name : names)
                for (const float number : term(*trace, name)->values())
                    largest = std::max(largest, std::abs(double(number)));
            for (Index i = 0; i < content.size(); ++i) {
                double sum = 0;
                for (const std::string& name : names)
                    sum += double(term(*trace, name)->data()[i]);
                QVERIFY2(std::abs(sum - double(content.data()[i])) < 1e-5 * largest, assignments.c_str());
            }
            ++checked;
        }
    QVERIFY(checked > 30);
}

void TestPositionTerms::positionsMeetTheSameInEveryText()
{
    // Without a norm before attention nothing is frozen: positions alone, whatever the tokens are.
    for (const char* position : {"sinusoidal", "learned"}) {
        const SetupPtr setup = smallSetup(choices(std::string("norm.placement=post position.kind=") + position));
        const std::shared_ptr<Trace> a = recorded(*setup, smallText()), b = recorded(*setup, {1, 1, 4, 9, 3, 8, 0});
        for (const std::string& name : names)
            QCOMPARE(relativeDifference(term(*a, name)->values(), term(*b, name)->values()) < 1e-5, name == "position_position");
    }
}

void TestPositionTerms::contentDoesNotKnowWhereItStands()
{
    const SetupPtr setup = smallSetup(choices("norm.placement=post position.kind=learned"));
    std::vector<TokenId> turned = smallText();
    std::swap(turned[2], turned[5]);
    const auto at = [](Index i) { return i == 2 ? 5 : i == 5 ? 2 : i; };
    const std::shared_ptr<Trace> a = recorded(*setup, smallText()), b = recorded(*setup, turned);
    for (Index head = 0; head < 6; ++head)
        for (Index query = 0; query < 7; ++query)
            for (Index key = 0; key < 7; ++key) {
                const auto of = [&](const Trace& trace, const char* name, Index i, Index j) {
                    return double(term(trace, name)->at({head, i, j}));
                };
                const auto near = [](double x, double y) { return std::abs(x - y) < 1e-4; };
                QVERIFY(near(of(*a, "content_content", query, key), of(*b, "content_content", at(query), at(key))));
                // Content of the query with the place of the key, and the other way round.
                QVERIFY(near(of(*a, "content_position", query, key), of(*b, "content_position", at(query), key)));
                QVERIFY(near(of(*a, "position_content", query, key), of(*b, "position_content", query, at(key))));
            }
}

void TestPositionTerms::theyAreThereWhereTheContractSays_data()
{
    QTest::addColumn<QString>("assignments");
    QTest::addColumn<bool>("there");
    const auto row = [](const char* assignments, bool there) { QTest::newRow(assignments) << assignments << there; };
    row("position.kind=learned", true);
    row("position.kind=sinusoidal topology=encoder", true);
    row("position.kind=learned topology=encoder_decoder", true);
    row("position.kind=learned norm.kind=batch_norm", true);
    row("position.kind=learned score.qk_norm=rms_head", false);
    row("position.kind=learned score.clip_qkv=3", false);
    row("position.kind=learned mixer.kind=retention", false);
    for (const char* kind : {"none", "shaw", "transformer_xl", "t5_buckets", "rope", "alibi", "disentangled"})
        row(qPrintable(QString("position.kind=") + kind), false);
    row("attention.kind=latent", false);
}

void TestPositionTerms::theyAreThereWhereTheContractSays()
{
    QFETCH(QString, assignments);
    QFETCH(bool, there);
    const std::shared_ptr<Trace> trace = recorded(*smallSetup(choices(assignments.toStdString())), smallText());
    for (const std::string& name : names) {
        QCOMPARE(term(*trace, name) != nullptr, there);
        QVERIFY(!trace->find("blocks.1.attn.scores_" + name)); // deeper layers have mixed them
    }
}

void TestPositionTerms::theyAreRecordedOnRequestOnly()
{
    const SetupPtr setup = smallSetup(choices("position.kind=learned"));
    QVERIFY(!term(*run(*setup, smallText()), names[0]));
    TraceRequest one;
    one.patterns = {"blocks.0.attn.scores_position_content[2]"};
    const std::shared_ptr<Trace> trace = run(*setup, smallText(), one);
    QCOMPARE(trace->entries().size(), std::size_t(1));
    QCOMPARE(trace->entries()[0].tensor.shape(), Shape({1, 7, 7}));
    const std::shared_ptr<Trace> whole = recorded(*setup, smallText());
    const Tensor& all = *term(*whole, names[2]);
    QCOMPARE(trace->entries()[0].tensor.at({0, 3, 1}), all.at({2, 3, 1}));
}

QTEST_GUILESS_MAIN(TestPositionTerms)
#include "tst_position_terms.moc"
