#pragma once

// Groups of the bundled trainings in menus, by the choices in which a model differs from `main`.

#include <QString>
#include <QStringList>

namespace widgets {

/// Titles of all groups in the order of a menu, in the current language.
QStringList trainingGroups();

/// The title of the group of a training; empty: `main` itself, or there is no such history.
QString groupOfTraining(const QString& name);

} // namespace widgets
