#include "app/command_line/command.h"

#include "app/languages.h"
#include "app/recipe.h"
#include "app/run_request.h"

#include <QFile>
#include <QRegularExpression>

#include <algorithm>

namespace app {

namespace {

constexpr Option options[] = {languageOption, helpOption};

widgets::FigureFormat formatOf(const QByteArray& bytes, const std::string& file)
{
    if (bytes.startsWith("%PDF"))
        return widgets::FigureFormat::Pdf;
    if (bytes.startsWith("\x89PNG"))
        return widgets::FigureFormat::Png;
    if (bytes.startsWith("<?xml") || bytes.startsWith("<svg"))
        return widgets::FigureFormat::Svg;
    throw core::Error({.file = file, .problem = CUTAWAY_TR("not a figure of this program"), .expected = "SVG, PDF, PNG"});
}

/// The only part of a file that differs from one time to the next.
QByteArray withoutDates(const QByteArray& bytes)
{
    static const QRegularExpression date("/(CreationDate|ModDate) ?\\(D:[^)]*\\)");
    return QString::fromLatin1(bytes).replace(date, "/Date").toLatin1();
}

int run(const Arguments& arguments, const std::stop_token& stop)
{
    if (arguments.positionals().empty())
        throw core::Error({core::ErrorKind::Usage, {}, "verify", CUTAWAY_TR("says which file to check"), "FIGURE"});
    const std::string path = arguments.positionals()[0];
    QFile file(QString::fromStdString(path));
    if (!file.open(QIODevice::ReadOnly))
        throw core::Error({.file = path, .problem = CUTAWAY_TR("cannot be read")});
    const QByteArray bytes = file.read(qint64(256) << 20);
    const widgets::FigureFormat format = formatOf(bytes, path);
    const QJsonObject recipe = widgets::readRecipe(bytes);
    if (recipe.isEmpty())
        throw core::Error({.file = path, .problem = CUTAWAY_TR("there is no recipe inside")});

    RecipeContents contents = readRecipe(recipe, path);
    const widgets::FigureInfo* figure = widgets::findFigure(contents.figure);
    if (!figure)
        throw core::Error({.file = path,
            .where = "recipe: figure",
            .problem = CUTAWAY_TR("unknown figure"),
            .found = contents.figure.toStdString()});
    core::RunControl control;
    control.stop = stop;
    RunDesk desk;
    computeRuns(desk, contents.request, *figure, contents.data, control);

    const int dpi = recipe["png_dpi"].toInt(192);
    const QByteArray again
        = figureBytes(contents.inputs, *figure, contents.data, contents.style, format, std::clamp(dpi, 30, 1200));
    const bool same = withoutDates(again) == withoutDates(bytes);
    print(path + ": "
        + say(same ? QT_TRANSLATE_NOOP("commandLine", "the same, drawn again from its recipe")
                   : QT_TRANSLATE_NOOP("commandLine", "differs from what its recipe draws")));
    return same ? Done : Different;
}

} // namespace

const Command verifyCommand{"verify",
    QT_TRANSLATE_NOOP("commandLine", "draws a figure again from the recipe inside it and compares"), "FIGURE",
    "cutaway verify fig-attention.svg", options, 1, [](const Arguments&) { return true; }, run};

} // namespace app
