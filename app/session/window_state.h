#pragma once

// WindowState: everything of a window that undo restores: the requests of both slots, and how they are shown.

#include "app/runs/run_request.h"
#include "app/session/planned_steps.h"

#include <QList>
#include <QVariantMap>

#include <optional>

namespace app {

struct WindowState
{
    RunRequest a;
    std::optional<RunRequest> b = {};
    widgets::SlotMode mode = widgets::SlotMode::A;
    bool isLocked = true; // A and B share their scales
    QVariantMap whatIf = {}; // by page: numbers tried in its picture that the model does not have
    QList<PlannedStep> scenes = {}; // states kept with their notes (scenes.h)
    int edited = 0;       // the slot that text, choices and panels belong to: 0 = A, 1 = B

    RunRequest& slot() { return edited == 1 && b ? *b : a; }
    const RunRequest& slot() const { return edited == 1 && b ? *b : a; }
    bool operator==(const WindowState&) const = default;
};

/// What holds in a window unless the person says otherwise: a toggle brings the weights that were trained with it.
core::Choices windowChoices();

// Changes, each a state of its own.

/// B becomes what A is, and is edited; the two are side by side.
WindowState withB(WindowState state);
WindowState withoutB(WindowState state);
WindowState swapped(WindowState state); // REQUIRES: there is a B
WindowState withMode(WindowState state, widgets::SlotMode mode);

} // namespace app
