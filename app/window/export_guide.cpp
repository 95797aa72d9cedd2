#include "app/window/export_guide.h"

#include "app/export/export_form.h"
#include "app/session/scenes.h"
#include "app/session/session.h"
#include "app/window/main_window.h"

#include "widgets/figure/compose.h"
#include "widgets/figure/need_store.h"
#include "widgets/panels/notification_bar.h"
#include "widgets/views/shared/view.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QImage>
#include <QMimeData>

namespace app {

ExportGuide::ExportGuide(MainWindow& window)
    : QObject(&window)
    , m_window(window)
    , m_session(window.session())
{
    connect(window.action(Act::Export), &QAction::triggered, this, &ExportGuide::showDialog);
    connect(window.action(Act::ExportAgain), &QAction::triggered, this, [this] {
        if (m_folder.isEmpty())
            m_window.action(Act::Export)->trigger();
        else
            exportFigure(m_settings, m_folder);
    });
    connect(window.action(Act::CopyFigure), &QAction::triggered, this, [this] { copyFigure(m_settings); });
    connect(&window, &MainWindow::pictureChanged, this, &ExportGuide::followFigure);
}

ExportSource ExportGuide::source()
{
    const widgets::View* view = m_window.currentView();
    if (!view || !m_session.runOf(0))
        return {};
    const auto keptNeeds = [this](const widgets::FigureInfo& figure, widgets::FigureData& drawn) {
        while (takeFrom(m_session.runner().store(), missingNeeds(figure, drawn), drawn.results)) { }
    };
    return {inputsOf(m_session.shown()), &view->figure(), view->figureData(), keptNeeds};
}

void ExportGuide::showDialog()
{
    if (!m_dialog) {
        m_dialog = new ExportDialog([this] { return source(); }, &m_window);
        m_dialog->form()->setTheme(m_settings.theme);
        connect(m_dialog->form(), &ExportForm::changed, this, &ExportGuide::formChanged);
        connect(m_dialog, &ExportDialog::copyRequested, this, &ExportGuide::copyFigure);
        connect(m_dialog, &ExportDialog::needsWanted, this,
            [this](const widgets::Needs& needs) { m_session.runner().ask(m_dialog, needs); });
        connect(m_dialog, &ExportDialog::exported, this, [this](const ExportSettings& settings, const QString& folder) {
            m_settings = settings;
            m_folder = folder;
        });
    }
    m_dialog->show();
    m_dialog->raise();
    m_dialog->activateWindow();
}

void ExportGuide::followFigure()
{
    if (m_dialog)
        m_dialog->follow();
}

void ExportGuide::exportFigure(const ExportSettings& settings, const QString& folder)
{
    const ExportSource source = this->source();
    if (!source.figure)
        return;
    m_settings = settings;
    m_folder = folder;
    const bool hasAsked = m_isDue.has_value();
    m_isDue.reset();
    if (const widgets::Needs missing = missingNeeds(source, settings); !missing.empty() && !hasAsked) {
        m_isDue = {settings, folder};
        return m_session.runner().ask(this, missing);
    }
    ExportReport report;
    for (const ExportItem& item : exportItems(source, settings, folder))
        exportItem(source, item, report);
    if (!report.files.isEmpty())
        m_window.say(tr("Written: %1").arg(report.files.join(", ")));
    for (const QString& failure : report.failures)
        m_window.notifications()->post(widgets::Severity::Error, failure);
}

void ExportGuide::goOn()
{
    followFigure();
    if (m_session.runner().isBusy() || m_session.runner().areNeedsComputed())
        return;
    if (m_dialog)
        m_dialog->goOn();
    if (const auto due = m_isDue) // a copy: it is forgotten on the way
        exportFigure(due->first, due->second);
}

void ExportGuide::withdraw()
{
    m_isDue.reset();
    if (m_dialog)
        m_dialog->withdraw();
}

widgets::ThemeId ExportGuide::theme() const { return m_dialog ? m_dialog->settings().theme : m_settings.theme; }

void ExportGuide::setTheme(widgets::ThemeId theme)
{
    m_settings.theme = theme;
    if (m_dialog)
        m_dialog->form()->setTheme(theme);
}

void ExportGuide::copyFigure(const ExportSettings& settings)
{
    const ExportSource source = this->source();
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
        m_window.say(tr("The figure is on the clipboard as PNG, SVG and PDF."));
    } catch (const core::Error& error) {
        m_window.notifications()->post(error.parts());
    }
}

} // namespace app
