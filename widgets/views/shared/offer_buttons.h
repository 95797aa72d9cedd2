#pragma once

// Offer buttons: the ways out of an empty page, side by side.

#include "widgets/figure/figure.h"

#include <vector>

class QHBoxLayout;
class QPushButton;

namespace widgets {

/// The row of `first` and of what showOffers() puts beside it; the caller adds it to a layout.
QHBoxLayout* makeOfferRow(QPushButton* first);

/// A button for each but `first`, which its owner shows and names, as it may be another way out. Any that is clicked clicks
/// `first`.
void showOffers(QPushButton* first, const std::vector<ChoiceOffer>& offers);

/// The offer whose button was clicked, while `first` is; without a key when there is none.
ChoiceOffer takenOffer(const QPushButton& first, const std::vector<ChoiceOffer>& offers);

} // namespace widgets
