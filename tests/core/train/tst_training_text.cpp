// Rows from files: chosen by seed and step, within their part; answers alone count; what is no text is refused with its place.

#include "core/train/training_text.h"

#include "tests/core/train/small_trainings.h"

#include <QTest>

#include <algorithm>
#include <set>

using namespace core;
using namespace support;

namespace {

const ModelPtr& model()
{
    static const ModelPtr untrained = openModel("untrained");
    return untrained;
}

std::string textOf(const TrainingRow& row) { return model()->tokenizer->decode(row.ids); }

/// Numbered lines, so that a row tells where it is from.
std::string lines(int count)
{
    std::string text;
    for (int i = 0; i < count; ++i)
        text += "line " + std::to_string(i) + " of the text\n";
    return text;
}

} // namespace

class TestTrainingText : public QObject
{
    Q_OBJECT
private slots:
    void seedAndStepChooseTheRows()
    {
        const TemporaryFolder folder;
        const TrainingText text(folder.write("a.txt", lines(500)), model()), again(folder.path("a.txt"), model());
        QVERIFY(text.rows(1, 0, 8, 10) == again.rows(1, 0, 8, 10));
        QVERIFY(text.rows(1, 0, 8, 10) != text.rows(1, 1, 8, 10));
        QVERIFY(text.rows(1, 0, 8, 10) != text.rows(2, 0, 8, 10));
        QVERIFY(text.mark() == again.mark());
        std::set<std::string> different;
        for (const TrainingRow& row : text.rows(1, 0, 100, 10))
            different.insert(textOf(row));
        QVERIFY(different.size() > 50);
    }

    void aRowIsTheTextFromALineOn()
    {
        const TemporaryFolder folder;
        const std::string content = lines(500);
        const TrainingText text(folder.write("a.txt", content), model());
        for (const TrainingRow& row : text.rows(3, 7, 20, 12)) {
            QCOMPARE(row.ids.size(), std::size_t(12));
            QCOMPARE(row.targets.size(), std::size_t(12));
            for (std::size_t t = 0; t + 1 < row.ids.size(); ++t)
                QCOMPARE(row.targets[t], row.ids[t + 1]);
            const std::string words = textOf(row);
            QVERIFY2(words.starts_with("line "), words.c_str());
            QVERIFY2(content.find(words) != std::string::npos, words.c_str());
        }
    }

    void theLastPartIsHeldOut()
    {
        const TemporaryFolder folder;
        const TrainingText text(folder.write("a.txt", lines(1000)), model());
        const auto numberOf = [](const TrainingRow& row) { return std::stoi(textOf(row).substr(5)); };
        for (Index step = 0; step < 30; ++step)
            for (const TrainingRow& row : text.rows(1, step, 8, 8))
                QVERIFY(numberOf(row) < 960);
        const std::vector<TrainingRow> held = text.heldOutRows(8, 8);
        for (const TrainingRow& row : held)
            QVERIFY(numberOf(row) > 940);
        QVERIFY(numberOf(held[0]) < numberOf(held[7]));
    }

    void longRowsGoAround()
    {
        const TemporaryFolder folder;
        const TrainingText text(folder.write("a.txt", lines(3)), model());
        QCOMPARE(text.rows(1, 0, 1, 500)[0].ids.size(), std::size_t(500));
        QCOMPARE(text.heldOutRows(2, 300)[1].ids.size(), std::size_t(300));
    }

    void aTextWithoutLinesIsCutBetweenCharacters()
    {
        const TemporaryFolder folder;
        std::string content;
        for (int i = 0; i < 4000; ++i)
            content += "猫在垫子上";
        const TrainingText text(folder.write("a.txt", content), model());
        for (const TrainingRow& row : text.rows(1, 0, 20, 30)) {
            const std::string words = textOf(row).substr(0, 9);
            QVERIFY2(content.find(words) != std::string::npos, words.c_str());
        }
    }

    void aMarkBeforeTheTextIsNoPartOfIt()
    {
        const TemporaryFolder folder;
        const TrainingText text(folder.write("a.txt", "\xEF\xBB\xBF" + lines(40)), model());
        for (const TrainingRow& row : text.rows(1, 0, 20, 5))
            QVERIFY(textOf(row).starts_with("line"));
    }

    void onlyAnswersCount()
    {
        const TemporaryFolder folder;
        std::string content;
        for (int i = 0; i < 40; ++i)
            content += R"({"text": "The capital of France is", "answer": " Paris"})" "\n";
        const TrainingText text(folder.write("a.jsonl", content), model());
        const std::vector<TokenId> answer = model()->tokenizer->encode(" Paris", false);
        const TrainingRow row = text.rows(1, 0, 1, 40)[0];
        Index counted = 0;
        for (std::size_t t = 0; t < row.targets.size(); ++t) {
            const TokenId target = row.targets[t];
            if (target < 0)
                continue;
            ++counted;
            QVERIFY(std::find(answer.begin(), answer.end(), target) != answer.end());
        }
        QVERIFY(counted >= 3 && counted < 15);
    }

    void textsOfAFileOfLinesAreWhole()
    {
        const TemporaryFolder folder;
        std::string content;
        for (int i = 0; i < 200; ++i)
            content += "\"line " + std::to_string(i) + "\"\n";
        const TrainingText text(folder.write("a.jsonl", content), model());
        for (const TrainingRow& row : text.rows(1, 0, 20, 12))
            QVERIFY2(model()->tokenizer->decode(row.ids, true).starts_with("line "), textOf(row).c_str());
        QVERIFY(TrainingText("agreement", model()).rows(1, 0, 1, 8)[0].ids.size() == 8); // a set that comes with the program
    }

    void whatIsNoTextIsRefused_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("where");
        QTest::newRow("empty") << "a.txt" << QByteArray() << "";
        QTest::newRow("one letter") << "a.txt" << QByteArray("a") << "";
        QTest::newRow("binary") << "a.txt" << QByteArray("abc\0def, and more of this", 25) << "byte 3";
        QTest::newRow("not UTF-8") << "a.txt" << QByteArray("plain text, then \xff\xfe and more") << "byte 17";
        QTest::newRow("cut character") << "a.txt" << QByteArray("plain text, and then \xe7\x8c") << "byte 21";
        QByteArray late(1 << 20, 'a');
        late[(1 << 20) - 1] = char(0xe7); // a character over the border of what is read at once, and broken there
        QTest::newRow("between two blocks") << "a.txt" << late + "bc" << "byte 1048575";
        QTest::newRow("no JSON") << "a.jsonl" << QByteArray("\"one\"\nnot json\n") << "line 2: byte 1";
        QTest::newRow("one text") << "a.jsonl" << QByteArray("\"one\"\n") << "";
    }

    void whatIsNoTextIsRefused()
    {
        QFETCH(QString, name);
        QFETCH(QByteArray, bytes);
        QFETCH(QString, where);
        const TemporaryFolder folder;
        const std::string file = folder.write(name.toStdString(), bytes.toStdString());
        const Error::Parts parts = refusalOf([&] { TrainingText(file, model()); });
        QVERIFY(!parts.problem.empty());
        QVERIFY(parts.kind == ErrorKind::BadInput);
        QCOMPARE(parts.file, file);
        QVERIFY2(QString::fromStdString(parts.where).startsWith(where), parts.where.c_str());
    }

    void aCharacterOverTheBorderOfABlockIsFine()
    {
        const TemporaryFolder folder;
        const std::string content = std::string((1 << 20) - 1, 'a') + "猫 and more text";
        QCOMPARE(TrainingText(folder.write("a.txt", content), model()).mark().bytes, std::uint64_t(content.size()));
    }

    void aModelWithoutATokenizerIsRefused()
    {
        const TemporaryFolder folder;
        const auto mute = std::make_shared<Model>(*model());
        mute->tokenizer = nullptr;
        const std::string file = folder.write("a.txt", lines(20));
        QVERIFY(refusalOf([&] { TrainingText(file, mute); }).problem.find("tokenizer") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(TestTrainingText)
#include "tst_training_text.moc"
