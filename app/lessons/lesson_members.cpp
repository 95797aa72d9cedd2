#include "app/lessons/lesson_members.h"

#include "core/base/error.h"

#include <QJsonDocument>

#include <algorithm>

namespace app {

namespace {

std::string shown(const QJsonValue& value)
{
    const QByteArray text = QJsonDocument(QJsonArray{value}).toJson(QJsonDocument::Compact);
    return text.mid(1, std::min<qsizetype>(text.size() - 2, 60)).toStdString();
}

const char* typeOf(const QJsonValue& value)
{
    switch (value.type()) {
    case QJsonValue::Bool:
        return "boolean";
    case QJsonValue::Double:
        return "number";
    case QJsonValue::String:
        return "string";
    case QJsonValue::Array:
        return "array";
    case QJsonValue::Object:
        return "object";
    default:
        return "null";
    }
}

} // namespace

std::string placeOf(const std::string& where, const std::string& member)
{
    return where.empty() ? member : where + ": " + member;
}

void refuseMember(const std::string& file, const std::string& where, const std::string& expected, const QJsonValue& found)
{
    throw core::Error({.file = file,
        .where = where,
        .problem = CUTAWAY_TR("missing or of the wrong type"),
        .expected = expected,
        .found = found.isUndefined() ? std::string() : shown(found)});
}

void refuseUnknown(const QJsonObject& object, const QStringList& allowed, const std::string& file, const std::string& where)
{
    for (auto member = object.begin(); member != object.end(); ++member)
        if (!allowed.contains(member.key()))
            throw core::Error({.file = file,
                .where = where,
                .problem = CUTAWAY_TR("unknown word"),
                .expected = allowed.join(QStringLiteral(", ")).toStdString(),
                .found = member.key().toStdString()});
}

void requireType(
    const QJsonObject& object, const QStringList& keys, const char* type, const std::string& file, const std::string& where)
{
    const QStringList types = QString::fromLatin1(type).split(QStringLiteral(" or "));
    for (const QString& key : keys)
        if (const auto member = object.find(key);
            member != object.end() && !types.contains(QLatin1String(typeOf(member.value()))))
            refuseMember(file, placeOf(where, key.toStdString()), type, member.value());
}

void requireWord(
    const QJsonObject& object, const char* key, const QStringList& words, const std::string& file, const std::string& where)
{
    requireType(object, {QLatin1String(key)}, "string", file, where);
    const auto member = object.find(QLatin1String(key));
    if (member != object.end() && !words.contains(member.value().toString()))
        throw core::Error({.file = file,
            .where = placeOf(where, key),
            .problem = CUTAWAY_TR("unknown value"),
            .expected = words.join(QStringLiteral(", ")).toStdString(),
            .found = member.value().toString().toStdString()});
}

QJsonArray arrayIn(const QJsonObject& object, const char* key, const std::string& file, const std::string& where)
{
    const QJsonValue member = object[QLatin1String(key)];
    if (!member.isUndefined() && !member.isArray())
        refuseMember(file, placeOf(where, key), "array", member);
    return member.toArray();
}

QJsonObject objectIn(const QJsonObject& object, const char* key, const std::string& file, const std::string& where)
{
    const QJsonValue member = object[QLatin1String(key)];
    if (!member.isUndefined() && !member.isObject())
        refuseMember(file, placeOf(where, key), "object", member);
    return member.toObject();
}

QStringList wordsIn(const QJsonObject& object, const char* key, const std::string& file, const std::string& where)
{
    QStringList words;
    for (const QJsonValue& word : arrayIn(object, key, file, where)) {
        if (!word.isString())
            refuseMember(file, placeOf(where, key), "array of strings", word);
        words << word.toString();
    }
    return words;
}

} // namespace app
