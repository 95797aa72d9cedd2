#pragma once

// FrameExport: pictures that belong together are written into a file that the person names, in the background, with words in the
// status line: the scenes of a window, the frames of an animation.

#include "app/export/export_settings.h"
#include "app/session/frame_job.h"

#include <QObject>

namespace app {

class MainWindow;

/// How frames look: as the settings of figures say, in no larger type than that of the window, where the scenes were kept. What
/// it had room for a page of a slide has, too.
widgets::FigureStyle frameStyle(const ExportSettings& settings);

class FrameExport : public QObject
{
    Q_OBJECT
public:
    /// What the pictures are; which file is offered first.
    enum class Kind
    {
        Pages,  // of anything: a PDF, a page a picture
        Moving, // one that changes, in one layout: a picture that moves
    };

    FrameExport(MainWindow& window, Kind kind);

    /// Asks for a file under this heading, then writes; nothing where the person gives up. With `hasNotes`, also for a web page
    /// with the notes.
    void ask(const QString& heading, bool hasNotes, const FrameJob::Plan& plan, int milliseconds);

    /// Into this file, as its ending says (app/export/frame_files.h); SVG and PNG are numbered but for a contact sheet, whose name
    /// ends in "-sheet". A picture that moves shows each for so long.
    void write(const QString& path, const FrameJob::Plan& plan, int milliseconds, bool withNotes = false);

    bool isBusy() const { return m_job.isBusy(); }

private:
    MainWindow& m_window;
    Kind m_kind;
    FrameJob m_job;
    QString m_folder; // of the last pictures
};

} // namespace app
