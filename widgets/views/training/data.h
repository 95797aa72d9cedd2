#pragma once

// The trainings that a figure shows, by name, with their numbers as lines and maps.

#include "core/files/library/training_history.h"
#include "widgets/figure/figure.h"
#include "widgets/plot/grid.h"

#include <QStringList>
#include <QVector>

#include <memory>
#include <vector>

namespace widgets {

struct Training
{
    QString name;
    std::shared_ptr<const core::TrainingHistory> history; // never null
    QString words = name; // what a picture calls it: its name, or what it differs in from those beside it
};

/// Every training that can be shown: models first, then sweeps.
QStringList trainingNames();

/// The history of a training, read at once: for words beside a picture. Null where there is none, or it cannot be read.
std::shared_ptr<const core::TrainingHistory> historyOf(const QString& name);

/// The same of a file, for words of many trainings: their list is not made again for each.
std::shared_ptr<const core::TrainingHistory> historyAt(const std::string& path);

/// The same training with other seeds.
QStringList seedsOfMain();

/// Trainings that differ in the placement of their norms, of 12 layers and of 4.
QStringList placementTrainings();

/// FigureInfo::needs: the histories of shownTrainings(), and where two are compared those of the seeds.
Needs trainingsNeeded(const FigureData& data);

/// Those of the option "runs" ("pre12,post12"); without it that of the model which runs, and of the one that its weights come
/// from. Unknown ones, and those that are not read yet, are left out. `problem`, when given, is why one could not be read.
std::vector<Training> shownTrainings(const FigureData& data, QString* problem = nullptr);

/// The same of these names.
std::vector<Training> trainingsOf(const FigureData& data, const QStringList& names, QString* problem = nullptr);

/// Of the runs in the slots, where no known training made the model of one: it is being trained, or is in a folder of its own.
std::vector<Training> trainingsOfRuns(const FigureData& data);

/// Puts the history of a model that no file has where the figure of its run finds it.
void keepHistory(NeedStore& store, const RunPtr& run, const std::shared_ptr<const core::TrainingHistory>& history);

/// The step whose weights run ("main@1100" → 1100); −1 for the final ones, or when that training is not shown.
double shownStep(const FigureData& data);

/// A column [point]; empty when it was not measured.
QVector<double> columnOf(const core::TrainingHistory& history, const char* name);

/// The best head at each point, of a column [point, layer, head].
QVector<double> bestHead(const core::TrainingHistory& history, const char* name);

/// A column [point, layer] or [point, layer, head] with a row for each layer or head, the first on top, and a column for each
/// point. Empty when it was not measured.
Grid rowsOverPoints(const core::TrainingHistory& history, const char* name);

/// All numbers of all columns, "run,step,loss,…,gradient_layers[0],…", one line a point; what was not measured is empty.
QString trainingTable(const std::vector<Training>& trainings);

} // namespace widgets
