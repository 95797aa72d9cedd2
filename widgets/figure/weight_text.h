#pragma once

// Weight text: what a weight is called: "W_Q" of "attn.q".

#include <QString>

#include <string>
#include <string_view>

namespace widgets {

/// Of a matrix by its name within a block, "attn.q", or in no block, "embed"; one without a sign of its own keeps its name.
QString matrixText(const std::string& name);

/// "L3 W_Q" of "blocks.3.attn.q.weight"; a pattern stays as it is.
QString weightText(std::string_view weight);

} // namespace widgets
