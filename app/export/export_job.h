#pragma once

// ExportJob: writes a list of files one after another on the thread of the window, one slice of the event loop each, so that it
// can be watched and stopped. A file that fails is said at the end; the others are written all the same.

#include "app/export/export_settings.h"

#include <QObject>

namespace app {

/// How it went.
struct ExportReport
{
    QStringList files; // written, absolute
    qint64 bytes = 0;
    QStringList failures; // a sentence each, translated
    bool isCancelled = false;
};

/// One item; adds to the report.
void exportItem(const ExportSource& source, const ExportItem& item, ExportReport& report);

/// The item's picture as a LaTeX figure with its caption, in the item's language. REQUIRES: source has a run.
QString latexOf(const ExportSource& source, const ExportItem& item);

class ExportJob : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;

    bool isBusy() const { return m_next < m_items.size(); }
    void start(ExportSource source, std::vector<ExportItem> items);
    void cancel();

signals:
    void progressed(int done, int total);
    void finished(const app::ExportReport& report);

private:
    void step();

    ExportSource m_source;
    std::vector<ExportItem> m_items;
    std::size_t m_next = 0;
    ExportReport m_report;
};

} // namespace app
