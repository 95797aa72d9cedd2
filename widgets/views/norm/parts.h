#pragma once

// The five pictures of the norm microscope, chosen by the option "show". Each is what a figure is; figure.cpp makes one of
// them. To add one: a file with its FigurePage, and its place in kPages there.

#include "core/analysis/norm_steps.h"
#include "core/analysis/stream_scale.h"
#include "widgets/figure/sides.h"
#include "widgets/views/shared/figure_pages.h"

#include <optional>

namespace widgets {

inline constexpr WordOption layoutOption{"layout", {"multiples", "overlay"}};
inline constexpr WordOption ofOption{"of", {"mean", "selected"}};
inline constexpr TextOption kindsOption{"kinds"}; // "pre,post,sandwich" or "all"; without it "normed": all but "none"
inline constexpr TextOption slotOption{"slot"};   // "ln1"; without it the first of the layer
inline constexpr WordOption statisticOption{"statistic", {"scale", "mean"}};
inline constexpr WordOption quadraticOption{"quadratic", {"layer", "textbook"}};
inline constexpr NumberOption rateOption{"rate", 0.05, 2.2};
inline constexpr NumberOption conditionOption{"condition", 1, 1000}; // of the textbook's
inline constexpr double ordinaryRate = 0.9, ordinaryCondition = 25;

/// The kinds of norm slots that the runs have.
FigureOptions slotOptions(const FigureData& data);

extern const FigurePage placementsPage; // options: layout, of, kinds
extern const FigurePage vectorPage;     // slot
extern const FigurePage axesPage;       // slot
extern const FigurePage statisticsPage; // statistic
extern const FigurePage descentPage;    // quadratic, rate, condition, slot

/// The runs of the family that this side compares: those of slot A where A is drawn alone; empty: none.
std::vector<KindRun> kindsOf(const FigureData& data, const Family& family);

/// FigurePage::needs of a picture that compares them.
Needs kindsNeeded(const FigureData& data, const Family& family);

struct NamedRun
{
    QString name;
    RunPtr run; // may be null
};

/// Whose weights these kinds of a family ran with, which A does not have.
std::vector<Caveat> caveatsOfKinds(const std::vector<NamedRun>& kinds);

/// The slot that the options and the selected layer mean, or the first of the layer, or the first; nothing without slots.
std::optional<core::NormSlot> chosenSlot(const RunResult& run, const FigureData& data);

/// A length as it is in a sentence and at a line's end: two decimals, powers of ten only where they are needed.
QString lengthText(double length);

/// "L3 ln1", "ln_final".
QString slotText(const core::NormSlot& slot);

/// Why there is no norm to look at; empty when there is one.
QString whyNoNorm(const FigureData& data);

/// Whether the model of a run, as far as that is known, normalises nothing.
bool hasNoNorm(const RunResult& run);

/// Rows of a map of the stream: whole depths, the deepest on top, the embedding at the bottom.
core::Index depthRows(const RunResult& run);
int layerOfRow(const RunResult& run, int row);
int rowOfLayer(const RunResult& run, int layer); // after the block

/// The panels that one picture of both slots is split into: the side itself, or A and B.
std::vector<Side> mapSides(const FigureData& data);

} // namespace widgets
