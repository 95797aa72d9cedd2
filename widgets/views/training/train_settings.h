#pragma once

// TrainSettings: what a training in the window is to be, as the person chose it on the line of the page.

#include "core/train/recipe.h"

#include <QString>

namespace widgets {

/// What the line begins with: short enough to be watched.
inline core::TrainingRecipe usualRecipe() { return {.steps = 400, .rows = 16, .length = 64, .rate = 3e-3}; }

struct TrainSettings
{
    QString text = QStringLiteral("corpus"); // the bundled corpus, a set that comes with the program, or a file
    bool isFresh = true; // begins with seeded weights
    core::TrainingRecipe recipe = usualRecipe();
    QString preset = {}; // id of the preset that it is from; empty: none
};

/// "Corpus", "Corpus ¾ · repeats ¼", "repeats", "book.txt": the data in words, in the current language.
QString dataWords(const TrainSettings& settings);

/// Shares of documents among the rows of the corpus that a person can choose.
inline constexpr double storyShares[] = {1.0, 0.75, 0.0};

} // namespace widgets
