#include "app/command_line/command.h"

#include "app/base/languages.h"
#include "app/command_line/export_words.h"
#include "app/export/export_job.h"
#include "app/export/figure_file.h"
#include "app/runs/run_request.h"
#include "app/session/session_file.h"

#include "core/base/error.h"
#include "widgets/figure/compose.h"
#include "widgets/figure/page_words.h"
#include "widgets/plot/counting.h"

#include <QCoreApplication>
#include <QFileInfo>

namespace app {

namespace {

constexpr Option renderOptions[]
    = {{"-o", "FILE",
           QT_TRANSLATE_NOOP("commandLine", "the file to write: .svg, .pdf, .png, .csv, .npy, .safetensors, .json, .tex")},
        {"--dpi", "N", QT_TRANSLATE_NOOP("commandLine", "resolution of a PNG file, instead of the recipe's")}, languageOption,
        helpOption};

/// Of a session, the figure of the page that it has on screen.
FigureFile readDrawing(const std::string& path)
{
    if (!isSessionFile(path))
        return readFigureFile(path);
    FigureFile file;
    file.contents = readSessionFile(path);
    file.contents.style.language = currentLanguage();
    file.figure = widgets::findFigure(file.contents.figure);
    if (!file.figure)
        throw core::Error(
            {.file = path, .where = "figure", .problem = CUTAWAY_TR("the session does not say which figure it shows")});
    return file;
}

int runRender(const Arguments& arguments, const std::stop_token& stop)
{
    if (arguments.positionals().empty())
        throw core::Error({core::ErrorKind::Usage, {}, "render", CUTAWAY_TR("needs a recipe or a session to draw"), "RECIPE"});
    const QString path = QString::fromStdString(arguments.required("-o"));
    widgets::FigureFormat format = widgets::FigureFormat::Svg;
    if (!widgets::parseFormat(QFileInfo(path).suffix(), &format))
        throw core::Error({core::ErrorKind::Usage, {}, "-o", CUTAWAY_TR("no format has this extension"),
            "svg, pdf, png, csv, npy, safetensors, json, tex", path.toStdString()});
    FigureFile file = readDrawing(arguments.positionals()[0]);
    core::RunControl control;
    control.stop = stop;
    RunDesk desk;
    RecipeContents& contents = file.contents;
    computeRuns(desk, contents.request, contents.data, control);
    fulfilling(desk, contents.request, contents.data, control)(*file.figure, contents.data);
    const widgets::Counting counting(contents.countFrom);
    QString reason = widgets::whyNothing(*file.figure, contents.data);
    if (reason.isEmpty() && widgets::isPicture(format))
        reason = widgets::whyNoRoom(*file.figure, contents.data, contents.style);
    if (!reason.isEmpty())
        throw nothingToDraw(path, *file.figure, contents.data, reason);
    exportFigure(path, contents.inputs,
        {*file.figure, contents.data, contents.style, format,
            int(arguments.integer("--dpi", file.pngDpi, widgets::minPngDpi, widgets::maxPngDpi))});
    return Done;
}

} // namespace

extern const Command renderCommand;
const Command renderCommand{"render",
    QT_TRANSLATE_NOOP("commandLine", "draws a recipe, the recipe inside a figure, or what a session shows, into a file"),
    "RECIPE|FIGURE|SESSION -o FILE", "cutaway render fig-attention.json -o fig-attention.pdf", renderOptions, 1,
    [](const Arguments&) { return true; }, runRender};

} // namespace app
