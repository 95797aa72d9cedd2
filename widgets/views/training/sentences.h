#pragma once

// Captions of the pictures of a training, one sentence each, with live numbers, in the current language.

#include "widgets/views/training/data.h"

#include <QCoreApplication>

#include <optional>

namespace widgets {

struct TrainingText
{
    Q_DECLARE_TR_FUNCTIONS(Training)
};

/// Whether it is being trained: what is said of it holds so far, and nothing is its end.
bool isUnderWay(const Training& training);

/// `entropy` = that of the corpus, when it holds for this training.
QString lossSentence(const Training& training, const std::optional<double>& entropy);

/// What the training began with; empty when it saw texts from the first step.
QString curriculumSentence(const Training& training);

/// Whether two trainings end further apart than the seeds of main do; empty unless there are two, and two seeds.
QString seedSentence(const std::vector<Training>& shown, const std::vector<Training>& seeds);

/// What to watch for in the race that it is a part of; empty for any other.
QString watchSentence(const Training& training);

/// What its lane in such a race is called in the current language; its name where it is of none.
QString laneWords(const QString& name, const core::TrainingHistory& history);

/// "norm.placement=post" in words: "Post".
QString changeText(const std::string& change);

QString headSentence(const Training& training);
QString gradientSentence(const std::vector<Training>& shown); // one sentence for all of them
QString streamSentence(const Training& training);

/// How far a model was at a step of its training.
struct TrainingMoment
{
    long lastStep = 0; // of the training; 0 when it has no history
    QString sentence;  // "best induction head 0.42 · held-out loss 3.21"
};

/// step −1 = the end.
TrainingMoment trainingMoment(const QString& model, double step);

/// What a model with a history is for, in the current language; empty for others.
QString purposeOf(const QString& model);
QString purposeOf(const core::TrainingHistory& history);

/// Of the point nearest to a step; NaN when there is none.
double valueAt(const QVector<double>& steps, const QVector<double>& values, double step);

/// The last finite number; NaN when there is none.
double lastFinite(const QVector<double>& values);

inline QVector<double> stepsOf(const Training& training) { return columnOf(*training.history, "step"); }

} // namespace widgets
