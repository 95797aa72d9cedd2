#pragma once

// The pictures of the figure "rope", one for each value of its option "show". To add one: its file, its row in rope_figure.cpp.

#include "widgets/figure/figure_style.h"
#include "widgets/views/rope_head.h"

namespace widgets {

class GridAxisRect;

struct RopePicture
{
    const char* id;    // of the option "show"
    const char* title; // QT_TRANSLATE_NOOP("figures", …)
    void (*draw)(Plot& plot, const RopeHead& head, const FigureData& data, const FigureStyle& style);
    QString (*subtitle)(const RopeHead& head);
    QString (*caption)(const RopeHead& head, const FigureData& data);
    QString (*table)(const RopeHead& head, const FigureData& data);
    bool hasDifference = false; // can be drawn as B − A
    QSizeF leastPanel{150, 150}; // of a comparison, px of ordinary type: smaller it cannot be read
};

extern const RopePicture ropePlanePicture;    // pairs as planes, the score over distance, the angles
extern const RopePicture ropeAnglesPicture;   // angle of every pair at every position, and its wavelength
extern const RopePicture ropeRelativePicture; // R_i R_jᵀ = R_{i−j}, and the score when both move
extern const RopePicture ropePairingPicture;  // interleaved and half-split on the same vector
extern const RopePicture ropeDistancePicture; // score over distance: this pair of tokens, and the mean
extern const RopePicture ropeScalingPicture;  // every kind of scaling, with the trained length

/// The angle of every pair at positions 0 … as colours of −π … π: [position, pair].
Grid angleGrid(const RopeHead& head);

/// The map "angles" in a new grid rect at (row, column) of the panel; of the difference where that is drawn.
GridAxisRect* addAngleMap(
    Plot& plot, int row, int column, const RopeHead& head, const FigureData& data, const FigureStyle& style);

/// Px of ordinary type: a panel of a comparison that has room for one thing beside its words.
inline constexpr double narrowRope = 260;

/// The pairs that have a plane in this style, in the order of the cells of "planes".
std::vector<int> ropeShownPairs(const RopeHead& head, const FigureStyle& style);

/// Score of the chosen query and key at distances 0 …: times the scale of the scores.
QVector<double> scoreCurve(const RopeHead& head, const core::PairProducts& products);

/// “is” at 11.
QString tokenAt(const FigureData& data, int position);

/// "one turn in 78 tokens"; long ones in thousands.
QString turnLength(double wavelength);

} // namespace widgets
