#pragma once

// Below the losses of longer texts, and on a page of their own: what the positions of each bundled model add to a score over the
// distance, as far again as its training saw.

#include "core/analysis/added_by_distance.h"
#include "widgets/views/positions/loss_lines.h"

class QCPLayoutGrid;

namespace widgets {

/// What a model of a line adds, in the selected layer.
struct AddedCell
{
    LossLine line;
    const core::AddedByDistance* added = nullptr;
    core::Index head = 0; // that stands out among its lines

    const std::vector<double>& shown() const { return added->lines[std::size_t(head)]; } // of that head, or the only one
};

/// Those of these lines that are there and add something, in the order of the page.
std::vector<AddedCell> addedCells(const FigureData& data, const std::vector<LossLine>& lines);

/// A part for each first seed.
void addAddedNeeds(Needs& needs, const FigureData& data);

/// "T5  bias of each head".
QString headingOf(const AddedCell& cell);

/// Charts with their headings, so many beside each other, the kinds of the slots in their pens.
void drawAddedCells(const Drawing& drawing, QCPLayoutGrid& in, const std::vector<AddedCell>& cells, std::size_t columns);

/// What the kinds add next to a token and at the last distance of the training, in a sentence.
QString addedSentence(const std::vector<AddedCell>& cells);

} // namespace widgets
