#include "app/command_line/command.h"

#include "app/command_line/frame_words.h"
#include "app/session/frame_plans.h"
#include "app/session/session_file.h"

#include "core/base/error.h"
#include "core/files/library/model_files.h"
#include "core/io/json.h"

#include <QFileInfo>
#include <QJsonDocument>

namespace app {

namespace {

constexpr Option animateOptions[] = {
    {"--over", "RANGE",
        QT_TRANSLATE_NOOP("commandLine",
            "what changes: training, generation=N tokens, KEY=V,V,… of a choice or an option of the figure, or layer=0..3, head, "
            "query, key")},
    {"--figure", "FIGURE", QT_TRANSLATE_NOOP("commandLine", "one of `list figures`")}, modelOption, setOption, textOption,
    {"--option", "KEY=VALUE", QT_TRANSLATE_NOOP("commandLine", "an option of the figure; may be repeated")},
    {"--layer", "L", QT_TRANSLATE_NOOP("commandLine", "layer, counted from 0")},
    {"--head", "H", QT_TRANSLATE_NOOP("commandLine", "head, counted from 0")},
    {"--query", "P", QT_TRANSLATE_NOOP("commandLine", "token of the query, counted from 0")},
    {"--key", "P", QT_TRANSLATE_NOOP("commandLine", "token of the key, counted from 0")}, frameFileOption, framePresetOption,
    frameThemeOption, frameSecondsOption, frameDpiOption, languageOption, helpOption};

/// A model with its words as a session has them; a session or figure as it is.
RecipeContents baseOf(const Arguments& arguments)
{
    const std::string model = modelIn(arguments).value_or(core::defaultModel());
    RecipeContents base;
    if (isStateFile(model)) {
        base = readStateFile(model);
        if (const auto figure = arguments.text("--figure"))
            base.figure = QString::fromStdString(*figure);
    } else {
        const QByteArray said = QByteArray::fromStdString(core::writeJson(choicesOf(arguments, 1).toJson()));
        const QString name = QString::fromStdString(model);
        const bool isPath = name.contains(QLatin1Char('/')) && QFileInfo::exists(name);
        QJsonObject session{{"model", isPath ? QFileInfo(name).absoluteFilePath() : name},
            {"choices", QJsonDocument::fromJson(said).object()},
            {"figure", QString::fromStdString(arguments.required("--figure"))}};
        if (const auto text = arguments.text("--text"))
            session["text"] = QString::fromStdString(*text);
        base = readSession(session, {});
    }
    widgets::Selection& at = base.data.selection;
    for (auto& [option, place] : std::initializer_list<std::pair<const char*, int*>>{
             {"--layer", &at.layer}, {"--head", &at.head}, {"--query", &at.query}, {"--key", &at.key}})
        *place = int(arguments.integer(option, *place, -1, 1 << 20));
    for (const std::string& said : arguments.all("--option")) {
        const std::size_t equals = said.find('=');
        if (equals == std::string::npos || equals == 0)
            refuse("--option", CUTAWAY_TR("not an assignment"), "KEY=VALUE", said);
        base.data.options[QString::fromStdString(said.substr(0, equals))] = QString::fromStdString(said.substr(equals + 1));
    }
    return base;
}

int runAnimate(const Arguments& arguments, const std::stop_token& stop)
{
    const FrameRange range = readFrameRange(QString::fromStdString(arguments.required("--over")));
    arguments.required("-o");
    frameSettingsOf(arguments);
    core::RunControl control;
    control.stop = stop;
    RunDesk desk;
    const QList<PlannedStep> steps = framesOver(range, {{}, baseOf(arguments), {}}, desk, control);
    drawFrames({steps, steps.value(0).title, true}, arguments, desk, control);
    return Done;
}

} // namespace

extern const Command animateCommand;
const Command animateCommand{"animate",
    QT_TRANSLATE_NOOP(
        "commandLine", "draws one figure over a training, a generation or a range of values, as a picture that moves"),
    "[M|SESSION|FIGURE] --figure F --over RANGE [--text T] [--set K=V …] [--option K=V …] -o FILE …",
    "cutaway animate main --figure attention --layer 2 --head 1 --over training -o copying.webp -o copying.png", animateOptions,
    1, [](const Arguments&) { return true; }, runAnimate};

} // namespace app
