#pragma once

// What the parts of attention are called where a model has two stacks, and whose tokens their rows and columns are.

#include "core/analysis/attention_masks.h"

#include <QStringList>

namespace widgets {

/// "encoder", "decoder", "decoder → source".
QString partText(core::AttentionPart part);

/// "encoder", "decoder": the stack whose tokens the queries are.
QString stackText(core::AttentionPart part);

/// Tokens of the rows (queries) or of the columns (keys).
QStringList partTokens(const core::Trace& trace, core::AttentionPart part, bool isQuery);

} // namespace widgets
