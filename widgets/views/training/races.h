#pragma once

// Presets of a training in the window: races, in which two models learn side by side on the same data in the same order with one
// choice between them, and trainings of one model. A row each. To add one: a row in races.cpp and its recipe in
// resources/recipes/ID.json, once it was watched doing what its sentence says.

#include <QString>

#include <span>
#include <string>

namespace widgets {

struct RaceLane
{
    const char* name;         // QT_TRANSLATE_NOOP("Lanes", "pre"): of its line and folder; null: there is no such lane
    const char* choices = ""; // on top of those of both: "norm.placement=pre"; spaces between several
    const char* recipe = "";  // on top of the recipe, as JSON: R"({"warmup": 0})"; empty: nothing
};

struct Race
{
    const char* id;      // that of its recipe; mostly the concept of docs/concepts.md that it is about
    const char* title;   // QT_TRANSLATE_NOOP("Training", …)
    const char* watch;   // QT_TRANSLATE_NOOP("Training", …): the sentence to watch for
    const char* page;    // of the figure "training", where that is seen
    int seconds;         // that it takes on two cores: the processor seconds that were measured / 1.6
    const char* model;   // whose choices and tokenizer both have
    const char* choices; // of both on top of these
    RaceLane lanes[2];
};

std::span<const Race> races();

/// Its title, its sentence, and title and time for a menu (in the column of the shortcuts), in the current language.
QString titleOf(const Race& race);
QString watchOf(const Race& race);
QString menuTextOf(const Race& race);

/// What a picture calls the line of a lane, in the current language. REQUIRES: it has a name.
QString wordsOf(const RaceLane& lane);

/// The row of this id; null: there is none.
const Race* findRace(const std::string& id);

} // namespace widgets
