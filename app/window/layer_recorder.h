#pragma once

// LayerRecorder: of a run for whose whole record there was no room (core/run/fitting_record.h) the layer that is looked at is
// recorded when it is looked at, by computing that layer alone.

#include "app/session/session.h"

#include "widgets/figure/needs.h"

namespace widgets {
class NotificationBar;
} // namespace widgets

namespace app {

class LayerRecorder : public QObject
{
    Q_OBJECT
public:
    LayerRecorder(Session& session, widgets::NotificationBar& notifications, QObject* parent);

private:
    void lookAtRun();
    void lookAtLayer();
    void take(const widgets::NeedResults& results);

    Session& m_session;
    widgets::NotificationBar& m_notifications;
    widgets::RunPtr m_less; // the run that recorded less, without any layer added; null: the run on screen recorded everything
    widgets::RunPtr m_shown; // the same with the layer that was added last; null: none was
    widgets::RunPtr m_whole; // the run on screen, where it recorded everything
    widgets::NeedId m_asked;
};

} // namespace app
