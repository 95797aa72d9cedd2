#pragma once

// Perspectives: named arrangements of the window. Each keeps what the person made of it; to add one: its row in perspectives.cpp,
// an action, and its row in perspective_guide.cpp.

#include "app/window/drawers.h"

#include <QString>

#include <array>

namespace app {

/// In the order of the menu.
enum class Perspective
{
    Explore, // panels at both sides of the page
    Compare, // two slots, and the choices in which they differ
    Lesson, // the page with the words of the lesson
    Figures // the page alone, with the dialog that exports it
};
inline constexpr int perspectives = 4;

struct Arrangement
{
    Drawers::Wishes drawers = {};
    int rightTab = 0; // of the right drawer: choices, tensor, scenes
    QString view = {}; // id of the page; empty: the one that is there

    bool operator==(const Arrangement&) const = default;
};

/// As delivered. Widths of drawers are 0, which leaves them as they are.
Arrangement deliveredArrangement(Perspective perspective);

/// Its word in files: "compare".
QString perspectiveWord(Perspective perspective);

/// All as delivered.
std::array<Arrangement, perspectives> deliveredArrangements();

} // namespace app
