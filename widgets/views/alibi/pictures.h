#pragma once

// The four pictures of the ALiBi room (option "show"): penalty, beyond, order, terms. figure.cpp chooses among them.

#include "widgets/views/shared/figure_pages.h"

#include <QCoreApplication>

namespace widgets {

/// The translation context of the room.
struct Alibi
{
    Q_DECLARE_TR_FUNCTIONS(Alibi)
};

extern const FigurePage alibiPenaltyPage; // the slopes and the four stages of a head
extern const FigurePage alibiBeyondPage;  // beyond the prompt and the trained length
extern const FigurePage alibiOrderPage;   // a token moved elsewhere, with and without positions
extern const FigurePage alibiTermsPage;   // the four terms of added positions

/// The longest text that is drawn beyond the prompt, tokens.
inline constexpr int longestAlibiText = 16'384;
inline constexpr WholeOption textLengthOption{"length", 2, longestAlibiText};

/// Where the page looks: the selected layer and head; the terms are those of layer 0, whichever is selected.
Selection alibiPlace(const FigureData& data);

/// FigurePage::caveats: ALiBi where the model has another position encoding: run on its weights, or its slopes alone.
std::vector<Caveat> alibiInstead(const FigureData& data);
std::vector<Caveat> slopesInstead(const FigureData& data);

} // namespace widgets
