// MainWindow, figures: written to files and the clipboard, and read back as the state that drew them.

#include "app/window/main_window.h"

#include "app/export/recipe.h"
#include "app/window/tab_strip.h"

#include "widgets/figure/compose.h"
#include "widgets/panels/notification_bar.h"
#include "widgets/panels/step_timeline.h"
#include "widgets/plot/number_format.h"
#include "widgets/views/shared/view.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QImage>
#include <QMimeData>

#include <utility>

namespace app {

/// What drew a figure, or what a session says; its page, controls and selection follow when its run is there (restoreFigure).
WindowState MainWindow::stateOfFigure(const RecipeContents& contents)
{
    m_figureIsDue = contents;
    WindowState state;
    state.a = m_figureIsDue->request.a;
    state.b = m_figureIsDue->request.b;
    state.mode = m_figureIsDue->data.mode;
    state.isLocked = m_figureIsDue->data.isLocked;
    const auto preferText = [](RunRequest& slot) { // can be edited
        if (!slot.text.empty())
            slot.ids.clear();
        if (!slot.targetText.empty())
            slot.targetIds.clear();
    };
    preferText(state.a);
    if (state.b)
        preferText(*state.b);
    m_textIsDefault = false;
    m_targetIsNew = false;
    m_headIsDue = false;
    m_guide.setModel(QString::fromStdString(state.a.model));
    m_guided.reset();
    return state;
}

void MainWindow::restoreFigure()
{
    if (!m_figureIsDue)
        return;
    const RecipeContents made = *std::exchange(m_figureIsDue, std::nullopt);
    const auto isRequested = [](const RunRequest& shown, const RunRequest& due) {
        return shown.model == due.model && shown.said == due.said && shown.text == due.text;
    };
    if (!isRequested(m_shown.a, made.request.a) || m_shown.b.has_value() != made.request.b.has_value()
        || (m_shown.b && !isRequested(*m_shown.b, *made.request.b)))
        return; // something else was requested meanwhile
    if (const bool isStep = made.data.selection.step >= 0; m_steps->isActive() != isStep)
        (*m_actions)[Act::StepThrough]->trigger();
    m_selection.unhover(); // the mouse may rest where another picture was
    m_selection.pin(made.data.selection);
    if (made.figure.isEmpty())
        return; // a session without one
    for (int i = 0; i < m_tabs->count(); ++i) {
        if (!viewAt(i)->restore(made.figure, made.data.options))
            continue;
        renew(i);
        viewAt(i)->restore(made.figure, made.data.options);
        showPage(i);
        const QVariantMap now = currentView()->figureData().options;
        for (auto option = made.data.options.begin(); option != made.data.options.end(); ++option)
            if (option.key() != QLatin1String("reading") // of older files, and no choice
                && now.value(option.key()).toString() != option.value().toString())
                m_notifications->post(widgets::Severity::Info,
                    tr("The file was drawn with %1 = %2, which this page has no control for.")
                        .arg(option.key(), option.value().toString()));
        return;
    }
    m_notifications->post(
        widgets::Severity::Info, tr("No page shows the figure “%1”; its model, choices and text are restored.").arg(made.figure));
}

RecipeInputs MainWindow::recipeInputs() const
{
    const auto input = [](const RunRequest& request) {
        return RecipeInput{request.model, request.said, request.ids.empty() ? request.text : std::string(), request.targetText};
    };
    RecipeInputs inputs{input(m_shown.a)};
    if (m_shown.b)
        inputs.b = input(*m_shown.b);
    return inputs;
}

ExportSource MainWindow::exportSource()
{
    const widgets::View* view = currentView();
    if (!view || !m_runA)
        return {};
    const auto keptNeeds = [this](const widgets::FigureInfo& figure, widgets::FigureData& drawn) {
        while (takeFrom(m_runner.store(), missingNeeds(figure, drawn), drawn.results)) { }
    };
    return {recipeInputs(), &view->figure(), view->figureData(), keptNeeds};
}

void MainWindow::followFigure()
{
    if (m_exportDialog)
        m_exportDialog->follow();
}

void MainWindow::exportFigure(const ExportSettings& settings, const QString& folder)
{
    const ExportSource source = exportSource();
    if (!source.figure)
        return;
    m_lastExport = settings;
    m_lastExportFolder = folder;
    const bool hasAsked = m_isDueToExport.has_value();
    m_isDueToExport.reset();
    if (const widgets::Needs missing = missingNeeds(source, settings); !missing.empty() && !hasAsked) {
        m_isDueToExport = {settings, folder};
        return m_runner.ask(&m_undo, missing); // in the name of something that is no page
    }
    ExportReport report;
    for (const ExportItem& item : exportItems(source, settings, folder))
        exportItem(source, item, report);
    if (!report.files.isEmpty())
        say(tr("Written: %1").arg(report.files.join(", ")));
    for (const QString& failure : report.failures)
        m_notifications->post(widgets::Severity::Error, failure);
}

/// The export that was asked for goes on, or the dialog's, when all that its pictures need has come.
void MainWindow::exportDue()
{
    followFigure();
    if (m_runner.isBusy() || m_runner.areNeedsComputed())
        return;
    if (m_exportDialog)
        m_exportDialog->goOn();
    if (const auto due = m_isDueToExport) // a copy: it is forgotten on the way
        exportFigure(due->first, due->second);
}

void MainWindow::copyFigure(const ExportSettings& settings)
{
    const ExportSource source = exportSource();
    if (!source.figure)
        return;
    const widgets::FigureStyle style = pageOf(source, settings);
    const auto bytes
        = [&](widgets::FigureFormat format) { return figureBytes(source.inputs, *source.figure, source.data, style, format); };
    try {
        auto* mime = new QMimeData; // the clipboard takes it
        mime->setImageData(QImage::fromData(bytes(widgets::FigureFormat::Png), "PNG"));
        mime->setData("image/svg+xml", bytes(widgets::FigureFormat::Svg));
        mime->setData("application/pdf", bytes(widgets::FigureFormat::Pdf));
        mime->setText(style.caption.isEmpty() ? widgets::composedCaption(*source.figure, source.data) : style.caption);
        QGuiApplication::clipboard()->setMimeData(mime);
        say(tr("The figure is on the clipboard as PNG, SVG and PDF."));
    } catch (const core::Error& error) {
        m_notifications->post(error.parts());
    }
}

} // namespace app
