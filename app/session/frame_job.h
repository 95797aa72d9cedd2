#pragma once

// FrameJob: draws planned steps into files in the background: runs on a thread of its own, one step after another, each drawn and let
// go before the next.

#include "app/base/latest_worker.h"
#include "app/export/frame_files.h"
#include "app/session/planned_steps.h"

#include "core/base/error.h"

#include <QList>
#include <QObject>

#include <functional>
#include <memory>
#include <vector>

namespace app {

/// What a step shows, computed: for any thread but that of the interface. A step without a figure shows `flow`. Throws
/// core::Error, core::Stopped.
FramePage computeFrame(const PlannedStep& step, RunDesk& desk, const core::RunControl& control);

class FrameJob : public QObject
{
    Q_OBJECT
public:
    /// The steps to draw; it may run models. On the thread of the job; throws core::Error, core::Stopped.
    using Plan = std::function<QList<PlannedStep>(RunDesk& desk, const core::RunControl& control)>;

    explicit FrameJob(QObject* parent = nullptr);
    ~FrameJob() override; // stops and waits

    /// Whatever was drawn before is given up.
    void start(Plan plan, const QStringList& paths, const FrameSettings& settings);
    void cancel();
    bool isBusy() const { return m_isBusy; }

signals:
    void progressed(int done, int total);
    void finished(const QStringList& files);
    void failed(const core::Error::Parts& error);

private:
    struct Work;
    void submit(std::function<void(const core::RunControl&)> work);
    void open(const QList<PlannedStep>& steps);
    void begin();
    void compute(qsizetype step);
    void draw(qsizetype step, const FramePage& page);
    void fail(const core::Error& error);

    QList<PlannedStep> m_steps;
    QStringList m_paths;
    FrameSettings m_settings;
    std::vector<FrameFiles> m_files;
    std::shared_ptr<RunDesk> m_desk; // used on the worker alone
    bool m_isBusy = false;
    int m_round = 0; // answers of an older one are dropped
    std::unique_ptr<LatestWorker> m_worker; // last
};

} // namespace app
