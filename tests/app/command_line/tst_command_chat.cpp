// --chat of the commands: a text as a user's message in the chat template of the model.

#include "tests/app/command_line/program_test.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

class TestCommandChat : public ProgramTest
{
    Q_OBJECT
private slots:
    void aChatTemplateIsApplied();
    void aChatTemplateThatCannotBeAppliedIsOneLine();

private:
    void writeChatModel(const QString& chatTemplate); // "chat", with <s> and </s>
};

void TestCommandChat::writeChatModel(const QString& chatTemplate)
{
    if (!QFile::exists(path("chat")))
        QCOMPARE(run({"save", "main", "-o", "chat"}).exitCode, 0);
    const QJsonObject config{{"bos_token", "<s>"}, {"eos_token", "</s>"}, {"chat_template", chatTemplate}};
    write("chat/tokenizer_config.json", QJsonDocument(config).toJson());
}

void TestCommandChat::aChatTemplateIsApplied()
{
    writeChatModel(
        R"({% for m in messages %}{{ bos_token + m.role + ':' + m.content }}{% endfor %}{{ eos_token if add_generation_prompt }})");
    const auto ids = [&](const QStringList& words) {
        return run(QStringList{"tokenize", "chat", "--json"} + words).json().array();
    };
    const QJsonArray plain = ids({"--text", "The cat", "--no-special"}), chat = ids({"--text", "The cat", "--chat"});
    QCOMPARE(chat, ids({"--text", "<s>user:The cat</s>", "--no-special"}));
    QVERIFY(chat.size() > plain.size());
    const int mark = chat.first().toInt(), over = chat.last().toInt(); // one id each
    QCOMPARE(run({"tokenize", "chat", "--decode", "--text", QStringLiteral("[%1,%2]").arg(mark).arg(over)}).out,
        QByteArray("\"<s></s>\"\n"));
    const Result lines = run({"tokenize", "chat", "--lines", "-", "--chat"}, "\"The cat\"\n");
    QCOMPARE(lines.json().array(), chat);

    // Whatever runs a text runs this one.
    const Result generated = run({"generate", "chat", "--text", "The cat", "--chat", "-n", "1", "--json"});
    QCOMPARE(generated.json()["prompt_ids"].toArray(), chat);
    QCOMPARE(run({"export", "chat", "--figure", "attention", "--text", "The cat", "--chat", "-o", "chat.json"}).exitCode, 0);
    QFile file(path("chat.json"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QJsonObject recipe = QJsonDocument::fromJson(file.readAll()).object();
    QVERIFY(recipe["chat"].toBool());
    QCOMPARE(recipe["text"].toString(), QString("The cat"));
    QCOMPARE(recipe["ids"].toArray(), chat);
    QVERIFY(recipe["command"].toString().contains(" --chat"));
}

void TestCommandChat::aChatTemplateThatCannotBeAppliedIsOneLine()
{
    const auto refusal = [&](const QStringList& more = {"--text", "The cat"}) {
        const Result result = run(QStringList{"tokenize", "chat", "--chat"} + more);
        return QString::number(result.exitCode) + QLatin1Char(' ') + QString::fromUtf8(result.err).trimmed();
    };
    writeChatModel("a\n{{ messages | pprint }}");
    QVERIFY2(refusal().startsWith("2 ") && refusal().contains("chat_template: line 2") && refusal().contains("| pprint"),
        qPrintable(refusal()));
    QCOMPARE(refusal().count('\n'), qsizetype(0));
    QVERIFY(refusal({"--decode", "--text", "[1]"}).startsWith("1 --chat"));
    writeChatModel("{% for a in range(999999999) %}{% endfor %}");
    QVERIFY2(refusal().startsWith("2 ") && refusal().contains("100000"), qPrintable(refusal()));
    QVERIFY(QFile::remove(path("chat/tokenizer_config.json")));
    QVERIFY2(refusal().startsWith("2 ") && refusal().contains("no chat template"), qPrintable(refusal()));
    QCOMPARE(run({"generate", "main", "--text", "The cat", "--chat"}).exitCode, 2);
    QCOMPARE(run({"generate", "chat", "--ids", "1", "--chat"}).exitCode, 1);
}

QTEST_GUILESS_MAIN(TestCommandChat)
#include "tst_command_chat.moc"
