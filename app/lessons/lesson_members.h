#pragma once

// Members of the objects in a lesson's file: what is missing, of the wrong type or unknown is one line that names file and place.

#include <QJsonArray>
#include <QJsonObject>
#include <QStringList>

#include <string>

namespace app {

/// Each throws core::Error{BadInput}.
void refuseUnknown(const QJsonObject& object, const QStringList& allowed, const std::string& file, const std::string& where);
[[noreturn]] void refuseMember(
    const std::string& file, const std::string& where, const std::string& expected, const QJsonValue& found);

/// The member, or its default where it is missing. Throws core::Error{BadInput} for another type.
QJsonArray arrayIn(const QJsonObject& object, const char* key, const std::string& file, const std::string& where);
QJsonObject objectIn(const QJsonObject& object, const char* key, const std::string& file, const std::string& where);
QStringList wordsIn(const QJsonObject& object, const char* key, const std::string& file, const std::string& where);

/// The members of these names, where they are there, are of this type: "number", "string", or several, "number or string".
void requireType(
    const QJsonObject& object, const QStringList& keys, const char* type, const std::string& file, const std::string& where);

/// The member, where it is there, is one of these words.
void requireWord(
    const QJsonObject& object, const char* key, const QStringList& words, const std::string& file, const std::string& where);

/// "steps[2]: values": the place of a member.
std::string placeOf(const std::string& where, const std::string& member);

} // namespace app
