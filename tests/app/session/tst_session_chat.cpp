// The chat template of a model in a session: switched on and off, kept while the text changes, refused.

#include "app/base/languages.h"
#include "app/session/session.h"
#include "core/files/library/bundled_models.h"
#include "core/io/json.h"
#include "tests/core/support/temporary_files.h"

#include <QSignalSpy>
#include <QTest>

#include <memory>

using app::Session;

class TestSessionChat : public QObject
{
    Q_OBJECT
private slots:
    void init();
    void aChatTemplateIsSwitched();
    void aChatTemplateThatRefusesIsTakenBack();

private:
    void begin(const Session::Start& start);
    void settle();
    std::size_t tokens() const { return m_session->run()->trace->ids.size(); }

    std::unique_ptr<Session> m_session;
};

namespace {

/// The bundled model with a chat template.
void writeChatModel(const TemporaryFolder& folder, const std::string& chatTemplate)
{
    const std::string model = core::bundledModelsFolder() + "/main/";
    for (const char* name : {"config.json", "model.safetensors", "tokenizer.json"})
        folder.write(name, readBytes(model + name));
    folder.write("tokenizer_config.json", core::writeJson({{"bos_token", "<s>"}, {"chat_template", chatTemplate}}));
}

bool agrees(const Session& session) { return session.state().a == session.shown().a && session.state().b == session.shown().b; }

} // namespace

void TestSessionChat::init() { app::setLanguage("en"); }

void TestSessionChat::begin(const Session::Start& start)
{
    m_session = std::make_unique<Session>();
    m_session->begin(start);
    settle();
    QVERIFY(m_session->run());
}

void TestSessionChat::settle() { QTRY_VERIFY_WITH_TIMEOUT(!m_session->isBusy() && !m_session->isWriting(), 30000); }

/// The text stays what was typed; the tokens are the template's and the message's.
void TestSessionChat::aChatTemplateIsSwitched()
{
    const TemporaryFolder folder;
    writeChatModel(folder, "{{ bos_token }}user:{{ messages[0].content }}");
    begin({.model = QString::fromStdString(folder.path()), .text = "The cat"});
    const std::vector<core::TokenId> plain = m_session->run()->trace->ids;
    m_session->setChat(true);
    settle();
    const std::vector<core::TokenId> chat = m_session->run()->trace->ids;
    QVERIFY(chat.size() > plain.size());
    QCOMPARE(chat, m_session->run()->setup->model->tokenizer->encode("<s>user:The cat", false));
    QCOMPARE(m_session->state().slot().text, std::string("The cat"));
    m_session->setPrompt("The dog");
    settle();
    QCOMPARE(m_session->run()->trace->ids.front(), chat.front()); // still a message
    m_session->appendToken(int(tokens()) - 1, plain.back());
    settle();
    QCOMPARE(m_session->run()->trace->ids.back(), plain.back());
    QCOMPARE(m_session->state().slot().text, std::string("The dog")); // the answer is no part of it
    for (int i = 0; i < 3; ++i)
        m_session->undo();
    settle();
    QCOMPARE(m_session->run()->trace->ids, plain);
    m_session->redo();
    settle();
    QVERIFY(m_session->open("untrained")); // which has none
    settle();
    QVERIFY(!m_session->state().slot().isChat);
    QVERIFY(agrees(*m_session));
}

void TestSessionChat::aChatTemplateThatRefusesIsTakenBack()
{
    const TemporaryFolder folder;
    writeChatModel(folder, "{{ raise_exception('no') }}");
    begin({.model = QString::fromStdString(folder.path()), .text = "The cat"});
    QSignalSpy refused(m_session.get(), &Session::refused);
    m_session->setChat(true);
    settle();
    QCOMPARE(refused.count(), 1);
    QVERIFY(!m_session->state().slot().isChat);
    QVERIFY(agrees(*m_session));
}

QTEST_GUILESS_MAIN(TestSessionChat)
#include "tst_session_chat.moc"
