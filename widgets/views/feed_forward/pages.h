#pragma once

// The pages of the feed-forward (option "show"), and the options that they share. To add one: its file, its row in figure.cpp, its
// label in view.cpp.

#include "widgets/views/shared/figure_pages.h"

#include <QCoreApplication>

namespace widgets {

/// The translation context of the pages.
struct FeedForward
{
    Q_DECLARE_TR_FUNCTIONS(FeedForward)
};

extern const FigurePage feedForwardCurvePage;       // the activation with the numbers that it meets
extern const FigurePage feedForwardGatePage;        // gate × up, every neuron at every token a dot
extern const FigurePage feedForwardMapsPage;        // tokens × neurons
extern const FigurePage feedForwardNeuronPage;      // what one neuron reads and writes
extern const FigurePage feedForwardActivationsPage; // every activation on the same numbers
extern const FigurePage feedForwardWidthPage;       // why a gated layer is narrower

inline constexpr WordOption valuesOption{"values", {"layer", "neuron", "all"}};
inline constexpr WordOption orderOption{"order", {"token", "neuron", "size"}};
inline constexpr TextOption mapOption{"of"}; // "product", "pre", "gate", "up" or "out"; the first where none is said

/// Why B − A has no picture on a page that is about one layer; empty for every other side.
QString whyNoFeedForwardDifference(const FigureData& data);

} // namespace widgets
