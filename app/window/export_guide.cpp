// MainWindow, figures: written to files and the clipboard, and read back as the state that drew them.

#include "app/window/main_window.h"

#include "app/export/export_form.h"
#include "app/session/session_keeper.h"
#include "app/session/scenes.h"
#include "app/window/page_stack.h"
#include "app/window/page_tabs.h"

#include "widgets/figure/compose.h"
#include "widgets/panels/notification_bar.h"
#include "widgets/panels/step_timeline.h"
#include "widgets/plot/number_format.h"
#include "widgets/views/shared/view.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QImage>
#include <QMimeData>

namespace app {

void MainWindow::showFigure(const RecipeContents& figure)
{
    m_session.showFigure(figure);
    showFigureAtOnce();
}

void MainWindow::showFigureAtOnce()
{
    if (!isBusy() && run())
        restoreFigure();
}

/// The page, controls and selection of a figure that was opened, once its run is there.
void MainWindow::restoreFigure()
{
    const std::optional<RecipeContents> figure = m_session.takeFigure();
    if (!figure)
        return;
    const RecipeContents& made = *figure;
    if (const bool isStep = made.data.selection.step >= 0; m_steps->isActive() != isStep)
        (*m_actions)[Act::StepThrough]->trigger();
    m_session.selection()->unhover(); // the mouse may rest where another picture was
    m_session.selection()->pin(made.data.selection);
    if (!m_opened.isEmpty())
        m_pagesDue = {}; // of the session before
    if (!made.figure.isEmpty() && !showPageOf(made))
        m_notifications->post(widgets::Severity::Info,
            tr("No page shows the figure “%1”; its model, choices and text are restored.").arg(made.figure));
    takePages(made);
}

/// The page of a figure, the one that is named first, with all of its controls as said. False: there is none.
bool MainWindow::showPageOf(const RecipeContents& made)
{
    std::vector<int> pages;
    for (int i = 0; i < m_tabs->count(); ++i)
        pages.insert(m_tabs->idAt(i) == made.page ? pages.begin() : pages.end(), i);
    for (const int i : pages) {
        if (!m_pages->at(i)->restore(made.figure, made.data.options))
            continue;
        m_pages->renew(i);
        m_pages->at(i)->restore(made.figure, made.data.options);
        showPage(i);
        const QVariantMap now = currentView()->figureData().options;
        for (auto option = made.data.options.begin(); option != made.data.options.end(); ++option)
            if (option.key() != QLatin1String("reading") // of older files, and no choice
                && now.value(option.key()).toString() != option.value().toString())
                m_notifications->post(widgets::Severity::Info,
                    tr("The file was drawn with %1 = %2, which this page has no control for.")
                        .arg(option.key(), option.value().toString()));
        return true;
    }
    return false;
}

ExportSource MainWindow::exportSource()
{
    const widgets::View* view = currentView();
    if (!view || !runOf(0))
        return {};
    const auto keptNeeds = [this](const widgets::FigureInfo& figure, widgets::FigureData& drawn) {
        while (takeFrom(m_session.runner().store(), missingNeeds(figure, drawn), drawn.results)) { }
    };
    return {inputsOf(m_session.shown()), &view->figure(), view->figureData(), keptNeeds};
}

void MainWindow::showExportDialog()
{
    if (!m_exportDialog) {
        m_exportDialog = new ExportDialog([this] { return exportSource(); }, this);
        m_exportDialog->form()->setTheme(m_lastExport.theme);
        connect(m_exportDialog->form(), &ExportForm::changed, m_keeper, &SessionKeeper::touch);
        connect(m_exportDialog, &ExportDialog::copyRequested, this, &MainWindow::copyFigure);
        connect(m_exportDialog, &ExportDialog::needsWanted, this,
            [this](const widgets::Needs& needs) { m_session.runner().ask(m_exportDialog, needs); });
        connect(m_exportDialog, &ExportDialog::exported, this, [this](const ExportSettings& settings, const QString& folder) {
            m_lastExport = settings;
            m_lastExportFolder = folder;
        });
    }
    m_exportDialog->show();
    m_exportDialog->raise();
    m_exportDialog->activateWindow();
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
        return m_session.runner().ask(&m_session, missing); // in the name of something that is no page
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
    if (m_session.runner().isBusy() || m_session.runner().areNeedsComputed())
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
    const auto bytes = [&](widgets::FigureFormat format) {
        return figureBytes(source.inputs, {*source.figure, source.data, style, format});
    };
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
