#pragma once

// Scenes: states of the window that are kept with a title and notes for the lecturer, in their order: planned steps that a session
// has as "scenes". Each holds the words of a session, "title" and perhaps "notes".

#include "app/session/session_file.h"

#include <QJsonArray>

namespace app {

/// The words of the scenes of a session; empty where it has none. Throws core::Error{BadInput} for another type, or too many.
QJsonArray scenesOf(const QJsonObject& session, const std::string& file);

/// The scene with these words, at this place among them. Throws core::Error{BadInput} that names file and scene.
PlannedStep readScene(const QJsonValue& words, std::size_t at, const std::string& file);

/// All scenes of a session. Throws core::Error{BadInput}. A window takes openSession() of session_repair.h.
QList<PlannedStep> readScenes(const QJsonObject& session, const std::string& file);

/// For a session in this folder.
QJsonArray scenesJson(const QList<PlannedStep>& scenes, const QString& folder);

/// What is on screen as a scene. Paths of models become whole.
PlannedStep sceneOf(const SessionContents& shown, const QString& title);

/// What leads to the runs of a request.
RecipeInputs inputsOf(const SlotsRequest& request);

/// The state that a recipe, a session or a planned step says.
WindowState stateOf(const RecipeContents& contents);

} // namespace app
