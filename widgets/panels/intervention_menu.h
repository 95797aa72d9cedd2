#pragma once

// InterventionMenu: what can be done with a place that was pointed at: a submenu for each part that it is of, with the
// operations.

#include "core/trace/intervention.h"
#include "widgets/run/intervention_places.h"

#include <functional>

class QMenu;

namespace widgets {

/// What a chosen operation lacks before it can be put in force.
enum class Lacks
{
    Nothing,
    Number, // that of the list is a start, and the person says another
    Means, // over the texts that the list names as its origin
    TextFile, // of the person, and then the means over its texts
    TypedTexts, // of the person, and then the means over them
    Text, // which the person says, and then the values of its run
    TwoTexts, // which the person types: the direction from the one to the other
    Length, // the numbers of its direction, made as long as the vectors of the place
    OutputToken, // which the person types: the direction is towards it
    EmbeddedToken, // the same of its embedding
    VectorFile // of the person: a direction that was saved
};

/// A chosen operation, as a list for all tensors of the place.
using InterventionChosen = std::function<void(const std::vector<core::Intervention>& list, Lacks lacks)>;

/// The runs that a menu is about: the one pointed at, and perhaps the other slot's with its letter.
struct PointedRuns
{
    RunPtr run; // never null
    RunPtr other = nullptr;
    QString letter = {}; // of the other
};

/// "Head L1 H2", "“dog” in L1 resid_pre": what a place is called in a menu.
QString placeTitle(const InterventionPlace& place, const RunResult& run);

/// Adds a submenu for each place. What an operation needs of a run is read when it is chosen; one that is not possible is greyed
/// and says why.
void addPlaces(
    QMenu& menu, const std::vector<InterventionPlace>& places, const PointedRuns& runs, const InterventionChosen& chosen);

} // namespace widgets
