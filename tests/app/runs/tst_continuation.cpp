// A text that goes on: with a chosen token, with those of the model, and as a text again. What of a text fits into the memory,
// which of its words a vocabulary lacks, and the head that it is opened with.

#include "app/runs/continuation.h"

#include "app/runs/fitting_text.h"
#include "app/runs/opening_head.h"

#include "core/files/library/model_files.h"
#include "core/io/json.h"
#include "core/run/generate.h"
#include "core/run/passing_weights.h"
#include "core/text/tokenizer.h"
#include "tests/test_data.h"
#include "widgets/run/run_result.h"
#include "widgets/views/shared/token_groups.h"

#include <QTest>

#include <algorithm>

using namespace app;

class TestContinuation : public QObject
{
    Q_OBJECT
private slots:
    void aTokenStandsBehindTheText();
    void whatFollowedThePlaceIsLeftOut();
    void theFirstTokensAreATextOfItsOwn_data();
    void theFirstTokensAreATextOfItsOwn();
    void theModelWritesAsGenerateDoes_data();
    void theModelWritesAsGenerateDoes();
    void aTargetIsWrittenOn();
    void anEncoderDoesNotWrite();
    void aBeginningEndsAfterAWholeCharacter();
    void whatIsTooLongFitsWhenItIsCut();
    void aHeadIsShownForAReason();

private:
    static RunRequest asking(const std::string& model, const std::string& text);
    RunDesk m_desk;
};

RunRequest TestContinuation::asking(const std::string& model, const std::string& text)
{
    RunRequest request;
    request.model = model;
    request.text = text;
    return request;
}

void TestContinuation::aTokenStandsBehindTheText()
{
    const RunRequest asked = asking("main", "The red dog");
    const widgets::RunPtr run = m_desk.carryOut(asked);
    const core::TokenId id = run->setup->model->tokenizer->encode(" cat", false).back();
    const RunRequest next = withToken(asked, *run, int(run->trace->ids.size()) - 1, id);
    QCOMPARE(next.ids.size(), run->trace->ids.size() + 1);
    QCOMPARE(next.ids.back(), id);
    QCOMPARE(QString::fromStdString(next.text), QStringLiteral("The red dog cat"));
    const RunRequest text = asText(next, *run->setup);
    QVERIFY(text.ids.empty()); // it is read as the same tokens
    QVERIFY(m_desk.carryOut(text)->trace->ids == next.ids);
}

void TestContinuation::whatFollowedThePlaceIsLeftOut()
{
    const RunRequest asked = asking("untrained", "The cat sat on the mat");
    const widgets::RunPtr run = m_desk.carryOut(asked);
    const std::vector<core::TokenId>& ids = run->trace->ids;
    const RunRequest next = withToken(asked, *run, 1, ids.back());
    QVERIFY(next.ids == (std::vector<core::TokenId>{ids[0], ids[1], ids.back()}));
    QCOMPARE(QString::fromStdString(next.text), QStringLiteral("The cat mat"));
}

void TestContinuation::theFirstTokensAreATextOfItsOwn_data()
{
    QTest::addColumn<std::string>("model");
    for (const char* model : {"main", "untrained", "encoder", "translator"})
        QTest::newRow(model) << std::string(model);
}

/// With what stands around every text of the model, as typed again it would have.
void TestContinuation::theFirstTokensAreATextOfItsOwn()
{
    QFETCH(std::string, model);
    RunRequest asked = asking(model, "The cat sat on the mat because it was tired.");
    asked.targetText = "The cat sat on the mat because it was tired.";
    const widgets::RunPtr run = m_desk.carryOut(asked);
    QVERIFY(widgets::streamIds(*run->trace).size() > 6);
    const RunRequest shorter = withFirstTokens(asked, *run, 6);
    const widgets::RunPtr found = m_desk.carryOut(shorter);
    const std::vector<core::TokenId>&before = widgets::streamIds(*run->trace), &after = widgets::streamIds(*found->trace);
    QVERIFY(shorter.ids.empty() && shorter.targetIds.empty()); // a text, no list of numbers
    QCOMPARE(int(after.size()), 6);
    QVERIFY(std::equal(after.begin(), after.end() - 1, before.begin()));
}

void TestContinuation::theModelWritesAsGenerateDoes_data()
{
    QTest::addColumn<double>("temperature");
    QTest::newRow("greedy") << 0.0;
    QTest::newRow("drawn") << 1.2;
}

void TestContinuation::theModelWritesAsGenerateDoes()
{
    QFETCH(double, temperature);
    constexpr int count = 6;
    RunRequest asked = asking("main", "Repeat: red dog chair cup. Again: red dog");
    widgets::RunPtr run = m_desk.carryOut(asked);
    core::GenerateOptions options;
    options.count = count;
    options.sampler.temperature = temperature;
    const std::vector<core::TokenId> before = run->trace->ids;
    const std::vector<core::TokenId> expected = core::generate(*run->setup, {before}, options);

    Continuation writing(options.sampler, count);
    while (const std::optional<RunRequest> next = writing.next(asked, *run)) {
        asked = *next;
        run = m_desk.carryOut(asked);
    }
    std::vector<core::TokenId> written(run->trace->ids.begin() + std::ptrdiff_t(before.size()), run->trace->ids.end());
    QVERIFY(writing.end() == (int(written.size()) < count ? TextEnd::Ended : TextEnd::None));
    const auto end = run->setup->model->tokenizer->endOfSequence();
    if (end && int(written.size()) < count)
        written.push_back(*end); // it is read, but not written into the text
    QVERIFY(written == expected);
}

void TestContinuation::aTargetIsWrittenOn()
{
    RunRequest asked = asking("untrained", "The cat sat");
    asked.said.setText("topology=encoder_decoder", 1);
    const widgets::RunPtr run = m_desk.carryOut(asked);
    QVERIFY(canContinue(*run));
    const RunRequest next = withToken(asked, *run, int(run->trace->decoderIds.size()) - 1, 7);
    QCOMPARE(next.text, asked.text);
    QCOMPARE(next.targetIds.size(), run->trace->decoderIds.size() + 1);
    QVERIFY(!next.targetText.empty());
}

void TestContinuation::anEncoderDoesNotWrite()
{
    RunRequest asked = asking("untrained", "The cat sat");
    asked.said.setText("topology=encoder", 1);
    QVERIFY(!canContinue(*m_desk.carryOut(asked)));
    QVERIFY(canContinue(*m_desk.carryOut(asking("untrained", "The cat sat"))));
}

void TestContinuation::aBeginningEndsAfterAWholeCharacter()
{
    const auto letters = [](const std::string& text) { return std::size_t(QString::fromStdString(text).size()); };
    QCOMPARE(beginningOf("a猫b", 2, letters), std::string("a猫"));
    QCOMPARE(beginningOf("猫猫猫", 1, letters), std::string("猫"));
    QCOMPARE(beginningOf("abc", 3, letters), std::string("abc"));
    QCOMPARE(beginningOf(std::string(100'000, 'x'), 777, letters).size(), std::size_t(777));
    QCOMPARE(beginningOf("", 3, letters), std::string());
}

void TestContinuation::whatIsTooLongFitsWhenItIsCut()
{
    RunRequest asked = asking("untrained", "The cat sat on the mat because it was tired");
    widgets::RunPtr whole = m_desk.carryOut(asked);
    const core::Index tokens = core::Index(whole->trace->ids.size());
    const core::Plan six = core::plan(whole->setup->config, 6);
    asked.record.maxBytes = six.traceBytes() + core::passingBytes(*whole->setup, six);
    whole.reset(); // what somebody holds is not computed again
    try {
        m_desk.carryOut(asked);
        QFAIL("not refused");
    } catch (const TextTooLong& error) {
        QCOMPARE(error.tokens(), tokens);
        QCOMPARE(error.fitting(), core::Index(6));
        const widgets::RunPtr cut = m_desk.carryOut(error.request());
        QCOMPARE(cut->trace->ids.size(), std::size_t(6));
        QVERIFY(asked.text.starts_with(error.request().text));
    }
    asked.cutsText = false; // as the command line asks
    QVERIFY_EXCEPTION_THROWN(m_desk.carryOut(asked), core::TraceTooLarge);
}

void TestContinuation::aHeadIsShownForAReason()
{
    const widgets::RunPtr untrained = m_desk.carryOut(asking("untrained", "a b c a b"));
    QVERIFY(!openingHead(*untrained, core::scoredHeads(*untrained->trace), nullptr)); // none has learned anything
    const widgets::RunPtr run = m_desk.carryOut(asking("main", "Repeat: red dog chair cup. Again: red dog"));
    const HeadTable heads = core::scoredHeads(*run->trace);
    const auto copies = openingHead(*run, heads, nullptr);
    QVERIFY(copies);
    QVERIFY(copyingSentence(*run, heads, copies->layer, copies->head).contains(QStringLiteral("%1").arg(copies->head)));
    QVERIFY(copyingSentence(*run, heads, copies->layer, copies->head + 1).isEmpty());
    core::CuratedPrompt guide;
    guide.layer = 1;
    guide.head = 2;
    guide.query = 99;
    const auto guided = openingHead(*run, heads, &guide);
    QCOMPARE(guided->layer, 1);
    QCOMPARE(guided->head, 2);
    QCOMPARE(guided->query, int(run->trace->ids.size()) - 1);
}

QTEST_GUILESS_MAIN(TestContinuation)
#include "tst_continuation.moc"
