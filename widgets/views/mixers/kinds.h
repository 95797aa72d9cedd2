#pragma once

// All kinds of mixers on the same tokens: the run's own and its further runs, their matrices, and what their caches hold.

#include "core/analysis/cache_growth.h"
#include "widgets/views/mixers/data.h"

#include <string>
#include <vector>

namespace widgets {

struct MixerKind
{
    std::string kind; // "retention"
    bool isOwn = false;
    RunPtr run = nullptr; // null: refused
    QString why = {};
};

/// The kinds that are there, attention first.
std::vector<MixerKind> mixerKinds(const FigureData& data, const RunPtr& of);

/// Their further runs and then the matrices of all; each a part of the picture.
Needs mixerKindNeeds(const FigureData& data);

/// Their further runs and then their caches, measured while tokens are written.
Needs mixerGrowthNeeds(const FigureData& data);
const core::CacheGrowth* mixerGrowthOf(const FigureData& data, const RunPtr& run); // null: not there

/// Whether tokens can be written one by one.
bool canWrite(const RunResult& run);

/// A colour of its own for each kind, the same on every page.
QColor mixerColor(const std::string& kind, const FigureStyle& style);

/// The kinds that ran on weights which are not theirs.
std::vector<Caveat> kindsCaveats(const FigureData& data);

} // namespace widgets
