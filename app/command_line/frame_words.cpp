#include "app/command_line/frame_words.h"

#include "app/base/languages.h"
#include "app/command_line/export_words.h"
#include "app/session/frame_job.h"

#include <cmath>

namespace app {

FrameSettings frameSettingsOf(const Arguments& arguments)
{
    FrameSettings settings;
    settings.style = pageStyleOf(arguments).style(currentLanguage());
    settings.milliseconds = int(std::lround(1000 * arguments.number("--seconds", 1.5, 0.02, 60)));
    settings.pngDpi = settings.movingDpi
        = int(arguments.integer("--dpi", settings.movingDpi, widgets::minPngDpi, widgets::maxPngDpi));
    return settings;
}

void drawFrames(const Frames& frames, const Arguments& arguments, RunDesk& desk, const core::RunControl& control)
{
    const QList<PlannedStep>& steps = frames.steps;
    FrameSettings settings = frameSettingsOf(arguments);
    settings.hasNotes = arguments.has("--notes");
    settings.title = QString::fromStdString(arguments.text("--title").value_or(frames.title.toStdString()));
    settings.isSeries = frames.isSeries;
    std::vector<FrameFiles> files;
    const auto begin = [&] {
        files.clear();
        for (const std::string& path : arguments.all("-o"))
            files.emplace_back(QString::fromStdString(path), settings, std::size_t(steps.size()));
    };
    begin();
    for (qsizetype step = 0; step < steps.size(); ++step) {
        const FramePage page = computeFrame(steps[step], desk, control);
        if (growRoom(settings, page)) {
            begin();
            if (step > 0) {
                step = -1;
                continue;
            }
        }
        for (FrameFiles& file : files)
            file.add(page);
    }
    for (FrameFiles& file : files)
        for (const QString& path : file.finish())
            print(path.toStdString());
}

} // namespace app
