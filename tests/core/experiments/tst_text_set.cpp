// Files of texts, and the sets that come with the program.

#include "core/experiments/text_set.h"

#include "core/files/library/bundled_models.h"
#include "core/files/library/model_files.h"
#include "tests/core/support/temporary_files.h"

#include <QTest>

using namespace core;

class TestTextSet : public QObject
{
    Q_OBJECT
private slots:
    void aLineIsAText()
    {
        const TemporaryFolder folder;
        folder.write("a.txt", "one\r\n\ntwo words");
        const std::vector<SetText> texts = readTexts(folder.path("a.txt"));
        QCOMPARE(texts.size(), std::size_t(2));
        QCOMPARE(texts[0].text, std::string("one"));
        QCOMPARE(texts[1].text, std::string("two words"));
        QCOMPARE(texts[1].line, std::size_t(3));
    }

    void typedTextsAreTheirOwnName()
    {
        const std::vector<SetText> texts = readTexts("typed:one\n\n{two}/words\n");
        QCOMPARE(texts.size(), std::size_t(2));
        QCOMPARE(texts[1].text, std::string("{two}/words"));
        QCOMPARE(texts[1].line, std::size_t(3));
        QVERIFY(stateOfTexts("typed:a") != stateOfTexts("typed:b"));
        QVERIFY(!typedIn("capitals") && typedIn("typed:a") == "a");
        QVERIFY(refusalOf([] { readTexts("typed:\n"); }).problem.find("no text") != std::string::npos);
    }

    void aLineOfJsonMayHaveAnAnswer()
    {
        const TemporaryFolder folder;
        folder.write("a.jsonl", "\"plain\"\n{\"text\": \"a b\", \"answer\": \" c\", \"wrong\": \" d\"}\n");
        const std::vector<SetText> texts = readTexts(folder.path("a.jsonl"));
        QCOMPARE(texts[0].text, std::string("plain"));
        QCOMPARE(texts[1].answer + texts[1].wrong, std::string(" c d"));
    }

    void theStateOfAFileIsAnotherAfterItWasChanged()
    {
        const TemporaryFolder folder;
        folder.write("a.txt", "one");
        const std::string before = stateOfTexts(folder.path("a.txt"));
        QCOMPARE(stateOfTexts(folder.path("a.txt")), before);
        folder.write("a.txt", "one and more");
        QVERIFY(stateOfTexts(folder.path("a.txt")) != before);
        QCOMPARE(stateOfTexts("capitals"), stateOfTexts("capitals"));
        stateOfTexts(folder.path("none.txt")); // never throws
    }

    void readingGoesOnWhereItWas()
    {
        const TemporaryFolder folder;
        folder.write("a.txt", "one\ntwo\nthree\n");
        TextReader first(folder.path("a.txt"));
        first.next();
        TextReader second(folder.path("a.txt"));
        second.seek(first.offset(), first.line());
        const std::optional<SetText> text = second.next();
        QCOMPARE(text->text, std::string("two"));
        QCOMPARE(text->line, std::size_t(2));
        second.next();
        QVERIFY(!second.next());
    }

    /// As an empty line of any other file: the texts around it count, with their own lines.
    void anEmptyTextIsPassedOver()
    {
        const TemporaryFolder folder;
        folder.write("gaps.jsonl", "{\"text\": \"\"}\n\"one\"\n\"\"\n{\"text\": \"two\"}\n");
        const std::vector<SetText> texts = readTexts(folder.path("gaps.jsonl"));
        QCOMPARE(texts.size(), std::size_t(2));
        QVERIFY(texts[0].text == "one" && texts[0].line == 2 && texts[1].text == "two" && texts[1].line == 4);
    }

    void whatIsNoTextIsRefusedWithItsLine()
    {
        const TemporaryFolder folder;
        folder.write("bad.jsonl", "\"good\"\n{\"tex\": 1}\n");
        folder.write("cut.jsonl", "\"good\"\n{\"text\": ");
        folder.write("empty.txt", "\n\n");
        QVERIFY(refusalOf([&] { readTexts(folder.path("bad.jsonl")); }).where.starts_with("line 2"));
        QCOMPARE(refusalOf([&] { readTexts(folder.path("bad.jsonl")); }).found, std::string("{\"tex\": 1}"));
        QVERIFY(refusalOf([&] { readTexts(folder.path("cut.jsonl")); }).where.starts_with("line 2"));
        QVERIFY(!refusalOf([&] { readTexts(folder.path("empty.txt")); }).problem.empty());
        QVERIFY(refusalOf([&] { readTexts("no-such-set"); }).expected.find("capitals") != std::string::npos);
    }

    void theSetsHaveTrueAnswersForTheBundledModel()
    {
        QCOMPARE(bundledTextSets(),
            (std::vector<std::string>{"agreement", "brackets", "capitals", "copying", "pronouns", "repeats"}));
        const ModelPtr model = openModel(bundledModelsFolder() + "/main");
        for (const std::string& set : bundledTextSets()) {
            const std::vector<SetText> texts = readTexts(set);
            QVERIFY(texts.size() >= 30);
            for (const SetText& text : texts) {
                QVERIFY(idsOf(text, set, *model).size() > 2);
                for (const std::string& token : {text.answer, text.wrong})
                    QVERIFY2(model->tokenizer->encode(token, false).size() == 1, (set + ": " + token).c_str());
                QVERIFY(text.answer != text.wrong);
            }
        }
    }
};

QTEST_GUILESS_MAIN(TestTextSet)
#include "tst_text_set.moc"
