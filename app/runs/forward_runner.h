#pragma once

// ForwardRunner: passes on one long-lived compute thread; the newest request wins and nothing blocks the caller.

#include "app/base/latest_worker.h"
#include "app/runs/run_request.h"

#include <QObject>

#include <atomic>
#include <functional>
#include <memory>

namespace app {

class TextTooLong;

/// How a request ended: a result or an error. Stopped requests report nothing.
struct RunOutcome
{
    widgets::RunPtr result;              // of slot A; null when a slot failed
    core::Error::Parts error;            // of a failure
    SlotsRequest request;                // what was asked
    widgets::RunPtr b = nullptr;         // of slot B; null without one
    bool isOfB = false;                  // what failed
    std::shared_ptr<const TextTooLong> tooLong = nullptr; // when that is what failed
};

/// All signals arrive on the thread that owns the runner.
class ForwardRunner : public QObject
{
    Q_OBJECT
public:
    /// What is done with the request of a slot; the default is RunDesk::carryOut. Called on the compute thread.
    using Work = std::function<widgets::RunPtr(const RunRequest&, const core::RunControl&)>;

    explicit ForwardRunner(QObject* parent = nullptr);
    explicit ForwardRunner(Work work, QObject* parent = nullptr);
    ~ForwardRunner() override; // stops the running pass and waits for it

    /// Stops what runs; of several requests made in a row only the last is answered: by finished() when A and B are there,
    /// then by kindsFinished() when it names a family.
    void run(SlotsRequest request);

    /// Stops what runs and answers nothing, but for stopped().
    void stop();

    /// A request has not been answered yet.
    bool isBusy() const { return m_pending; }

    /// A request, or the kinds that belong to it, are still computed.
    bool isComputing() const;

signals:
    void started();
    void progressChanged(double fraction); // 0..1, at most about 30 times a second
    void finished(const app::RunOutcome& outcome);
    void kindsFinished(const std::vector<widgets::KindRun>& kinds);
    void stopped();

private:
    RunOutcome outcomeOf(const SlotsRequest& request, const core::RunControl& control) const;
    void deliver(quint64 generation, const RunOutcome& outcome);

    Work m_work;
    quint64 m_generation = 0; // of the newest request; older answers are dropped
    bool m_pending = false;
    std::unique_ptr<LatestWorker> m_worker;
};

} // namespace app
