#pragma once

// SceneGuide: the scenes of a window: what is on screen is kept as one, shown again from the panel, walked by the presenter, and
// all of them are written into files.

#include "app/session/frame_job.h"

#include <QList>
#include <QObject>

namespace app {

class FrameExport;
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

    /// The same, kept nowhere. REQUIRES: a page is on screen.
    PlannedStep onScreen() const;

    /// All of them into this file, as its ending says (app/export/frame_files.h); numbered for SVG and PNG. In the background,
    /// with words in the status line.
    void exportTo(const QString& path);
    bool isExporting() const;

    /// Whether a class may take them away.
    void setExportable(bool isExportable);

private:
    void connectPanel();
    void set(const QList<PlannedStep>& scenes);
    void refresh();
    void askForFile();
    FrameJob::Plan plan() const;

    MainWindow& m_window;
    ScenesPanel& m_panel;
    FrameExport* m_export;
    bool m_isExportable = true;
    int m_chosenBefore = -1; // presenting, which leaves all as it was
};

} // namespace app
