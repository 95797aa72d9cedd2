#include "app/window/frame_export.h"

#include "app/base/languages.h"
#include "app/export/moving_picture.h"
#include "app/session/session_keeper.h"
#include "app/window/export_guide.h"
#include "app/window/main_window.h"
#include "app/window/session_guide.h"

#include "widgets/panels/notification_bar.h"

#include <QFileDialog>
#include <QFileInfo>

#include <algorithm>

namespace app {

namespace {

const QString sheetEnding = QStringLiteral("-sheet.png");

/// "talk.png" as "talk-{frame}.png"; what has a place for the number, and any other kind of file, as it is.
QString numbered(const QString& path)
{
    const QFileInfo file(path);
    const bool isOneEach = file.suffix() == QLatin1String("svg")
        || (file.suffix() == QLatin1String("png") && !path.endsWith(sheetEnding));
    if (!isOneEach || path.contains(QLatin1String("{frame}")))
        return path;
    return path.chopped(file.suffix().size() + 1) + QStringLiteral("-{frame}.") + file.suffix();
}

} // namespace

widgets::FigureStyle frameStyle(const ExportSettings& settings)
{
    widgets::FigureStyle style = settings.style(currentLanguage());
    const widgets::FigurePreset* const preset = widgets::findPreset(settings.preset);
    const double larger = preset ? preset->style.tickPoints / widgets::FigureStyle().tickPoints : 1;
    if (larger > 1)
        for (double* const size : {&style.tickPoints, &style.labelPoints, &style.titlePoints, &style.lineWidth})
            *size /= larger;
    return style;
}

FrameExport::FrameExport(MainWindow& window, Kind kind)
    : QObject(&window)
    , m_window(window)
    , m_kind(kind)
{
    connect(&m_job, &FrameJob::finished, this,
        [this](const QStringList& files) { m_window.say(tr("Written: %1").arg(files.join(", "))); });
    connect(&m_job, &FrameJob::failed, this, [this](const core::Error::Parts& error) { m_window.notifications()->post(error); });
    connect(&m_job, &FrameJob::progressed, this,
        [this](int done, int total) { m_window.say(tr("Drawing %1 of %2 …").arg(std::min(done + 1, total)).arg(total)); });
}

void FrameExport::ask(const QString& heading, bool hasNotes, const FrameJob::Plan& plan, int milliseconds)
{
    auto* const dialog = new QFileDialog(&m_window, heading);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    QStringList moving, pages{tr("PDF, a page a picture (*.pdf)"), tr("Web page (*.html)"), tr("Numbered PNG pictures (*.png)"),
        tr("Contact sheet (*-sheet.png)"), tr("Numbered SVG pictures (*.svg)")};
    const QString notes = tr("Web page with the notes (*.html)");
    if (hasNotes)
        pages.insert(2, notes);
    for (const QString& ending : MovingPicture::endings())
        moving << tr("Moving picture (*.%1)").arg(ending);
    dialog->setNameFilters(m_kind == Kind::Moving ? moving + pages : pages + moving);
    const auto suffix = [dialog] { dialog->setDefaultSuffix(dialog->selectedNameFilter().section(QLatin1Char('.'), -1).chopped(1)); };
    suffix();
    connect(dialog, &QFileDialog::filterSelected, dialog, suffix);
    const QString session = m_window.sessionGuide()->keeper()->path();
    if (m_folder.isEmpty() && !session.isEmpty())
        m_folder = QFileInfo(session).absolutePath(); // pictures lie beside what they are of, later ones beside the last
    if (!m_folder.isEmpty())
        dialog->setDirectory(m_folder);
    dialog->selectFile(QFileInfo(session.isEmpty() ? QString::fromStdString(m_window.state().a.model) : session).completeBaseName());
    connect(dialog, &QFileDialog::fileSelected, this, [this, dialog, plan, milliseconds, notes](const QString& path) {
        m_folder = QFileInfo(path).absolutePath();
        const bool isSheet = dialog->selectedNameFilter().contains(sheetEnding);
        write(isSheet && !path.endsWith(sheetEnding) ? path.chopped(4) + sheetEnding : path, plan, milliseconds,
            dialog->selectedNameFilter() == notes);
    });
    dialog->open();
}

void FrameExport::write(const QString& path, const FrameJob::Plan& plan, int milliseconds, bool withNotes)
{
    FrameSettings settings{.style = frameStyle(m_window.exportGuide()->settings()), .milliseconds = milliseconds};
    settings.title = QFileInfo(path).completeBaseName();
    settings.hasNotes = withNotes;
    settings.isSeries = m_kind == Kind::Moving;
    m_job.start(plan, {numbered(path)}, settings);
}

} // namespace app
