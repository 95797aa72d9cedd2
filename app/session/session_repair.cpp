#include "app/session/session_repair.h"

#include "app/base/model_names.h"
#include "app/session/model_mark.h"
#include "app/session/scenes.h"

#include "core/io/shown_text.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>

#include <algorithm>
#include <functional>
#include <optional>

namespace app {

namespace {

constexpr int maxSteps = 16; // back from where the text is damaged

/// Calls `visit` with the place of each byte from there on that is in no string, and the byte, until it returns false.
template <class Visit>
void eachSign(const QByteArray& text, qsizetype from, const Visit& visit)
{
    bool isText = false;
    for (qsizetype at = from; at < text.size(); ++at) {
        const char c = text[at];
        if (isText) {
            at += c == '\\';
            isText = c != '"';
            continue;
        }
        isText = c == '"';
        if (!visit(at, c))
            return;
    }
}

/// The beginning of a damaged text up to its last whole value, with its brackets closed; `last` counts such ends from behind.
QByteArray closed(const QByteArray& text, int last)
{
    QByteArray open; // what closes each bracket
    std::vector<std::pair<qsizetype, QByteArray>> ends;
    eachSign(text, 0, [&](qsizetype at, char c) {
        if (c == '{' || c == '[')
            open.prepend(c == '{' ? '}' : ']');
        else if ((c == '}' || c == ']') && !open.isEmpty())
            open.remove(0, 1);
        else if (c == ',' && open.size() <= core::JsonLimits().depth) {
            ends.emplace_back(at, open);
            if (ends.size() > std::size_t(maxSteps))
                ends.erase(ends.begin());
        }
        return true;
    });
    if (std::size_t(last) >= ends.size())
        return {};
    const auto& [end, closing] = ends[ends.size() - 1 - std::size_t(last)];
    return text.left(end) + closing;
}

/// What can still be read of a damaged text; empty: nothing.
QJsonObject salvaged(const QByteArray& bytes)
{
    QJsonParseError error;
    QJsonDocument::fromJson(bytes, &error);
    const QByteArray text = error.error == QJsonParseError::NoError ? bytes : bytes.left(error.offset);
    for (int last = 0; last < maxSteps; ++last) {
        const QByteArray whole = closed(text, last);
        if (whole.isEmpty())
            return {};
        if (const QJsonObject object = QJsonDocument::fromJson(whole).object(); !object.isEmpty())
            return object;
    }
    return {};
}

/// The scenes that are whole in a damaged text, wherever it is damaged: those of which every bracket is closed and that are JSON.
/// Nothing where it has no list of them.
std::optional<QJsonArray> wholeScenes(const QByteArray& text)
{
    static const QRegularExpression beginning(QStringLiteral(R"("scenes"\s*:\s*\[)"));
    const QString words = QString::fromLatin1(text); // a letter a byte
    const QRegularExpressionMatch match = beginning.match(words);
    if (!match.hasMatch())
        return {};
    QJsonArray scenes;
    qsizetype begin = 0, depth = 0;
    eachSign(text, match.capturedEnd(), [&](qsizetype at, char c) {
        if (c == '{' || c == '[') {
            if (depth++ == 0)
                begin = at;
        } else if ((c == '}' || c == ']') && --depth < 0) {
            return false;
        } else if (c == '}' && depth == 0) {
            if (const QJsonObject scene = QJsonDocument::fromJson(text.mid(begin, at + 1 - begin)).object(); !scene.isEmpty())
                scenes << scene;
        }
        return true;
    });
    return scenes;
}

/// What a saved session may have behind the last member that could be read: its members are sorted. Whole scenes are found
/// wherever they are.
std::vector<const char*> lostParts(const QJsonObject& read, bool hasScenes)
{
    static const std::pair<QLatin1String, const char*> parts[]
        = {{QLatin1String("page"), CUTAWAY_TR("its page could not be read")},
            {QLatin1String("scenes"), CUTAWAY_TR("its scenes could not be read, if it had any")},
            {QLatin1String("selection"), CUTAWAY_TR("its selection could not be read")},
            {QLatin1String("text"), CUTAWAY_TR("its text could not be read")}};
    std::vector<const char*> lost;
    const QString last = read.isEmpty() ? QString() : read.keys().constLast();
    for (const auto& [key, words] : parts)
        if (key > last && !(hasScenes && key == QLatin1String("scenes")) && !(key == QLatin1String("text") && read.contains("ids")))
            lost.push_back(words);
    return lost;
}

class Repair
{
public:
    Repair(std::string file, const LocatedModels& located)
        : m_file(std::move(file))
        , m_located(located)
    {
    }

    OpenedSession open()
    {
        QJsonObject session = read();
        if (!session.value("model").isString())
            throw core::Error(
                {.file = m_file, .where = "model", .problem = CUTAWAY_TR("missing or of the wrong type"), .expected = "string"});
        checkVersion(session);
        repairSlot(session, {});
        if (session.contains("b"))
            repairB(session);
        for (const char* key : {"selection", "options", "figure", "page", "pages", "what_if", "figure_theme", "hide"})
            keepIfReadable(session, QLatin1String(key), {});
        m_opened.contents = readSession(session, m_file);
        openScenes(session);
        checkModels(session);
        return std::move(m_opened);
    }

private:
    QJsonObject read()
    {
        try {
            return readJsonObject(m_file);
        } catch (const core::Error& error) {
            QFile file(QString::fromStdString(m_file));
            const bool isRead = file.size() <= maxSessionBytes && file.open(QIODevice::ReadOnly);
            const QByteArray text = isRead ? file.readAll() : QByteArray();
            QJsonObject rest = salvaged(text);
            const std::optional<QJsonArray> scenes = wholeScenes(text);
            std::vector<const char*> lost = lostParts(rest, scenes.has_value());
            if (scenes && !rest.value("model").isString()) { // damaged before it: as the first scene is
                rest = scenes->first().toObject();
                rest.remove(QStringLiteral("title"));
                rest.remove(QStringLiteral("notes"));
                lost = {CUTAWAY_TR("all but the scenes could not be read; this is the first of them")};
            }
            if (!rest.value("model").isString())
                throw;
            rest.remove(QStringLiteral("scenes"));
            if (scenes)
                rest["scenes"] = *scenes;
            m_isDamaged = true;
            m_opened.problems.push_back(error.parts());
            for (const char* const part : lost)
                note({}, part);
            return rest;
        }
    }

    /// Each on its own, and how many there are where some may be missing.
    void openScenes(const QJsonObject& session)
    {
        QJsonArray scenes;
        try {
            scenes = scenesOf(session, m_file);
        } catch (const core::Error& error) {
            m_opened.problems.push_back(error.parts());
            return;
        }
        for (qsizetype at = 0; at < scenes.size(); ++at)
            try {
                QJsonObject scene = scenes[at].toObject();
                locate(scene);
                if (QJsonObject b = scene.value("b").toObject(); locate(b))
                    scene["b"] = b;
                m_opened.scenes << readScene(scene, std::size_t(at), m_file);
            } catch (const core::Error& error) {
                m_opened.problems.push_back(error.parts());
            }
        if (m_opened.scenes.size() < scenes.size() || (m_isDamaged && session.contains("scenes")))
            note(QStringLiteral("scenes"), CUTAWAY_TR("only whole scenes are opened"), std::to_string(m_opened.scenes.size()));
    }

    void note(const QString& where, const char* problem, const std::string& found = {})
    {
        m_opened.problems.push_back(
            {.kind = core::ErrorKind::BadInput, .file = m_file, .where = where.toStdString(), .problem = problem, .found = found});
    }

    /// Of a later version: what this one does not know stays in the file and changes nothing.
    void checkVersion(QJsonObject& session)
    {
        if (session.value("schema").toInt() <= sessionSchema)
            return;
        m_opened.problems.push_back({.file = m_file,
            .where = "schema",
            .problem = CUTAWAY_TR("the session is of a later version of the program"),
            .expected = std::to_string(sessionSchema),
            .found = std::to_string(session.value("schema").toInt())});
        for (const QString& key : session.keys())
            if (!isSessionWord(key))
                note(key, CUTAWAY_TR("unknown to this version"));
        session["schema"] = sessionSchema;
    }

    /// What a member alone beside a model says can be read, or it is left out.
    void keepIfReadable(QJsonObject& object, const QString& key, const QString& place)
    {
        if (!object.contains(key))
            return;
        QJsonObject alone{{"model", "untrained"}, {key, object.value(key)}};
        if (key == QLatin1String("slot"))
            alone["b"] = QJsonObject();
        if (!tryReading(alone, place))
            object.remove(key);
    }

    bool tryReading(const QJsonObject& session, const QString& place)
    {
        try {
            readSession(session, m_file);
            return true;
        } catch (const core::Error& error) {
            core::Error::Parts parts = error.parts();
            parts.file = m_file;
            parts.where = place.toStdString() + parts.where;
            m_opened.problems.push_back(parts);
            return false;
        }
    }

    /// Choice by choice: one that this version does not have leaves the others.
    void repairChoices(QJsonObject& slot, const QString& key, const QString& place)
    {
        const QJsonValue said = slot.value(key);
        if (!said.isObject())
            return keepIfReadable(slot, key, place);
        const std::size_t before = m_opened.problems.size();
        if (tryReading({{"model", "untrained"}, {key, said}}, place))
            return;
        m_opened.problems.resize(before);
        QJsonObject kept;
        const QJsonObject choices = said.toObject();
        for (auto group = choices.begin(); group != choices.end(); ++group) {
            if (!group.value().isObject()) {
                if (tryReading({{"model", "untrained"}, {key, QJsonObject{{group.key(), group.value()}}}}, place))
                    kept[group.key()] = group.value();
                continue;
            }
            QJsonObject known;
            const QJsonObject inner = group.value().toObject();
            for (auto choice = inner.begin(); choice != inner.end(); ++choice)
                if (tryReading({{"model", "untrained"}, {key, QJsonObject{{group.key(), QJsonObject{{choice.key(), choice.value()}}}}}},
                        place))
                    known[choice.key()] = choice.value();
            if (!known.isEmpty())
                kept[group.key()] = known;
        }
        slot[key] = kept;
    }

    /// The model of a slot, where a person has found it. False: it was not looked for.
    bool locate(QJsonObject& slot) const
    {
        const auto found = m_located.find(slot.value("model").toString().toStdString());
        if (found != m_located.end())
            slot["model"] = QString::fromStdString(found->second);
        return found != m_located.end();
    }

    void repairSlot(QJsonObject& slot, const QString& place)
    {
        for (const char* key : {"text", "ids", "decoder_text", "decoder_ids", "interventions"})
            keepIfReadable(slot, QLatin1String(key), place);
        for (const char* key : {"choices", "said"})
            if (slot.contains(QLatin1String(key)))
                repairChoices(slot, QLatin1String(key), place);
        locate(slot);
        const std::string model = slot.value("model").toString().toStdString();
        if (!leavesFolder(QString::fromStdString(model)))
            return;
        note(place + QStringLiteral("model"), CUTAWAY_TR("the path leaves the folder of the session"), core::shownText(model));
        m_opened.missing = m_opened.missing.empty() ? model : m_opened.missing; // to be located by the person
        slot["model"] = QStringLiteral("untrained");
    }

    void repairB(QJsonObject& session)
    {
        if (!session.value("b").isObject()) {
            keepIfReadable(session, QStringLiteral("b"), {});
            return;
        }
        QJsonObject b = session.value("b").toObject();
        repairSlot(b, QStringLiteral("b: "));
        session["b"] = b;
        keepIfReadable(session, QStringLiteral("slot"), {});
    }

    /// Whether they are there, and as they were.
    void checkModels(const QJsonObject& session)
    {
        const SlotsRequest& request = m_opened.contents.request;
        checkModel(session, request.a.model, {});
        if (request.b)
            checkModel(session.value("b").toObject(), request.b->model, QStringLiteral("b: "));
    }

    void checkModel(const QJsonObject& slot, const std::string& model, const QString& place)
    {
        if (!isThere(model)) {
            if (m_opened.missing.empty())
                m_opened.missing = model;
            return;
        }
        const QString mark = slot.value("model_mark").toString();
        const bool isLocated = m_located.contains(slot.value("model").toString().toStdString());
        if (!mark.isEmpty() && !isLocated && mark != modelMark(QString::fromStdString(model)))
            note(place + QStringLiteral("model"), CUTAWAY_TR("the model has changed since the session was saved"),
                core::shownText(model));
    }

    std::string m_file;
    const LocatedModels& m_located;
    OpenedSession m_opened;
    bool m_isDamaged = false; // its text is no JSON
};

} // namespace

OpenedSession openSession(const std::string& path, const LocatedModels& located) { return Repair(path, located).open(); }

} // namespace app
