#include "app/export/export_job.h"

#include "app/base/error_text.h"
#include "app/base/languages.h"

#include "core/base/error.h"
#include "widgets/figure/compose.h"
#include "widgets/figure/latex_text.h"
#include "widgets/figure/page_words.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QTimer>

namespace app {

void exportItem(const ExportSource& source, const ExportItem& item, ExportReport& report)
{
    const QFileInfo place(item.path);
    try {
        QString reason = widgets::whyNothing(*source.figure, item.data);
        if (reason.isEmpty() && widgets::isPicture(item.format))
            reason = widgets::whyNoRoom(*source.figure, item.data, item.style);
        if (!reason.isEmpty()) {
            report.failures << ExportJob::tr("%1: %2").arg(place.fileName(), reason);
            return;
        }
        for (const QString& path :
            exportFigure(item.path, source.inputs, {*source.figure, item.data, item.style, item.format, item.pngDpi})) {
            const QFileInfo written(path);
            report.files << written.absoluteFilePath();
            report.bytes += written.size();
        }
    } catch (const core::Error& error) {
        report.failures << errorText(error.parts());
    }
}

QString latexOf(const ExportSource& source, const ExportItem& item)
{
    const Speaking speaking(item.style.language);
    const QString caption
        = item.style.caption.isEmpty() ? widgets::composedCaption(*source.figure, item.data) : item.style.caption;
    return widgets::latexOf({QFileInfo(item.path).completeBaseName(), widgets::titleText(*source.figure, item.data), caption,
        item.style.size.width() * 25.4 / 96});
}

void ExportJob::start(ExportSource source, std::vector<ExportItem> items)
{
    m_source = std::move(source);
    m_items = std::move(items);
    m_next = 0;
    m_report = {};
    emit progressed(0, int(m_items.size()));
    QTimer::singleShot(0, this, &ExportJob::step);
}

void ExportJob::cancel()
{
    if (!isBusy())
        return;
    m_report.isCancelled = true;
    m_next = m_items.size();
}

void ExportJob::step()
{
    if (isBusy())
        exportItem(m_source, m_items[m_next++], m_report);
    emit progressed(int(m_next), int(m_items.size()));
    if (isBusy())
        QTimer::singleShot(0, this, &ExportJob::step);
    else
        emit finished(m_report);
}

} // namespace app
