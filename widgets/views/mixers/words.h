#pragma once

// Mixers in words: their names, the head or channel that is looked at, whose weights a further run has.

#include "widgets/figure/figure.h"

#include <QCoreApplication>
#include <QString>

#include <string>

namespace widgets {

struct Mixers
{
    Q_DECLARE_TR_FUNCTIONS(Mixers)
};

/// "Selective state space" of "selective_ssm", as the choices have it.
QString mixerName(const std::string& kind);

/// "Mamba": the model that brought the kind, for maps and lines without much room; that of the kind where it has none.
QString shortMixerName(const std::string& kind);

/// "layer 2, head 1", "layer 0, mean over 128 channels".
QString mixerPlaceText(const RunResult& run, const FigureData& data, bool ofOne = false);

/// Where A and B are shown, "A: " before what is said of this run; else nothing.
QString slotPrefix(const FigureData& data, const RunPtr& run);

/// The chip that runs with other mixers have no trained weights of their own; none where the run's own are seeded as well.
std::vector<Caveat> seededMixers(const RunResult& own, const QStringList& names);

} // namespace widgets
