// Conversations in published chat templates against apply_chat_template of transformers (tests/data/chat_templates.json, made by
// tools/fixtures/chat_templates.py).

#include "core/base/error.h"
#include "core/io/json.h"
#include "core/jinja/chat_format.h"
#include "core/jinja/template.h"
#include "tests/test_data.h"

#include <QTest>

#include <set>

using namespace core;

namespace {

const Json& cases()
{
    static const Json json = readJson(TEST_DATA "/chat_templates.json");
    return json;
}

ChatFormat formatOf(const std::string& name)
{
    const Json& one = cases()["templates"][name];
    ChatFormat format{one["template"].get<std::string>(), name, "chat_template"};
    for (const char* key : {"bos_token", "eos_token"})
        if (!one[key].is_null())
            format.tokens.emplace_back(key, one[key].get<std::string>());
    return format;
}

} // namespace

class TestChatFormat : public QObject
{
    Q_OBJECT

private slots:
    void conversationsEqualTheReference_data();
    void conversationsEqualTheReference();
    void callsOfToolsEqualTheReference();
    void aUsersTurnIsToBeAnswered();
};

void TestChatFormat::conversationsEqualTheReference_data()
{
    QTest::addColumn<QString>("name");
    for (const auto& [name, ignored] : cases()["templates"].items())
        QTest::newRow(name.c_str()) << QString::fromStdString(name);
}

void TestChatFormat::conversationsEqualTheReference()
{
    QFETCH(const QString, name);
    const ChatFormat format = formatOf(name.toStdString());
    int compared = 0;
    for (const Json& one : cases()["cases"]) {
        if (one["template"] != name.toStdString() || one["conversation"] == "tools")
            continue;
        std::vector<ChatMessage> messages;
        for (const Json& message : cases()["conversations"][one["conversation"].get<std::string>()])
            messages.push_back({message["role"].get<std::string>(), message["content"].get<std::string>()});
        std::string text, refused;
        try {
            text = chatText(format, messages, one["prompt"].get<bool>());
        } catch (const Error& error) {
            refused = error.parts().found;
        }
        QCOMPARE(text, one.value("text", ""));
        QCOMPARE(refused, one.value("refused", ""));
        ++compared;
    }
    QCOMPARE(compared, 18);
}

/// What a conversation from the window never has, but templates write.
void TestChatFormat::callsOfToolsEqualTheReference()
{
    int compared = 0;
    for (const Json& one : cases()["cases"]) {
        if (one["conversation"] != "tools")
            continue;
        const ChatFormat format = formatOf(one["template"].get<std::string>());
        std::vector<std::pair<std::string, Json>> variables{
            {"messages", cases()["conversations"]["tools"]}, {"add_generation_prompt", one["prompt"]}, {"tools", nullptr}};
        for (const auto& [key, token] : format.tokens)
            variables.emplace_back(key, token);
        QCOMPARE(Template(format.source, {}, {}).render(variables), one["text"].get<std::string>());
        ++compared;
    }
    QCOMPARE(compared, 4);
}

void TestChatFormat::aUsersTurnIsToBeAnswered()
{
    const std::string text = userTurn(formatOf("chatml"), "Who?");
    QCOMPARE(text, std::string("<|im_start|>user\nWho?<|im_end|>\n<|im_start|>assistant\n"));
    const std::string marks = userTurn(formatOf("zephyr"), "{{ 1 }}{% if %}"); // no part of the template
    QVERIFY(marks.find("{{ 1 }}{% if %}") != std::string::npos);
    std::set<std::string> texts;
    for (const auto& [name, ignored] : cases()["templates"].items())
        texts.insert(userTurn(formatOf(name), "Who?"));
    QVERIFY(texts.size() >= 10);
}

QTEST_GUILESS_MAIN(TestChatFormat)
#include "tst_chat_format.moc"
