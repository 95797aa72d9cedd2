#pragma once

// Measured token: a next token that is pointed at becomes what the pages with a metric measure (Circuits, Backward pass, Sweep),
// alone or as the one that is subtracted.

#include "app/session/window_state.h"

#include "widgets/run/run_result.h"

#include <QStringList>

#include <functional>

class QMenu;

namespace app {

/// Ids of the pages whose figures have a metric.
const QStringList& measuringPages();

/// The tokens that a person chose to be measured, as the commands have a metric; empty: none.
QString measuredIn(const WindowState& state);

/// With this metric on every page that measures.
WindowState withMeasured(WindowState state, const QString& metric);

/// "log p of “ Rome” at the end", and on which pages.
QString measuredWords(const QString& metric, const widgets::RunResult& run);

/// A token behind a position of a run.
struct NextToken
{
    int position = -1;
    core::TokenId id = -1;
};

/// Adds to a menu: the token alone, and the first token of `before` (a metric; else the likeliest one there) minus this one.
/// Nothing where the run has no such metric. `chosen` is called with the metric.
void addMeasures(QMenu& menu, const widgets::RunResult& run, const NextToken& token, const QString& before,
    const std::function<void(const QString& metric)>& chosen);

} // namespace app
