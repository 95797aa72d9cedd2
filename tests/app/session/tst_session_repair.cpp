// Sessions that are damaged, of another version, or away from their models: what can be opened is, and what could not is said.

#include "app/session/session_repair.h"

#include "app/session/model_mark.h"
#include "app/session/session_file.h"

#include "core/base/error.h"
#include "tests/test_data.h"

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QTemporaryDir>
#include <QTest>

namespace {

void write(const QString& path, const QByteArray& bytes)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(bytes), qint64(bytes.size()));
}

std::string problems(const app::OpenedSession& opened)
{
    std::string all;
    for (const core::Error::Parts& one : opened.problems)
        all += one.where + ": " + one.problem + " [" + one.found + "]\n";
    return all;
}

bool has(const app::OpenedSession& opened, const char* words) { return problems(opened).find(words) != std::string::npos; }

} // namespace

class TestSessionRepair : public QObject
{
    Q_OBJECT
private slots:
    void init() { m_file = m_folder.filePath("kept.cutaway"); }

    void aWholeSessionHasNoProblems()
    {
        write(m_file, R"({"model": "untrained", "schema": 1, "text": "red dog", "choices": {"norm": {"kind": "rms_norm"}}})");
        const app::OpenedSession opened = app::openSession(m_file.toStdString());
        QCOMPARE(problems(opened), std::string());
        QCOMPARE(opened.contents.request.a.text, std::string("red dog"));
        QVERIFY(opened.contents.request.a.said.has("norm.kind"));
    }

    void everyWordOfASessionIsInTheContract()
    {
        QFile contract(TEST_DATA "/../../docs/contract.md");
        QVERIFY(contract.open(QIODevice::ReadOnly));
        const QString row = QString::fromUtf8(contract.readAll()).section("| `cutaway [MODEL]`", 1).section('\n', 0, 0);
        app::WindowState state;
        state.a.model = "main";
        state.a.text = "red dog";
        state.b = state.a;
        state.whatIf["norm"] = QVariantMap{{"eps", 1}};
        const QByteArray bytes = app::writeSession({state, "norm", {}, {}, {}, "norm", {{"flow", QJsonObject()}}}, "/");
        const QJsonObject saved = QJsonDocument::fromJson(bytes).object();
        QStringList words = saved.keys() + saved["b"].toObject().keys();
        for (const QString& word : words << app::savedAsWord << app::lectureStepWord)
            QVERIFY2(row.contains("`" + word + "`"), qPrintable(word));
    }

    void aLaterVersionOpensWithWhatThisOneKnows()
    {
        write(m_file, R"({"model": "untrained", "schema": 7, "text": "red dog", "hologram": {"depth": 3},
            "choices": {"norm": {"kind": "rms_norm", "spin": 2}, "warp": true}})");
        const app::OpenedSession opened = app::openSession(m_file.toStdString());
        QCOMPARE(opened.contents.request.a.text, std::string("red dog"));
        QVERIFY(opened.contents.request.a.said.has("norm.kind"));
        for (const char* word : {"schema: the session is of a later version", "hologram: unknown to this version", "spin", "warp"})
            QVERIFY2(has(opened, word), problems(opened).c_str());
        QVERIFY(opened.contents.others.contains("hologram")); // and stays in the file
    }

    void eachMemberThatCannotBeReadIsLeftOutAlone()
    {
        write(m_file, R"({"model": "untrained", "text": "red dog", "selection": 7, "figure": "no_such_figure", "options": [],
            "what_if": "?", "b": {"text": 3, "choices": {"activation": {"kind": "relu"}}}, "slot": "sideways"})");
        const app::OpenedSession opened = app::openSession(m_file.toStdString());
        QVERIFY(opened.contents.request.b.has_value());
        QVERIFY(opened.contents.request.b->said.has("activation.kind"));
        QCOMPARE(opened.contents.request.b->text, std::string("red dog"));
        for (const char* word : {"selection", "figure", "options", "what_if", "b: ", "slot"})
            QVERIFY2(has(opened, word), problems(opened).c_str());
    }

    void theBeginningOfATruncatedFileIsOpened()
    {
        const QByteArray whole = QByteArray(
            R"({"choices": {"norm": {"kind": "rms_norm"}}, "model": "untrained", "text": "red, dog", "zz": [1, 2]})").chopped(2);
        write(m_file, whole);
        const app::OpenedSession opened = app::openSession(m_file.toStdString());
        QCOMPARE(opened.contents.request.a.text, std::string("red, dog"));
        QVERIFY(opened.contents.request.a.said.has("norm.kind"));
        QCOMPARE(opened.problems.size(), std::size_t(1));
        for (qsizetype end = 0; end < whole.size(); ++end) { // wherever it ends: opened or refused, and nothing else
            write(m_file, whole.left(end));
            try {
                QCOMPARE(app::openSession(m_file.toStdString()).contents.request.a.model, std::string("untrained"));
            } catch (const core::Error& error) {
                QVERIFY(!error.parts().problem.empty());
            }
        }
    }

    void wholeScenesOfADamagedFileAreOpenedAndCounted()
    {
        const QByteArray whole = QByteArray(R"({"choices": {}, "model": "untrained", "scenes": [
            {"title": "one, ['a']", "model": "untrained", "text": "red", "notes": "Ask."},
            {"title": "two", "model": "untrained", "b": {"choices": {"norm": {"kind": "rms_norm"}}}},
            {"title": "three", "model": "untrained"}], "text": "red dog"})")
                                     .replace("'", "\\\"")
                                     .replace("two", "two }");
        const auto opened = [&](const QByteArray& bytes) {
            write(m_file, bytes);
            return app::openSession(m_file.toStdString());
        };
        const auto titles = [](const app::OpenedSession& session) {
            QStringList all;
            for (const app::PlannedStep& scene : session.scenes)
                all << scene.title;
            return all.join(" | ");
        };
        QCOMPARE(problems(opened(whole)), std::string());
        QCOMPARE(titles(opened(whole)), QString("one, [\"a\"] | two } | three"));
        QCOMPARE(opened(whole).scenes[0].notes, QString("Ask."));

        const auto truncated = opened(whole.left(whole.indexOf("three") + 3));
        QCOMPARE(titles(truncated), QString("one, [\"a\"] | two }"));
        QVERIFY(truncated.scenes[1].contents.request.b.has_value());
        QVERIFY2(has(truncated, "scenes: only whole scenes are opened [2]"), problems(truncated).c_str());
        QVERIFY2(has(truncated, "its text could not be read") && !has(truncated, "its scenes"), problems(truncated).c_str());
        const auto before = opened(whole.left(whole.indexOf("\"scenes\"")));
        QVERIFY2(has(before, "its text could not be read") && has(before, "its scenes could not be read"), problems(before).c_str());
        const auto inTheFirst = opened(whole.left(whole.indexOf("Ask")));
        QVERIFY2(has(inTheFirst, "scenes: only whole scenes are opened [0]"), problems(inTheFirst).c_str());

        QByteArray garbled = whole; // in one scene
        const auto second = opened(garbled.replace("\"b\": {", "\"b\", {"));
        QCOMPARE(titles(second), QString("one, [\"a\"] | three"));
        QVERIFY2(has(second, "scenes: only whole scenes are opened [2]"), problems(second).c_str());
        garbled = whole; // before the model: as its first scene is
        const auto early = opened(garbled.replace("\"choices\": {}, \"model\"", "\"choices\" {}, \"model\""));
        QCOMPARE(titles(early), QString("one, [\"a\"] | two } | three"));
        QCOMPARE(early.contents.request.a.text, std::string("red"));
        QVERIFY(early.contents.others.isEmpty());
        QVERIFY2(has(early, "this is the first of them"), problems(early).c_str());

        garbled = whole; // JSON, and one of them is no scene
        const auto one = opened(garbled.replace("\"title\": \"three\"", "\"title\": 3"));
        QCOMPARE(titles(one), QString("one, [\"a\"] | two }"));
        QVERIFY2(has(one, "scenes[2]: title") && has(one, "opened [2]"), problems(one).c_str());
    }

    void aMegabyteOfNestedArraysIsNoSession()
    {
        write(m_file, QByteArray(1 << 20, '['));
        QVERIFY_EXCEPTION_THROWN(app::openSession(m_file.toStdString()), core::Error);
        write(m_file, QByteArray(R"({"model": "untrained", "text": "red dog", "what_if": 1})").chopped(2) + QByteArray(1 << 20, '['));
        const app::OpenedSession opened = app::openSession(m_file.toStdString());
        QCOMPARE(opened.contents.request.a.text, std::string("red dog"));
        QCOMPARE(opened.problems.size(), std::size_t(1));
    }

    void aPathThatLeavesTheFolderIsNotFollowed()
    {
        QDir(m_folder.path()).mkpath("inside/deep");
        write(m_folder.filePath("outside.safetensors"), "x");
        const QString file = m_folder.filePath("inside/kept.cutaway");
        write(file, R"({"model": "deep/../../outside.safetensors", "text": "red dog"})");
        const app::OpenedSession opened = app::openSession(file.toStdString());
        QVERIFY(has(opened, "model: the path leaves the folder of the session"));
        QCOMPARE(opened.missing, std::string("deep/../../outside.safetensors"));
        QVERIFY_EXCEPTION_THROWN(app::readSessionFile(file.toStdString()), core::Error);
        write(file, R"({"model": "untrained", "text": "red dog",
            "interventions": [{"at": "embed", "op": "from", "source": "../outside.safetensors"}]})");
        const app::OpenedSession patched = app::openSession(file.toStdString());
        QVERIFY2(has(patched, "the path leaves the folder of the session"), problems(patched).c_str());
        QVERIFY(patched.contents.request.a.record.interventions.empty());
    }

    void aMissingModelIsNamedAndCanBeLocated()
    {
        write(m_file, R"({"model": "models/gone", "text": "red dog", "b": {"model": "models/gone"}})");
        QCOMPARE(app::openSession(m_file.toStdString()).missing, std::string("models/gone"));
        const app::OpenedSession found = app::openSession(m_file.toStdString(), {{"models/gone", "untrained"}});
        QCOMPARE(found.missing, std::string());
        QCOMPARE(found.contents.request.a.model, std::string("untrained"));
        QCOMPARE(found.contents.request.b->model, std::string("untrained"));
        write(m_file, R"({"model": "models/gone", "scenes": [{"title": "one", "model": "models/gone", "b": {"model": "models/gone"}}]})");
        const app::OpenedSession scenes = app::openSession(m_file.toStdString(), {{"models/gone", "untrained"}});
        QCOMPARE(scenes.scenes[0].contents.request.a.model, std::string("untrained"));
        QCOMPARE(scenes.scenes[0].contents.request.b->model, std::string("untrained"));
    }

    void aModelThatChangedSinceIsSaid()
    {
        QDir(m_folder.path()).mkpath("one");
        write(m_folder.filePath("one/model.safetensors"), QByteArray(300'000, 'a'));
        const QString mark = app::modelMark(m_folder.filePath("one"));
        QCOMPARE(mark.size(), 32);
        write(m_file, QByteArray(R"({"model": "./one", "text": "red dog", "model_mark": "MARK"})").replace("MARK", mark.toLatin1()));
        QVERIFY(!has(app::openSession(m_file.toStdString()), "has changed"));
        write(m_folder.filePath("one/model.safetensors"), QByteArray(300'000, 'b'));
        QVERIFY(has(app::openSession(m_file.toStdString()), "the model has changed since the session was saved"));
    }

private:
    QTemporaryDir m_folder;
    QString m_file;
};

QTEST_GUILESS_MAIN(TestSessionRepair)
#include "tst_session_repair.moc"
