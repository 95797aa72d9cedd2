#pragma once

// SceneGuide: the scenes of a window: what is on screen is kept as one, shown again from the panel, walked by the presenter, and
// all of them are written into files.

#include "app/session/planned_steps.h"

#include <QList>
#include <QObject>

namespace app {

class FrameJob;
class MainWindow;
class ScenesPanel;

class SceneGuide : public QObject
{
    Q_OBJECT
public:
    /// `panel` shows them. Both outlive it; the window has all its parts.
    SceneGuide(MainWindow& window, ScenesPanel& panel);

    /// What is on screen becomes a scene behind the chosen one; nothing before the first run.
    void keep();

    /// All of them into this file, as its ending says (app/export/frame_files.h); numbered for SVG and PNG. In the background,
    /// with words in the status line.
    void exportTo(const QString& path);
    bool isExporting() const;

    /// Whether a class may take them away.
    void setExportable(bool isExportable);

private:
    void connectPanel(), connectJob();
    PlannedStep onScreen() const;
    void set(const QList<PlannedStep>& scenes);
    void refresh();
    void askForFile();

    MainWindow& m_window;
    ScenesPanel& m_panel;
    FrameJob* m_job; // draws them into files
    bool m_isExportable = true;
};

} // namespace app
