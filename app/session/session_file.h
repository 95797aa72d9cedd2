#pragma once

// A session: a JSON with keys of a recipe that says what the window opens with. Only `model` is needed; `choices` (or `said`),
// `text` or `ids`, `decoder_text`, `selection`, `interventions`, a `figure` with `options`, and a slot `b` with `slot` and
// `locked` may follow, and of a saved one `edited` and `what_if`. What b does not say is as in a. Paths of models that the file
// has beside it or below it are relative to its folder.

#include "app/export/recipe.h"
#include "app/session/classroom.h"
#include "app/session/window_state.h"

#include <string>

namespace app {

/// A JSON file with a model's name that is not the recipe of a figure. False for what cannot be read.
bool isSessionFile(const std::string& path);

/// Throws core::Error{BadInput} for a member of the wrong type, an unknown figure or word.
RecipeContents readSessionFile(const std::string& path);

/// Of the words of a session; `file` is named by what is thrown: core::Error{BadInput}.
RecipeContents readSession(QJsonObject session, const std::string& file);

/// What a window has on screen.
struct SessionContents
{
    const WindowState& state;
    QString figure; // of the page
    QVariantMap options;
    widgets::Selection selection;
    Classroom classroom = {}; // what a class does not see
};

/// The ending of a saved session, ".cutaway".
QString sessionEnding();

/// A session as JSON with sorted keys, for a file in this folder: read and written again it is the same bytes.
QByteArray writeSession(const SessionContents& contents, const QString& folder);

/// Replaces the file as a whole or leaves it as it was. Throws core::Error{Output}.
void writeSessionFile(const QString& path, const SessionContents& contents);

/// What the session in a file hides. Throws core::Error{BadInput}.
Classroom classroomOf(const std::string& path);

/// The object in a JSON file; empty when it is none, or larger than a session is.
QJsonObject jsonObjectOf(const std::string& path);

/// Of a session, or of a figure's recipe: what the window opens with. Throws core::Error{BadInput}.
RecipeContents readStateFile(const std::string& path);

/// Whether readStateFile() is for this file.
bool isStateFile(const std::string& path);

} // namespace app
