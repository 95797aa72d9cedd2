#pragma once

// LessonTarget: a part of the window that a lesson points at or covers: "picture", or {"cell": "head", "row": 10, "column": 4}.
// Named by what it is, so that it is found wherever the layout puts it. docs/lessons.md has the words.
//
// To add one: its word in simpleTargets or namedTargets, and where it is in app/window/lesson_host.cpp (placeOf).

#include <QJsonValue>
#include <QString>

#include <string>

namespace app {

struct LessonTarget
{
    QString kind; // "cell"
    QString name = {}; // of the map, the line, the page, the choice, the option; "post.ln1": the node of a diagram
    int row = 0, column = 0; // of a cell, negative: from the end
    int index = 0; // of several of one name, in the order they are drawn

    bool isInPicture() const; // of the plot, else of the window around it
};

/// Throws core::Error{BadInput} for an unknown word, and for a page or choice that there is not.
LessonTarget readLessonTarget(const QJsonValue& words, const std::string& file, const std::string& where);

/// As it is in the file, for messages.
QString targetText(const LessonTarget& target);

} // namespace app
