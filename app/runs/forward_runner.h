#pragma once

// ForwardRunner: passes on one long-lived compute thread; the newest request wins and nothing blocks the caller. After them, on
// the same thread, what pictures need besides (widgets/figure/needs.h).

#include "app/base/latest_worker.h"
#include "app/runs/run_request.h"

#include "widgets/figure/need_store.h"

#include <QObject>

#include <array>
#include <atomic>
#include <functional>
#include <memory>
#include <set>

namespace app {

class GrowingRun;
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
    widgets::NeedResults results = {};   // the scores of the heads, where they were wanted
};

/// All signals arrive on the thread that owns the runner.
class ForwardRunner : public QObject
{
    Q_OBJECT
public:
    /// What is done with the request of a slot, and told as soon as its model is open; the default is that of a RunDesk. Called
    /// on the compute thread.
    using Work = std::function<widgets::RunPtr(const RunRequest&, const core::RunControl&, const RunNews&)>;

    explicit ForwardRunner(QObject* parent = nullptr);
    explicit ForwardRunner(Work work, QObject* parent = nullptr);
    ~ForwardRunner() override; // stops the running pass and waits for it

    /// Stops what runs, needs too; of several requests made in a row only the last is answered, by finished().
    void run(SlotsRequest request);

    /// What `who` needs of the runs that were answered last, in place of what it asked for before; nothing: it needs no more.
    /// Each result comes by arrived(), in this order. Nothing is computed twice, and all of it stops with the next request.
    void ask(const QObject* who, widgets::Needs needs);

    /// A run with more of it recorded, in place of one that was answered last: answered once more, by finished(), unless a
    /// request is computed.
    void supplement(const widgets::RunPtr& of, const widgets::RunPtr& more);

    /// What runs may have of the memory together; 0, as at first: that of the machine. Of what is asked from now on.
    void setMemory(std::size_t bytes) { m_memory = bytes; }

    /// Stops what runs and answers nothing, but for stopped() or needsStopped().
    void stop();

    /// Of the request that is computed, and of its slot B: the model with its choices, once it is open; null before and after.
    const core::SetupPtr& configured(bool isOfB) const { return m_configured[isOfB]; }

    /// What was computed for pictures.
    widgets::NeedStore& store() { return *m_store; }

    /// A request has not been answered yet.
    bool isBusy() const { return m_pending; }

    /// A request, or what a picture needs, is still computed.
    bool isComputing() const;
    bool areNeedsComputed() const { return !m_computed.empty(); }

signals:
    void started();
    void planned(const app::RunMemory& memory); // of a pass that begins, where it should be known (largeMemoryOf)
    void configuredChanged(); // what configured() says: a model is open, its pass begins
    void grew(const widgets::RunPtr& a, const widgets::RunPtr& b); // of a request that takes its time: the layers that are there;
                                                                   // what their picture needs of them may be asked for
    void progressChanged(double fraction); // 0..1, at most about 30 times a second
    void finished(const app::RunOutcome& outcome);
    void stopped();
    void needsStarted();
    void arrived(const widgets::NeedResults& results, bool isLast);
    void needsStopped();

private:
    struct Answering
    {
        quint64 generation;
        std::shared_ptr<GrowingRun> growing;
    };
    RunOutcome outcomeOf(const SlotsRequest& request, const core::RunControl& control, const Answering& answering);
    widgets::RunPtr carryOut(const RunRequest& request, bool isOfB, const core::RunControl& control, const Answering& answering);
    widgets::RunPtr carryOutFitting(const RunRequest& request, const core::RunControl& control, RunNews news);
    widgets::RunPtr beginningOf(const RunRequest& request, const core::RunControl& control);
    std::shared_ptr<GrowingRun> growingRun(quint64 generation);
    void deliver(quint64 generation, const RunOutcome& outcome);
    void addHeads(RunOutcome& outcome, const core::RunControl& control) const;
    void dropNeeds();
    void startNeeds();
    void computeNeeds(const widgets::Needs& needs, const AnsweredSlots& answered, const core::RunControl& control, quint64 round);
    core::RunControl watched(const std::stop_token& stop, const std::function<bool()>& isCurrent);

    struct Asked
    {
        const QObject* who;
        widgets::Needs needs;
    };

    Work m_work;
    std::array<core::SetupPtr, 2> m_configured;
    std::shared_ptr<widgets::NeedStore> m_store;
    std::shared_ptr<GrowingRun> m_growing; // of the newest request, while it is computed
    AnsweredSlots m_answered; // the runs that were delivered last
    std::vector<Asked> m_asked;
    std::set<widgets::NeedId> m_computed; // on their way
    quint64 m_needsRound = 0; // of the needs on their way; older results are dropped
    quint64 m_generation = 0; // of the newest request; older answers are dropped
    bool m_pending = false;
    std::size_t m_memory = 0;
    std::unique_ptr<LatestWorker> m_worker;
};

} // namespace app
