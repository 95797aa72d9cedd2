#pragma once

// Intervened states: what pointing at a place does to a state. The lists are those of the requests (core/trace/intervention.h),
// so sessions, scenes and figures have them without more.

#include "app/session/window_state.h"

#include <vector>

namespace app {

/// The slot whose run pointing changes, 0 = A: B where there is one and A is untouched, whichever is edited, whatever else B
/// differs in; else the edited one.
int intervenedSlot(const WindowState& state);

/// What that slot asks for.
const RunRequest& intervenedRequest(const WindowState& state);

/// The state in which that slot is edited and seen; where nothing is compared B becomes A, which stays untouched.
WindowState withIntervenedSlot(WindowState state);

/// With these interventions, too, in that slot. One that replaces the numbers of a place comes in the stead of another that does; what
/// is added, and a factor, stand beside it.
WindowState withInterventions(WindowState state, const std::vector<core::Intervention>& added);

/// The same in the list of this slot, which is then edited. REQUIRES: there is one.
WindowState withInterventionsIn(WindowState state, int slot, const std::vector<core::Intervention>& added);

/// What is in force in a slot, 0 = A; empty without that slot.
const std::vector<core::Intervention>& listOf(const WindowState& state, int slot);

/// That slot has this list; which one is edited stays. REQUIRES: there is one.
WindowState withListOf(WindowState state, int slot, std::vector<core::Intervention> list);

/// Whether there is a B that differs from A in its interventions and in nothing else: then a text is of both.
bool differInInterventionsOnly(const WindowState& state);

/// "2 strength" or "2 number" when the lists differ in that of their third intervention alone; else empty.
std::string changedOfOne(const std::vector<core::Intervention>& before, const std::vector<core::Intervention>& after);

/// The request, whose run goes on without what does not fit: a window keeps it in its list and says why.
RunRequest skippingUnfit(RunRequest request);

} // namespace app
