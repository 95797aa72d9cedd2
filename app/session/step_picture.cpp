#include "app/session/step_picture.h"

#include "app/export/export_settings.h"

#include <QMetaObject>

namespace app {

namespace {

constexpr double dpi = 48; // of a slide: half of its pixels

} // namespace

StepPicture::StepPicture(QObject* parent)
    : QObject(parent)
    , m_desk(std::make_shared<RunDesk>())
    , m_worker(std::make_unique<LatestWorker>())
{
}

StepPicture::~StepPicture() = default;

void StepPicture::cancel()
{
    ++m_round;
    m_worker->stop();
}

void StepPicture::request(const PlannedStep& step)
{
    cancel();
    m_worker->submit([this, step, desk = m_desk, round = m_round](const std::stop_token& stop) {
        core::RunControl control;
        control.stop = stop;
        try {
            const FramePage page = computeFrame(step, *desk, control);
            QMetaObject::invokeMethod(this, [this, page, round] {
                if (round == m_round)
                    emit ready(widgets::figureImage(*page.figure, page.data, ExportSettings().style(), dpi));
            });
        } catch (const core::Stopped&) {
        } catch (const core::Error&) { // said when the step is shown
        }
    });
}

} // namespace app
