#pragma once

// The order of the choices in the panel: those of a kind are visible, everything else folds out from one of them
// or from under a title. Derived from the keys themselves, but for the few that their names do not place.

#include "core/model/choices.h"

#include <QStringList>

#include <span>

namespace widgets {

/// A choice of a kind, or one of the two of the whole model that are like them.
bool isHead(const core::ChoiceKey& key);

/// The head that a plain key folds out from, or that a parameter belongs to; empty = under a title.
std::string headOf(const core::ChoiceKey& key);

/// Titles of what belongs to no choice of a kind, in order.
std::span<const char* const> choiceTitles(); // QT_TRANSLATE_NOOP("widgets::VariantPanel", …)

/// The title that a key without a head is under.
const char* titleOf(const core::ChoiceKey& key);

/// The kinds of a family that a course names first, the first one first: where a line has no room for all, these stay. Empty:
/// in the order of the family.
QStringList firstKinds(const core::ChoiceKey& key);

} // namespace widgets
