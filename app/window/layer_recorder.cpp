#include "app/window/layer_recorder.h"

#include "core/run/fitting_record.h"
#include "widgets/panels/notification_bar.h"

#include <algorithm>
#include <ranges>

namespace app {

namespace {

/// Whether two runs have the same tensors.
bool isRecordedAlike(const widgets::RunResult& one, const widgets::RunResult& other)
{
    const std::vector<core::TraceEntry>&a = one.trace->entries(), &b = other.trace->entries();
    return one.setup && other.setup && one.setup->config == other.setup->config
        && std::ranges::equal(a, b, [](const core::TraceEntry& left, const core::TraceEntry& right) {
               return left.name() == right.name() && left.tensor.shape() == right.tensor.shape();
           });
}

} // namespace

LayerRecorder::LayerRecorder(Session& session, widgets::NotificationBar& notifications, QObject* parent)
    : QObject(parent)
    , m_session(session)
    , m_notifications(notifications)
{
    connect(&session, &Session::resultShown, this, &LayerRecorder::lookAtRun);
    connect(&session, &Session::slotChanged, this, &LayerRecorder::lookAtRun);
    connect(session.selection(), &widgets::SelectionModel::pinnedChanged, this, &LayerRecorder::lookAtLayer);
    connect(&session.runner(), &ForwardRunner::arrived, this, &LayerRecorder::take);
}

void LayerRecorder::lookAtRun()
{
    const widgets::RunPtr& run = m_session.run();
    if (run != m_shown) {
        m_shown.reset();
        if (run && m_whole && isRecordedAlike(*run, *m_whole))
            m_less = nullptr; // a model that learns: it lacks nothing either
        else
            m_less = run && run->setup && core::lacksLayer(*run->setup, *run->trace, 0) ? run : nullptr;
        m_whole = m_less ? nullptr : run;
    }
    if (!m_less)
        return;
    const core::Trace& trace = *m_less->trace;
    const auto isOfPattern = [&](core::Index layer) { return trace.find(core::blockName(layer, "attn.pattern")) != nullptr; };
    const bool hasPatterns = std::ranges::any_of(std::views::iota(core::Index(0), trace.layers()), isOfPattern);
    m_notifications.post(widgets::Severity::Info,
        hasPatterns ? tr("For everything there is no room: patterns and stream of all layers are recorded, the rest of the layer "
                         "that is looked at.")
                    : tr("For everything there is no room: the stream of all layers is recorded, the rest of the layer that is "
                         "looked at."));
    lookAtLayer();
}

void LayerRecorder::lookAtLayer()
{
    const widgets::RunPtr& run = m_session.run();
    const core::Index layer = m_session.selection()->pinned().layer;
    if (!m_less || m_session.isBusy() || (run != m_less && run != m_shown) || !core::lacksLayer(*run->setup, *run->trace, layer))
        return;
    widgets::Need need{.id = {m_less->trace, {}, "all of layer " + std::to_string(layer)}};
    need.compute = [less = m_less, layer, bytes = m_session.shownSlot().record.maxBytes](const core::RunControl& control) {
        widgets::RunResult more = *less;
        more.trace = core::withLayer(*less->setup, *less->trace, layer, bytes, control);
        return widgets::resultOfRun(std::make_shared<const widgets::RunResult>(std::move(more)));
    };
    m_asked = need.id;
    m_session.runner().ask(this, {need});
}

void LayerRecorder::take(const widgets::NeedResults& results)
{
    if (!m_less)
        return;
    if (const widgets::RunPtr more = results.run(m_asked)) {
        const widgets::RunPtr of = m_session.run();
        m_shown = more;
        m_session.runner().supplement(of, more);
    }
}

} // namespace app
