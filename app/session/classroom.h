#pragma once

// Classroom: what of the window a session or a lesson hides, as a class does not need it: {"pages": ["atlas"], "controls":
// ["export"]}, the member "hide" of its file.

#include <QJsonObject>
#include <QStringList>

#include <string>

namespace app {

struct Classroom
{
    QStringList pages; // ids of views
    QStringList controls; // words of controlWords(), and keys of choices

    bool isEmpty() const { return pages.isEmpty() && controls.isEmpty(); }
    bool hides(const QString& control) const { return controls.contains(control); }
    bool hidesMoreThan(const Classroom& other) const; // something that the other does not
    bool operator==(const Classroom&) const = default;
};

/// "prompt", "compare", …: parts of the window that can be hidden besides choices.
const QStringList& controlWords();

/// The member "hide"; nothing is hidden where there is none. Throws core::Error{BadInput} for an unknown page or control, and
/// where no page is left.
Classroom readClassroom(const QJsonValue& hide, const std::string& file);

/// The same, back.
QJsonObject classroomJson(const Classroom& classroom);

} // namespace app
