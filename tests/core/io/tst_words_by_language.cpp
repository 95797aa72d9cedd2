// Words of a file in several languages: its own first, else those of its first part, else English.

#include "core/io/words_by_language.h"

#include "core/base/error.h"
#include "core/io/json_value.h"

#include <QTest>

using namespace core;

class TestWordsByLanguage : public QObject
{
    Q_OBJECT

private slots:
    void eachLanguageHasItsOwn()
    {
        const Json json = Json::parse(R"({"title": "Cat", "title_zh": "猫", "title_de_AT": "Katzerl", "titles": 3})");
        const std::string file = "cats.json";
        const WordsByLanguage words = readWords(JsonValue(json, file), "title");
        QCOMPARE(words.size(), std::size_t(3));
        QCOMPARE(wordsIn(words, "en"), std::string("Cat"));
        QCOMPARE(wordsIn(words, "zh_CN"), std::string("猫"));
        QCOMPARE(wordsIn(words, "de_AT"), std::string("Katzerl"));
        QCOMPARE(wordsIn(words, "de"), std::string("Cat")); // that of one country is not that of all
    }

    void wordsThatAreNoTextAreRefused()
    {
        const std::string file = "cats.json";
        for (const char* text : {R"({"title_zh": "猫"})", R"({"title": "Cat", "title_zh": 3})"}) {
            const Json json = Json::parse(text);
            QVERIFY_THROWS_EXCEPTION(Error, readWords(JsonValue(json, file), "title"));
        }
    }
};

QTEST_GUILESS_MAIN(TestWordsByLanguage)
#include "tst_words_by_language.moc"
