#include "app/runs/forward_runner.h"

#include "app/runs/fitting_text.h"
#include "app/runs/growing_run.h"
#include "app/runs/live_models.h"

#include "core/base/one_thread.h"
#include "core/base/system_memory.h"
#include "core/run/fitting_record.h"
#include "core/trace/weight_place.h"
#include "widgets/views/shared/head_scores.h"
#include "widgets/views/training/data.h"

#include <QElapsedTimer>
#include <QMetaObject>

#include <algorithm>
#include <new>
#include <optional>
#include <stop_token>
#include <utility>

namespace app {

namespace {

constexpr std::size_t shareOfOne = 6; // of the machine's memory: one run of the window, or all that pictures need
constexpr qint64 betweenResultsMs = 60; // of parts of a picture

/// How a model that is being trained came to where it is: no file has that.
void keepTraining(widgets::NeedStore& store, const RunRequest& request, const widgets::RunPtr& run)
{
    if (const std::shared_ptr<const LiveModel> live = liveModel(request.model); live && run)
        widgets::keepHistory(store, run, live->history);
}

/// While a model learns, what is computed of it leaves the other threads to its training: a step of that would begin on one of them
/// where a pass has them for a moment.
class BesideTraining
{
public:
    explicit BesideTraining(const RunRequest& request)
    {
        if (const std::shared_ptr<const LiveModel> live = liveModel(request.model); live && !live->memory)
            m_alone.emplace();
    }

private:
    std::optional<core::OneThread> m_alone;
};

} // namespace

ForwardRunner::ForwardRunner(QObject* parent)
    : ForwardRunner(
        [desk = std::make_shared<RunDesk>()](const RunRequest& request, const core::RunControl& control, const RunNews& news) {
            return desk->carryOut(request, control, news);
        }, // which keeps the models opened last
        parent)
{
}

ForwardRunner::ForwardRunner(Work work, QObject* parent)
    : QObject(parent)
    , m_work(std::move(work))
    , m_store(std::make_shared<widgets::NeedStore>(core::systemMemoryBytes() / shareOfOne))
    , m_worker(std::make_unique<LatestWorker>())
{
}

ForwardRunner::~ForwardRunner()
{
    m_worker.reset(); // before the QObject that receives its answers is destroyed
}

/// The pass of a slot. Its model is told of as soon as it is open.
widgets::RunPtr ForwardRunner::carryOut(
    const RunRequest& request, bool isOfB, const core::RunControl& control, const Answering& answering)
{
    RunNews news;
    news.onConfigured = [isOfB, this, generation = answering.generation](const core::SetupPtr& setup) {
        const auto take = [=, this] {
            if (generation != m_generation || !m_pending)
                return;
            m_configured[isOfB] = setup;
            emit configuredChanged();
        };
        QMetaObject::invokeMethod(this, take, Qt::QueuedConnection);
    };
    news.onPlanned = [this, generation = answering.generation](const RunMemory& memory) {
        const auto take = [=, this] {
            if (generation == m_generation && m_pending)
                emit planned(memory);
        };
        QMetaObject::invokeMethod(this, take, Qt::QueuedConnection);
    };
    news.onLayer = [&](const std::function<widgets::RunPtr()>& soFar) { answering.growing->layerDone(soFar, control); };
    return carryOutFitting(request, control, std::move(news));
}

/// With less recorded where everything has no room.
widgets::RunPtr ForwardRunner::carryOutFitting(const RunRequest& request, const core::RunControl& control, RunNews news)
{
    core::SetupPtr open;
    news.onConfigured = [&open, tell = std::move(news.onConfigured)](const core::SetupPtr& setup) {
        open = setup;
        if (tell)
            tell(setup);
    };
    try {
        return m_work(request, control, news);
    } catch (const TextTooLong& error) {
        const auto less = open && !open->config.hasEncoder()
            ? core::fittingRecord(*open, error.tokens(), error.tokens(), request.record)
            : std::nullopt;
        if (!less)
            throw;
        RunRequest fitting = request;
        fitting.record = *less;
        return m_work(fitting, control, news);
    }
}

/// What is known of a slot before its turn: its run where it is answered already, else its first layers. Null where it has none
/// alone, or would be refused, which is said in its turn.
widgets::RunPtr ForwardRunner::beginningOf(const RunRequest& request, const core::RunControl& control)
{
    if (std::ranges::any_of(request.record.interventions, core::isOfWeight))
        return nullptr; // its pass tells of no layer
    std::stop_source enough;
    const std::stop_callback stopsBoth(control.stop, [&enough] { enough.request_stop(); });
    core::RunControl ofBeginning;
    ofBeginning.stop = enough.get_token();
    widgets::RunPtr part;
    RunNews news;
    news.onLayer = [&](const std::function<widgets::RunPtr()>& soFar) {
        if (!part)
            part = soFar();
        enough.request_stop();
    };
    try {
        return carryOutFitting(request, ofBeginning, std::move(news));
    } catch (const core::Stopped&) {
        return part;
    } catch (const std::exception&) {
        return nullptr;
    }
}

/// What it hands out arrives here while the request is the newest.
std::shared_ptr<GrowingRun> ForwardRunner::growingRun(quint64 generation)
{
    const auto arrive = [this, generation](auto take) {
        QMetaObject::invokeMethod(
            this,
            [this, generation, take] {
                if (generation == m_generation && m_growing)
                    take();
            },
            Qt::QueuedConnection);
    };
    GrowingRun::Out out;
    out.onPart = [this, arrive](const widgets::RunPtr& a, const widgets::RunPtr& b) {
        arrive([this, a, b] {
            emit grew(a, b);
            if (m_growing) // it was not stopped meanwhile
                m_growing->shown();
        });
    };
    out.onResults
        = [this, arrive](const widgets::NeedResults& results) { arrive([this, results] { emit arrived(results, false); }); };
    return std::make_shared<GrowingRun>(m_store, std::move(out));
}

RunOutcome ForwardRunner::outcomeOf(const SlotsRequest& request, const core::RunControl& control, const Answering& answering)
{
    // Nothing but core::Stopped may leave this function: an exception would end the thread.
    RunOutcome outcome{nullptr, {}, request};
    try {
        answering.growing->beginSlot(false, [&] { return request.b ? beginningOf(*request.b, control) : nullptr; });
        widgets::RunPtr a = carryOut(request.a, false, control, answering);
        keepTraining(*m_store, request.a, a);
        outcome.isOfB = request.b.has_value();
        answering.growing->beginSlot(true, [a] { return a; });
        if (request.b)
            outcome.b = carryOut(*request.b, true, control, answering);
        if (request.b)
            keepTraining(*m_store, *request.b, outcome.b);
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

/// What is watched says how far it is, at most about 30 times a second, while it is what was asked for last.
core::RunControl ForwardRunner::watched(const std::stop_token& stop, const std::function<bool()>& isCurrent)
{
    core::RunControl control;
    control.stop = stop;
    control.onProgress = [this, isCurrent, sinceProgress = std::make_shared<QElapsedTimer>()](double fraction, std::string_view) {
        if (sinceProgress->isValid() && sinceProgress->elapsed() < 33)
            return;
        sinceProgress->start();
        QMetaObject::invokeMethod(
            this,
            [this, fraction, isCurrent] {
                if (isCurrent())
                    emit progressChanged(fraction);
            },
            Qt::QueuedConnection);
    };
    return control;
}

void ForwardRunner::run(SlotsRequest request)
{
    const quint64 generation = ++m_generation;
    m_pending = true;
    m_configured = {};
    dropNeeds();
    // A and B, those on screen and those on their way, and what pictures need are held at the same time.
    const std::size_t all = core::systemMemoryBytes(), memory = m_memory > 0 ? std::min(m_memory, all) : all;
    for (RunRequest* slot : {&request.a, request.b ? &*request.b : nullptr})
        if (slot && slot->record.maxBytes == 0)
            slot->record.maxBytes = memory / shareOfOne;
    m_growing = growingRun(generation);
    const Answering answering{generation, m_growing};
    m_worker->submit([this, generation, answering, request = std::move(request)](const std::stop_token& stop) {
        const core::RunControl control = watched(stop, [this, generation] { return generation == m_generation && m_pending; });
        const BesideTraining polite(request.a);
        try {
            RunOutcome outcome = outcomeOf(request, control, answering);
            if (request.wantsHeads)
                addHeads(outcome, control);
            QMetaObject::invokeMethod(
                this, [this, generation, outcome] { deliver(generation, outcome); }, Qt::QueuedConnection);
        } catch (const core::Stopped&) {
        }
    });
    emit started();
}

void ForwardRunner::addHeads(RunOutcome& outcome, const core::RunControl& control) const
{
    for (const widgets::RunPtr& run : {outcome.result, outcome.b})
        if (run && run->setup && run->setup->model->trained) {
            const widgets::Need need = widgets::scoredHeadsNeed(run);
            outcome.results.add(need.id, widgets::keptOrCarriedOut(*m_store, need, 1, {}, control));
        }
}

void ForwardRunner::dropNeeds()
{
    ++m_needsRound;
    m_computed.clear();
    m_asked.clear();
}

void ForwardRunner::ask(const QObject* who, widgets::Needs needs)
{
    std::erase_if(m_asked, [who](const Asked& asked) { return asked.who == who; });
    if (m_pending && m_growing)
        m_growing->ask(needs);
    if (!needs.empty())
        m_asked.push_back({who, std::move(needs)});
    if (!m_pending) // else the views ask again when its answer is there
        startNeeds();
}

void ForwardRunner::startNeeds()
{
    widgets::Needs needs;
    std::set<widgets::NeedId> ids;
    for (const bool arePart : {false, true})
        for (const Asked& asked : m_asked)
            for (const widgets::Need& need : asked.needs)
                if (need.isPart == arePart && ids.insert(need.id).second)
                    needs.push_back(need);
    if (needs.empty() || std::includes(m_computed.begin(), m_computed.end(), ids.begin(), ids.end()))
        return;
    m_computed = std::move(ids);
    const quint64 round = ++m_needsRound;
    m_worker->submit([this, needs, round, answered = m_answered](const std::stop_token& stop) {
        const BesideTraining polite(answered.request.a);
        try {
            computeNeeds(needs, answered, watched(stop, [this, round] { return round == m_needsRound; }), round);
        } catch (const core::Stopped&) {
        }
    });
    emit needsStarted();
}

/// On the compute thread.
void ForwardRunner::computeNeeds(
    const widgets::Needs& needs, const AnsweredSlots& answered, const core::RunControl& control, quint64 round)
{
    const auto share = std::size_t(std::ranges::count_if(needs, [](const widgets::Need& need) { return need.run.has_value(); }));
    const widgets::CarryOut carryOut = carryOutOf(
        answered, [this](const RunRequest& request, const core::RunControl& ofRun) { return m_work(request, ofRun, {}); });
    widgets::NeedResults batch;
    QElapsedTimer sinceBatch;
    sinceBatch.start();
    for (std::size_t i = 0; i < needs.size(); ++i) {
        control.check();
        core::RunControl ofOne = control; // its progress is a part of all
        ofOne.onProgress = [&](double fraction, std::string_view stage) {
            control.progress((double(i) + fraction) / double(needs.size()), stage);
        };
        batch.add(needs[i].id, widgets::keptOrCarriedOut(*m_store, needs[i], share, carryOut, ofOne));
        const bool isLast = i + 1 == needs.size();
        const bool isPictureReady = !needs[i].isPart && !isLast && needs[i + 1].isPart;
        if (!isLast && !isPictureReady && (!needs[i].isPart || sinceBatch.elapsed() < betweenResultsMs))
            continue;
        QMetaObject::invokeMethod(
            this,
            [this, round, isLast, results = std::exchange(batch, {})] {
                if (round != m_needsRound)
                    return;
                if (isLast) {
                    m_computed.clear();
                    m_asked.clear();
                }
                emit arrived(results, isLast);
            },
            Qt::QueuedConnection);
        sinceBatch.restart();
    }
}

void ForwardRunner::supplement(const widgets::RunPtr& of, const widgets::RunPtr& more)
{
    if (m_pending || (of != m_answered.a && of != m_answered.b))
        return;
    (of == m_answered.a ? m_answered.a : m_answered.b) = more;
    emit finished({.result = m_answered.a, .error = {}, .request = m_answered.request, .b = m_answered.b});
}

void ForwardRunner::stop()
{
    if (m_pending) {
        ++m_generation;
        m_pending = false;
        m_configured = {};
        m_growing.reset();
        m_worker->stop();
        emit stopped();
    } else if (!m_computed.empty()) {
        dropNeeds();
        m_worker->stop();
        emit needsStopped();
    }
}

bool ForwardRunner::isComputing() const { return m_pending || !m_computed.empty() || m_worker->isBusy(); }

void ForwardRunner::deliver(quint64 generation, const RunOutcome& outcome)
{
    if (generation != m_generation)
        return;
    m_pending = false;
    m_configured = {};
    m_growing.reset();
    if (outcome.result)
        m_answered = {outcome.request, outcome.result, outcome.b};
    emit finished(outcome);
}

} // namespace app
