// Statistics over many texts against loops over the runs; answers against the logits; what says nothing does not count.

#include "core/experiments/text_statistics.h"

#include "core/base/error.h"
#include "core/base/logit_distribution.h"
#include "core/files/library/model_files.h"
#include "core/run/forward.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <fstream>

using namespace core;

class TestTextStatistics : public QObject
{
    Q_OBJECT

    static std::string written(const QTemporaryDir& folder, const std::string& name, const std::string& text)
    {
        const std::string path = (folder.path() + "/" + QString::fromStdString(name)).toStdString();
        std::ofstream(path) << text;
        return path;
    }

    static bool isNear(double a, double b) { return std::abs(a - b) < 1e-9; }

private slots:
    void meansAndSpreadsAreOfTheRunsOfAllTexts()
    {
        const SetupPtr setup = configure(openModel("main"), {});
        const TextStatistics all = textStatistics(*setup, "repeats");
        const std::vector<SetText> texts = readTexts("repeats");
        QCOMPARE(all.texts.size(), texts.size());
        QCOMPARE(all.left, std::size_t(0));
        std::vector<std::vector<ScoredHead>> runs;
        for (const SetText& text : texts)
            runs.push_back(scoredHeads(*forward(*setup, {.ids = setup->model->tokenizer->encode(text.text)}, {.patterns = {"*pattern"}})));
        QCOMPARE(all.heads.size(), runs.front().size());
        for (const std::size_t head : {std::size_t(0), std::size_t(9), all.heads.size() - 1}) {
            QCOMPARE(all.heads[head].layer, runs.front()[head].layer);
            QCOMPARE(all.heads[head].head, runs.front()[head].head);
            double sum = 0, squares = 0;
            for (const auto& run : runs)
                sum += run[head].scores.induction;
            const double mean = sum / double(runs.size());
            for (const auto& run : runs)
                squares += std::pow(run[head].scores.induction - mean, 2);
            QVERIFY(isNear(all.heads[head].mean.induction, mean)); // every text of the set repeats
            QVERIFY(isNear(all.heads[head].spread.induction, std::sqrt(squares / double(runs.size()))));
            QVERIFY(isNear(all.texts[3].heads[head].entropy, runs[3][head].scores.entropy));
        }
    }

    void answersAreReadFromTheLogits()
    {
        const SetupPtr setup = configure(openModel("main"), {});
        const Tokenizer& tokenizer = *setup->model->tokenizer;
        const TextStatistics all = textStatistics(*setup, "repeats");
        QCOMPARE(all.answered(), Index(all.texts.size()));
        Index right = 0;
        for (const TextResult& result : all.texts) {
            const auto trace = forward(*setup, {.ids = tokenizer.encode(result.text.text)}, {.patterns = {"logits"}});
            const Tensor& logits = trace->at("logits");
            const std::vector<float> row(logits.row(logits.rows() - 1), logits.row(logits.rows() - 1) + logits.columns());
            const TokenId answer = tokenizer.encode(result.text.answer, false).front(), wrong = tokenizer.encode(result.text.wrong, false).front();
            const auto best = TokenId(std::max_element(row.begin(), row.end()) - row.begin());
            right += best == answer;
            QCOMPARE(result.answer->said, best);
            QCOMPARE(result.answer->isRight(), best == answer);
            QVERIFY(isNear(result.answer->logProb, -surpriseOf(row, answer)));
            QVERIFY(isNear(*result.answer->difference, double(row[std::size_t(answer)]) - double(row[std::size_t(wrong)])));
        }
        QCOMPARE(all.right(), right);
        QVERIFY(right > all.answered() / 2); // its induction heads copy
    }

    void whatSaysNothingDoesNotCount()
    {
        const QTemporaryDir folder;
        const SetupPtr setup = configure(openModel("main"), {});
        const TextStatistics all = textStatistics(*setup, written(folder, "few.txt", " red\n red dog\n red dog red\n"));
        QCOMPARE(all.texts.size(), std::size_t(3));
        QCOMPARE(all.answered(), Index(0));
        const HeadOverTexts& head = all.heads.front();
        QVERIFY(isNear(head.mean.induction, all.texts[2].heads[0].induction));
        QCOMPARE(head.spread.induction, 0.0);
        QCOMPARE(head.texts.induction, 1.0);
        QVERIFY(isNear(head.mean.previousToken, (all.texts[1].heads[0].previousToken + all.texts[2].heads[0].previousToken) / 2));
        const TextStatistics none = textStatistics(*setup, written(folder, "other.txt", "red dog\n"));
        QVERIFY(std::isnan(none.heads.front().mean.induction) && std::isnan(none.heads.front().spread.induction));
        QCOMPARE(none.heads.front().texts.induction, 0.0);
    }

    void aLongTextIsCutAndAFileOfManyIsReadInPart()
    {
        const QTemporaryDir folder;
        const SetupPtr learned = configure(openModel("position-learned"), {});
        std::string text;
        for (int i = 0; i < 300; ++i)
            text += "red dog ";
        const TextStatistics cut
            = textStatistics(*learned, written(folder, "long.jsonl", "{\"text\": \"" + text + "\", \"answer\": \" red\"}\n"));
        QCOMPARE(cut.texts.front().tokens, Index(128));
        QVERIFY(!cut.texts.front().answer);
        std::string many;
        for (std::size_t i = 0; i < maxCountedTexts + 7; ++i)
            many += "red\n";
        const TextStatistics some = textStatistics(*learned, written(folder, "many.txt", many));
        QCOMPARE(some.texts.size(), maxCountedTexts);
        QCOMPARE(some.left, std::size_t(7));
    }

    void modelsWithoutHeadsOrLogitsHaveTheRest()
    {
        Choices said;
        said.set("mixer.kind", "retention");
        const TextStatistics mixer = textStatistics(*configure(openModel("main"), said), "repeats");
        QVERIFY(mixer.heads.empty());
        QVERIFY(mixer.answered() > 0);
    }

    void aStopIsObeyedAndBadTextsAreRefused()
    {
        const SetupPtr setup = configure(openModel("main"), {});
        std::stop_source source;
        source.request_stop();
        QVERIFY_THROWS_EXCEPTION(Stopped, textStatistics(*setup, "repeats", {.stop = source.get_token(), .onProgress = {}}));
        QVERIFY_THROWS_EXCEPTION(Error, textStatistics(*setup, "/nowhere/texts.txt"));
    }
};

QTEST_APPLESS_MAIN(TestTextStatistics)
#include "tst_text_statistics.moc"
