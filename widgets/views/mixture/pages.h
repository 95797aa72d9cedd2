#pragma once

// The pages of the mixture figure (option "show"): each answers one question about the same router. To add one: its file, its
// line in figure.cpp, and its label in the switch of view.cpp.

#include "widgets/views/shared/figure_pages.h"

namespace widgets {

extern const FigurePage mixtureTokenPage;
extern const FigurePage mixtureMapPage; // "cells": gates, probs, logits
extern const FigurePage mixtureRoutePage;
extern const FigurePage mixtureLoadPage;
extern const FigurePage mixtureRoutingsPage;

/// Other tokens by how much of their route they share with this one, most first: {token, share}. At most `most`.
std::vector<std::pair<int, double>> similarRoutes(const RunResult& run, int token, int most);

/// Tiles of the wall of layers: {rows, columns}.
std::pair<int, int> wallOfLayers(int layers);

/// The layer of a place on it: from left to right, and line by line upwards. May be one that the model does not have.
inline int layerOnWall(std::pair<int, int> wall, int row, int column) { return (wall.first - 1 - row) * wall.second + column; }

/// The layers that have a mixture, as the rows of a map: the last on top.
std::vector<int> mixtureRows(const RunResult& run);

} // namespace widgets
