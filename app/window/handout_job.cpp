#include "app/window/handout_job.h"

#include <QMetaObject>

#include <memory>

namespace app {

void HandoutJob::start(const Lesson& lesson, const HandoutLook& look, const QString& path)
{
    m_worker.submit([this, lesson, look, path](const std::stop_token& stop) {
        try {
            core::RunControl control;
            control.stop = stop;
            const auto steps = std::make_shared<const std::vector<HandoutStep>>(computeHandout(lesson, control));
            QMetaObject::invokeMethod(
                this, [this, lesson, steps, look, path] { finish(lesson, *steps, look, path); }, Qt::QueuedConnection);
        } catch (const core::Error& error) {
            QMetaObject::invokeMethod(
                this, [this, parts = error.parts()] { emit failed(parts); }, Qt::QueuedConnection);
        } catch (const core::Stopped&) { // another one, or the end of the window
        }
    });
}

void HandoutJob::finish(const Lesson& lesson, const std::vector<HandoutStep>& steps, const HandoutLook& look, const QString& path)
{
    try {
        writeHandout(path, handoutPdf(lesson, steps, look));
        emit written(path);
    } catch (const core::Error& error) {
        emit failed(error.parts());
    }
}

} // namespace app
