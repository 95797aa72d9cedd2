#pragma once

// The pages of the mixture figure (option "show"): each answers one question about the same router. To add one: its file, its
// line in mixture_figure.cpp, and its label in the switch of mixture_view.cpp.

#include "widgets/figure/figure.h"
#include "widgets/figure/panel_layout.h"

namespace widgets {

struct MixturePage
{
    const char* id;    // "token", value of the option "show"
    const char* title; // QT_TRANSLATE_NOOP("figures", …)
    void (*draw)(Plot& plot, const FigureData& data, const FigureStyle& style);
    QString (*subtitle)(const FigureData& data);
    QString (*caption)(const FigureData& data);
    QSizeF leastPanel = panelOfMap; // of a comparison, px of ordinary type: smaller it cannot be read
};

extern const MixturePage mixtureTokenPage;
extern const MixturePage mixtureMapPage; // "cells": gates, probs, logits
extern const MixturePage mixtureRoutePage;
extern const MixturePage mixtureLoadPage;
extern const MixturePage mixtureRoutingsPage;

/// The page that the option "show" names; the first one for anything else.
const MixturePage& mixturePageOf(const FigureData& data);

/// Other tokens by how much of their route they share with this one, most first: {token, share}. At most `most`.
std::vector<std::pair<int, double>> similarRoutes(const RunResult& run, int token, int most);

/// Tiles of the wall of layers: {rows, columns}.
std::pair<int, int> wallOfLayers(int layers);

} // namespace widgets
