#pragma once

// What the selected query takes from each token under several mixers, as lines below their maps.

#include "widgets/views/mixers/data.h"

#include <QColor>
#include <QString>

#include <vector>

namespace widgets {

class MapStage;

struct QueryLine
{
    QString name; // "Mamba"
    QColor color;
    const core::MixerMatrix* matrix; // of the tokens of the run that is drawn
};

/// Shares by magnitude: |weight| over the sum of the row; a row of nothing has no line.
void addQueryChart(MapStage& stage, const Drawing& drawing, const std::vector<QueryLine>& lines);

} // namespace widgets
