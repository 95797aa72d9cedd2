#pragma once

// PassedBack: interventions on the way back. Beside a tensor that interventions changed, a tape keeps what the pass had computed
// and, of each intervention, the share of each number that it let through: a gradient goes back through them as through a step of
// the model. What was replaced passes nothing, what was mixed by a strength the rest of it, a mean shares what it gains.
//
// A kind's backward() says through() for a tensor in place of BackScope::record(), which refuses one that was changed; what is
// differentiated by its own result reads computed() in place of BackScope::tape().

#include "core/layers/back_scope.h"

#include <string_view>

namespace core {

/// Whether interventions were in force at this tensor.
bool isChanged(const BackScope& scope, std::string_view name);

/// What the pass computed under this name, before interventions changed it.
const Tensor& computed(const BackScope& scope, std::string_view name);

/// What was read under a name that is recorded on request: `x`, unless an intervention changed it there.
const Tensor& read(const BackScope& scope, std::string_view name, const Tensor& x);

/// The gradient of a tensor is complete: kept where it is asked for, as by BackScope::record(). The gradient of what the pass
/// computed; the same numbers where nothing was changed.
Tensor through(const BackScope& scope, std::string_view name, const Tensor& gradient);

/// The same in place, of numbers that are overwritten next: what is kept is a copy.
void throughCopy(const BackScope& scope, std::string_view name, Tensor& gradient);

} // namespace core
