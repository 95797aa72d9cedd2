#include "app/command_line/command.h"

#include "core/files/library/model_files.h"

namespace app {

namespace {

constexpr Option saveOptions[] = {modelOption, setOption,
    {"-o", "FOLDER", QT_TRANSLATE_NOOP("commandLine", "the folder to write")},
    languageOption, helpOption};

int runSave(const Arguments& arguments, const std::stop_token&)
{
    const std::string folder = arguments.required("-o");
    core::saveModel(*setupOf(arguments, requiredModel(arguments)), folder);
    return Done;
}

} // namespace

extern const Command saveCommand;
const Command saveCommand{"save",
    QT_TRANSLATE_NOOP("commandLine", "saves the model, as it runs, to a folder that reopens bit for bit"),
    "M [--set K=V …] -o FOLDER", "cutaway save untrained --set norm.placement=post -o my-model",
    saveOptions, 1, nullptr, runSave};

} // namespace app
