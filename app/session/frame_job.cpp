#include "app/session/frame_job.h"

#include "app/session/scenes.h"

#include <QMetaObject>

#include <utility>

namespace app {

FramePage computeFrame(const PlannedStep& step, RunDesk& desk, const core::RunControl& control)
{
    const RecipeContents& made = step.contents;
    const QString figure = made.figure.isEmpty() ? QStringLiteral("flow") : made.figure;
    FramePage page{step.title, step.notes, inputsOf(made.request), widgets::findFigure(figure), made.data};
    if (!page.figure)
        throw core::Error({.where = "figure", .problem = CUTAWAY_TR("unknown figure"), .found = figure.toStdString()});
    computeRuns(desk, made.request, page.data, control);
    fulfilling(desk, made.request, page.data, control)(*page.figure, page.data);
    return page;
}

FrameJob::FrameJob(QObject* parent)
    : QObject(parent)
    , m_worker(std::make_unique<LatestWorker>())
{
}

FrameJob::~FrameJob() = default;

void FrameJob::cancel()
{
    ++m_round;
    m_isBusy = false;
    m_worker->stop();
    m_files.clear();
}

void FrameJob::start(Plan plan, const QStringList& paths, const FrameSettings& settings)
{
    cancel();
    m_isBusy = true;
    m_paths = paths;
    m_settings = settings;
    m_desk = std::make_shared<RunDesk>();
    submit([this, plan = std::move(plan), desk = m_desk, round = m_round](const core::RunControl& control) {
        const QList<PlannedStep> steps = plan(*desk, control);
        QMetaObject::invokeMethod(this, [this, steps, round] {
            if (round == m_round)
                open(steps);
        });
    });
}

/// On the worker; what it throws ends the job.
void FrameJob::submit(std::function<void(const core::RunControl&)> work)
{
    m_worker->submit([this, work = std::move(work), round = m_round](const std::stop_token& stop) {
        core::RunControl control;
        control.stop = stop;
        try {
            work(control);
        } catch (const core::Stopped&) {
        } catch (const core::Error& error) {
            QMetaObject::invokeMethod(this, [this, error, round] {
                if (round == m_round)
                    fail(error);
            });
        }
    });
}

void FrameJob::open(const QList<PlannedStep>& steps)
{
    m_steps = steps;
    try {
        begin();
    } catch (const core::Error& error) {
        return fail(error);
    }
    emit progressed(0, int(steps.size()));
    compute(0);
}

/// Files without a picture. Throws core::Error{Usage}.
void FrameJob::begin()
{
    m_files.clear();
    for (const QString& path : std::as_const(m_paths))
        m_files.emplace_back(path, m_settings, std::size_t(m_steps.size()));
}

void FrameJob::compute(qsizetype step)
{
    submit([this, planned = m_steps[step], step, desk = m_desk, round = m_round](const core::RunControl& control) {
        const FramePage page = computeFrame(planned, *desk, control);
        QMetaObject::invokeMethod(this, [this, page, step, round] {
            if (round == m_round)
                draw(step, page);
        });
    });
}

void FrameJob::draw(qsizetype step, const FramePage& page)
{
    QStringList written;
    try {
        if (growRoom(m_settings, page)) {
            begin();
            if (step > 0)
                return compute(0);
        }
        for (FrameFiles& files : m_files)
            files.add(page);
        if (step + 1 == m_steps.size())
            for (FrameFiles& files : m_files)
                written << files.finish();
    } catch (const core::Error& error) {
        return fail(error);
    }
    emit progressed(int(step + 1), int(m_steps.size()));
    if (step + 1 < m_steps.size())
        return compute(step + 1);
    cancel();
    emit finished(written);
}

void FrameJob::fail(const core::Error& error)
{
    cancel();
    emit failed(error.parts());
}

} // namespace app
