#pragma once

// FrameFiles: pictures that belong together in one order, the scenes of a session or the frames of an animation, as files:
// a page each of one PDF, numbered SVG or PNG files, a web page that needs nothing else, a moving picture, or a contact sheet.
// Pictures are taken one at a time, so that no more than one run is held.

#include "app/export/recipe.h"

#include "widgets/figure/word_room.h"

#include <QStringList>

#include <memory>

namespace app {

/// A picture with what is said of it.
struct FramePage
{
    QString title, notes;
    RecipeInputs inputs;
    const widgets::FigureInfo* figure = nullptr;
    widgets::FigureData data;
};

struct FrameSettings
{
    widgets::FigureStyle style; // of every page; where it is a file of its own, of the figure
    int pngDpi = widgets::ordinaryPngDpi;
    int movingDpi = 96;
    int milliseconds = 1500; // that a frame of a moving picture is shown
    bool hasNotes = false; // in the web page
    bool isSeries = false; // one picture that changes: all have one layout, style.room around it
    QString title = {}; // of the whole
};

/// Gives the words around the pictures of a series the room that they need on this page. Returns true where that is more than
/// before: pages that were drawn already are to be drawn again. REQUIRES: the thread of the interface.
bool growRoom(FrameSettings& settings, const FramePage& page);

class FrameFiles
{
public:
    /// `path` says by its ending what is written: ".pdf", ".html", ".svg" or ".png" with {frame} for the number, ".png" without it
    /// for a contact sheet, ".webp", ".gif". Throws core::Error{Usage} for any other.
    FrameFiles(const QString& path, const FrameSettings& settings, std::size_t count);
    ~FrameFiles();
    FrameFiles(FrameFiles&&) noexcept;

    /// The next picture. Throws core::Error{Output}. REQUIRES: the thread of the interface.
    void add(const FramePage& page);

    /// What was written, when all are there. Throws core::Error{Output}.
    QStringList finish();

    class Writer;

private:
    std::unique_ptr<Writer> m_writer;
};

/// What the ending of a path may be: ".pdf, .html, …".
QString frameEndings();

} // namespace app
