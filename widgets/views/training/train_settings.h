#pragma once

// TrainSettings: what a training in the window is to be, as the person chose it on the line of the page.

#include "core/train/recipe.h"

#include <QString>
#include <QVariantMap>

namespace widgets {

/// What the line begins with: short enough to be watched.
inline core::TrainingRecipe usualRecipe() { return {.steps = 400, .rows = 16, .length = 64, .rate = 3e-3}; }

struct TrainSettings
{
    QString text = QStringLiteral("corpus"); // the bundled corpus, a set that comes with the program, or a file
    bool isFresh = true; // begins with seeded weights
    bool wantsCharacters = false; // each character of a file is a token; else the tokenizer is the model's
    core::TrainingRecipe recipe = usualRecipe();
    QString preset = {}; // id of the preset that it is from; empty: none
    bool operator==(const TrainSettings&) const = default;
};

/// As a session keeps them: "data", "begin" ("weights"), "tokens" ("characters"), "preset", and in "recipe" the words of a recipe;
/// each only where it is not what the line begins with.
QVariantMap toMap(const TrainSettings& settings);

/// And back; words that are none leave what the line begins with.
TrainSettings settingsIn(const QVariantMap& map);

/// Whether a training has a tokenizer of characters: weights that were trained keep their own, and the corpus has none.
bool isByCharacters(const TrainSettings& settings);

/// "Corpus", "Corpus ¾ · repeats ¼", "repeats", "book.txt": the data in words, in the current language.
QString dataWords(const TrainSettings& settings);

/// Shares of documents among the rows of the corpus that a person can choose.
inline constexpr double storyShares[] = {1.0, 0.75, 0.0};

} // namespace widgets
