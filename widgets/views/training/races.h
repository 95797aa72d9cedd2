#pragma once

// Races: two models that learn side by side on the same data in the same order, with one choice between them; a row each. To add
// one: a row in races.cpp, once it was watched doing what its sentence says.

#include <QString>

#include <span>
#include <string>

namespace widgets {

struct RaceLane
{
    const char* name;    // "pre": of its line
    const char* choices; // on top of those of both: "norm.placement=pre"; spaces between several
};

struct Race
{
    const char* id;      // "C23", the concept of docs/concepts.md that it is about
    const char* title;   // QT_TRANSLATE_NOOP("Training", …)
    const char* watch;   // QT_TRANSLATE_NOOP("Training", …): the sentence to watch for
    const char* model;   // whose choices and tokenizer both have
    const char* choices; // of both on top of these
    RaceLane lanes[2];
    const char* text;    // what they read
    int steps, rows, length;
    double rate;
    int warmup;          // steps
};

std::span<const Race> races();

/// Its title and its sentence in the current language.
QString titleOf(const Race& race);
QString watchOf(const Race& race);

/// The row of this id; null: there is none.
const Race* findRace(const std::string& id);

} // namespace widgets
