#include "app/command_line/command.h"

#include "app/export/figure_file.h"
#include "app/runs/run_request.h"

#include "widgets/plot/counting.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QImage>
#include <QRegularExpression>

#include <cmath>
#include <cstdlib>

namespace app {

namespace {

constexpr Option verifyOptions[] = {languageOption, helpOption};

constexpr int pixelTolerance = 3; // levels of 255: another processor may round a number to the next colour of the map

/// The only part of a file that differs from one time to the next.
QByteArray withoutDates(const QByteArray& bytes)
{
    static const QRegularExpression date("/(CreationDate|ModDate) ?\\(D:[^)]*\\)");
    return QString::fromLatin1(bytes).replace(date, "/Date").toLatin1();
}

bool samePixels(const QByteArray& a, const QByteArray& b)
{
    const QImage first = QImage::fromData(a, "PNG"), second = QImage::fromData(b, "PNG");
    if (first.isNull() || first.size() != second.size() || first.textKeys() != second.textKeys())
        return false;
    for (const QString& key : first.textKeys())
        if (first.text(key) != second.text(key))
            return false;
    const QImage left = first.convertToFormat(QImage::Format_ARGB32_Premultiplied);
    const QImage right = second.convertToFormat(QImage::Format_ARGB32_Premultiplied);
    for (int y = 0; y < left.height(); ++y)
        for (int i = 0; i < 4 * left.width(); ++i)
            if (std::abs(int(left.constScanLine(y)[i]) - int(right.constScanLine(y)[i])) > pixelTolerance)
                return false;
    return true;
}

int runVerify(const Arguments& arguments, const std::stop_token& stop)
{
    if (arguments.positionals().empty())
        throw core::Error({core::ErrorKind::Usage, {}, "verify", CUTAWAY_TR("needs a figure to check"), "FIGURE"});
    const std::string path = arguments.positionals()[0];
    if (QFileInfo(QString::fromStdString(path)).isFile() && !isFigureFile(path))
        throw core::Error({.file = path,
            .problem = CUTAWAY_TR("not a figure of this program"),
            .expected = "SVG, PDF, PNG",
            .found = QFileInfo(QString::fromStdString(path)).suffix().toStdString()});
    FigureFile file = readFigureFile(path);
    if (!widgets::isPicture(file.format))
        throw core::Error({.file = path,
            .problem = CUTAWAY_TR("a recipe alone has no picture to compare with; `cutaway render` draws it"),
            .expected = "SVG, PDF, PNG",
            .found = "JSON"});
    core::RunControl control;
    control.stop = stop;
    RunDesk desk;
    RecipeContents& contents = file.contents;
    computeRuns(desk, contents.request, contents.data, control);
    fulfilling(desk, contents.request, contents.data, control)(*file.figure, contents.data);

    const widgets::Counting counting(contents.countFrom);
    const QByteArray again
        = figureBytes(contents.inputs, {*file.figure, contents.data, contents.style, file.format, file.pngDpi});
    const bool same = file.format == widgets::FigureFormat::Png ? samePixels(again, file.bytes)
                                                                : withoutDates(again) == withoutDates(file.bytes);
    print(path + ": "
        + say(same ? QT_TRANSLATE_NOOP("commandLine", "identical when redrawn from its recipe")
                   : QT_TRANSLATE_NOOP("commandLine", "differs from what its recipe draws")));
    return same ? Done : Different;
}

} // namespace

extern const Command verifyCommand;
const Command verifyCommand{"verify", QT_TRANSLATE_NOOP("commandLine", "redraws a figure from the recipe inside it and compares"),
    "FIGURE", "cutaway verify fig-attention.svg", verifyOptions, 1, [](const Arguments&) { return true; }, runVerify};

} // namespace app
