#pragma once

// A session: a JSON with keys of a recipe that says what the window opens with. Only `model` is needed; `choices` (or `said`),
// `text` or `ids`, `decoder_text`, `selection`, `interventions`, a `figure` with `options`, and a slot `b` with `slot` and
// `locked` may follow, and of a saved one `edited`, `what_if`, `page`, `pages` (figure and options of the other pages),
// `figure_theme`, `model_mark` (model_mark.h), `lecture_step` and `saved_as`. What b does not say is as in a. Paths of models and of
// traces that the file has beside it or below it are relative to its folder; a relative path that leaves the folder is refused.

#include "app/export/recipe.h"
#include "app/session/classroom.h"
#include "app/session/window_state.h"

#include <string>

namespace app {

inline constexpr int sessionSchema = 1; // older programs ignore members that they do not know, and refuse a later schema
inline constexpr qint64 maxSessionBytes = qint64(16) << 20;
inline constexpr QLatin1String savedAsWord("saved_as"); // of a session kept for recovery: the file that it will be saved in
inline constexpr QLatin1String lectureStepWord("lecture_step"); // of the planned steps that are presented, from 1

/// A file that ends in ".cutaway" or a JSON file with a model's name, and neither the recipe of a figure nor planned steps. False
/// for what is not there.
bool isSessionFile(const std::string& path);

/// Throws core::Error{BadInput} for what is no JSON, a member of the wrong type, an unknown figure or word, a path that leaves
/// the folder. A window takes openSession() of session_repair.h.
RecipeContents readSessionFile(const std::string& path);

/// Of the words of a session; `file` is named by what is thrown: core::Error{BadInput}.
RecipeContents readSession(QJsonObject session, const std::string& file);

/// Whether a session has a member of this name, at its top or in a slot.
bool isSessionWord(const QString& key);

/// Whether a relative path leads out of the folder that it begins in.
bool leavesFolder(const QString& path);

/// What a window has on screen.
struct SessionContents
{
    const WindowState& state;
    QString figure; // of the page
    QVariantMap options;
    widgets::Selection selection;
    Classroom classroom = {}; // what a class does not see
    QString page = {}; // its id
    QJsonObject pages = {}; // of the other pages, by id: {"figure", "options"}
    widgets::ThemeId figureTheme = widgets::ThemeId::Light;
    QJsonObject others = {}; // members of other programs and versions, which stay in the file
};

/// The ending of a saved session, ".cutaway".
QString sessionEnding();

/// A session as JSON with sorted keys, for a file in this folder: read and written again it is the same bytes.
QByteArray writeSession(const SessionContents& contents, const QString& folder);

/// Replaces the file as a whole, on the disk, or leaves it as it was. Throws core::Error{Output}.
void replaceFile(const QString& path, const QByteArray& bytes);

/// replaceFile() with such bytes. Throws core::Error{Output}.
void writeSessionFile(const QString& path, const SessionContents& contents);

/// What the session in a file hides. Throws core::Error{BadInput}.
Classroom classroomOf(const std::string& path);

/// The object in a JSON file. Throws core::Error{BadInput} for what is none, nested too deep, or larger than a session is.
QJsonObject readJsonObject(const std::string& path);

/// The same; empty where it throws.
QJsonObject jsonObjectOf(const std::string& path);

/// Of a session, or of a figure's recipe: what the window opens with. Throws core::Error{BadInput}.
RecipeContents readStateFile(const std::string& path);

/// Whether readStateFile() is for this file.
bool isStateFile(const std::string& path);

} // namespace app
