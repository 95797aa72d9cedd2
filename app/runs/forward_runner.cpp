#include "app/runs/forward_runner.h"

#include "app/runs/fitting_text.h"

#include "core/base/system_memory.h"

#include <QElapsedTimer>
#include <QMetaObject>

#include <new>

namespace app {

namespace {

constexpr std::size_t shareOfOne = 6; // of the machine's memory: one run of the window

/// Work that keeps the model opened last between requests.
ForwardRunner::Work deskWork()
{
    return [desk = std::make_shared<RunDesk>()](
               const RunRequest& request, const core::RunControl& control) { return desk->carryOut(request, control); };
}

} // namespace

ForwardRunner::ForwardRunner(QObject* parent)
    : ForwardRunner(deskWork(), parent)
{
}

ForwardRunner::ForwardRunner(Work work, QObject* parent)
    : QObject(parent)
    , m_work(std::move(work))
    , m_worker(std::make_unique<LatestWorker>())
{
}

ForwardRunner::~ForwardRunner()
{
    m_worker.reset(); // before the QObject that receives its answers is destroyed
}

RunOutcome ForwardRunner::outcomeOf(const SlotsRequest& request, const core::RunControl& control) const
{
    // Nothing but core::Stopped may leave this function: an exception would end the thread.
    RunOutcome outcome{nullptr, {}, request};
    try {
        widgets::RunPtr a = m_work(request.a, control);
        outcome.isOfB = request.b.has_value();
        if (request.b)
            outcome.b = m_work(*request.b, control);
        outcome.isOfB = false;
        outcome.result = std::move(a);
    } catch (const TextTooLong& error) {
        outcome.error = error.parts();
        outcome.tooLong = std::make_shared<const TextTooLong>(error);
    } catch (const core::Error& error) {
        outcome.error = error.parts();
    } catch (const std::bad_alloc&) {
        outcome.error.problem = CUTAWAY_TR("there is not enough memory");
    } catch (const core::Stopped&) {
        throw;
    } catch (const std::exception& error) {
        outcome.error.problem = CUTAWAY_TR("the pass failed");
        outcome.error.found = error.what();
    }
    return outcome;
}

void ForwardRunner::run(SlotsRequest request)
{
    const quint64 generation = ++m_generation;
    m_pending = true;
    // A and B, those on screen and those on their way, and the kinds that a picture compares are held at the same time.
    for (RunRequest* slot : {&request.a, request.b ? &*request.b : nullptr})
        if (slot && slot->record.maxBytes == 0)
            slot->record.maxBytes = core::systemMemoryBytes() / shareOfOne;
    m_worker->submit([this, generation, request = std::move(request)](const std::stop_token& stop) {
        QElapsedTimer sinceProgress;
        core::RunControl control;
        control.stop = stop;
        control.onProgress = [this, generation, &sinceProgress](double fraction, std::string_view) {
            if (sinceProgress.isValid() && sinceProgress.elapsed() < 33)
                return;
            sinceProgress.start();
            QMetaObject::invokeMethod(
                this,
                [this, generation, fraction] {
                    if (generation == m_generation && m_pending)
                        emit progressChanged(fraction);
                },
                Qt::QueuedConnection);
        };
        try {
            const RunOutcome outcome = outcomeOf(request, control);
            QMetaObject::invokeMethod(
                this, [this, generation, outcome] { deliver(generation, outcome); }, Qt::QueuedConnection);
            if (request.family.empty() || !outcome.result)
                return;
            const std::vector<widgets::KindRun> kinds = runKinds(
                request.a, outcome.result, request.family, [&](const RunRequest& kind) { return m_work(kind, control); });
            QMetaObject::invokeMethod(
                this,
                [this, generation, kinds] {
                    if (generation == m_generation)
                        emit kindsFinished(kinds);
                },
                Qt::QueuedConnection);
        } catch (const core::Stopped&) {
        }
    });
    emit started();
}

void ForwardRunner::stop()
{
    if (!m_pending)
        return;
    ++m_generation;
    m_pending = false;
    m_worker->stop();
    emit stopped();
}

bool ForwardRunner::isComputing() const { return m_pending || m_worker->isBusy(); }

void ForwardRunner::deliver(quint64 generation, const RunOutcome& outcome)
{
    if (generation != m_generation)
        return;
    m_pending = false;
    emit finished(outcome);
}

} // namespace app
