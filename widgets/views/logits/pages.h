#pragma once

// The pictures of logits, chosen by the option "show". To add one: a file with its FigurePage, and its place in kPages of
// figure.cpp.

#include "widgets/figure/options.h"
#include "widgets/views/shared/figure_pages.h"

#include <QCoreApplication>

namespace widgets {

/// What the page of z-loss adds to every logit.
inline constexpr NumberOption shiftOption{"shift", 0, 40};

/// What the page of the soft cap shows, and the cap that it tries where the run has none.
inline constexpr WordOption cappedOption{"of", {"logits", "scores"}};
inline constexpr NumberOption capOption{"cap", 1, 100};
inline constexpr double usualCap = 30, usualScoreCap = 50; // Gemma 2

/// A number that a person has set, without needless zeros.
inline QString settingWords(double value) { return QString::number(value, 'g', 4); }

struct LogitsWords
{
    Q_DECLARE_TR_FUNCTIONS(Logits)
};

extern const FigurePage zLossPage;
extern const FigurePage softCapPage;

} // namespace widgets
