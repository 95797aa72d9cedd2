#pragma once

// Groups of the bundled trainings in menus, by the choices in which a model differs from `main`.

#include "core/files/library/training_history.h"

#include <QString>
#include <QStringList>

namespace widgets {

/// Titles of all groups in the order of a menu, in the current language.
QStringList trainingGroups();

/// The title of the group of a training beside that of `main`.
QString groupOfTraining(const core::TrainingHistory& history, const core::TrainingHistory& main);

} // namespace widgets
