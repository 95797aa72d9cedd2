#pragma once

// The page of relative positions in words: names of terms and tables, its sentence, its caveats.

#include "widgets/views/positions/relative_runs.h"

namespace widgets {

/// "q · r: content with distance" of "bias_qr"; in a narrow place "q · r".
QString termName(const RelativeRun& shown, const std::string& term, bool isShort = false);

/// "aᴷ: added to keys" of "rel_k".
QString tableName(const std::string& table);

QString relativeSubtitle(const FigureData& data);
QString relativeCaption(const FigureData& data);
std::vector<Caveat> relativeCaveats(const FigureData& data);

} // namespace widgets
