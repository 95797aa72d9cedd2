#pragma once

// StepPicture: a small picture of a planned step, computed in the background: what a lecturer sees of the next one.

#include "app/session/frame_job.h"

#include <QImage>

namespace app {

class StepPicture : public QObject
{
    Q_OBJECT
public:
    explicit StepPicture(QObject* parent = nullptr);
    ~StepPicture() override;

    /// Instead of any other that is on its way.
    void request(const PlannedStep& step);
    void cancel();

signals:
    void ready(const QImage& picture); // of the step requested last; none comes where it cannot be drawn

private:
    int m_round = 0;
    std::shared_ptr<RunDesk> m_desk; // used on the worker alone
    std::unique_ptr<LatestWorker> m_worker; // last
};

} // namespace app
