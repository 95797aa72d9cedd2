#pragma once

// HandoutJob: the sheet of a lesson, computed on a thread of its own and written when its runs are there.

#include "app/base/latest_worker.h"
#include "app/lessons/handout.h"

#include "core/base/error.h"

#include <QObject>

namespace app {

class HandoutJob : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;

    /// Stops one that is under way. The file is written at the end, or not at all.
    void start(const Lesson& lesson, const HandoutLook& look, const QString& path);

signals:
    void written(const QString& path);
    void failed(const core::Error::Parts& error);

private:
    void finish(const Lesson& lesson, const std::vector<HandoutStep>& steps, const HandoutLook& look, const QString& path);

    LatestWorker m_worker;
};

} // namespace app
