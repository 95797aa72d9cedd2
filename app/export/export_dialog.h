#pragma once

// ExportDialog: how a figure leaves the program: the page as it will be on the left, the settings on the right. Not modal: the
// picture behind it may change while it is open, and the page follows.

#include "app/export/export_job.h"

#include <QDialog>

#include <functional>

class QCheckBox;
class QProgressBar;
class QPushButton;
class QTimer;

namespace widgets {
enum class Tone;
class TextLabel;
}

namespace app {

class ExportForm;
class ExportPreview;

class ExportDialog : public QDialog
{
    Q_OBJECT
public:
    /// What is on screen now, asked for whenever the page is drawn.
    using Source = std::function<ExportSource()>;

    explicit ExportDialog(Source source, QWidget* parent = nullptr);

    ExportSettings settings() const; // with {ext} in the pattern
    QString folder() const;
    ExportForm* form() const { return m_form; }
    ExportPreview* preview() const { return m_preview; }

    /// The picture behind may be another: the page is drawn anew, once for a burst of changes.
    void follow();

    /// Writes the files; where some exist it asks first, in the line at the foot.
    void exportFiles(bool mayOverwrite = false);

    /// What the pictures need has come: the files that waited for it are written. Or it will not come: none is.
    void goOn();
    void withdraw();

    /// The first picture as a LaTeX figure with its caption, to the clipboard.
    void copyLatex();

    /// What the line at the foot says, as plain text.
    QString resultText() const;

signals:
    /// Files were written with these settings.
    void exported(const app::ExportSettings& settings, const QString& folder);
    void copyRequested(const app::ExportSettings& settings);

    /// What the files need that is not computed yet; empty: nothing more.
    void needsWanted(const widgets::Needs& needs);

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void retranslate();
    void restyle();
    void refresh();
    void forget();
    void say(widgets::Tone tone, const QString& text, const QString& tip = {});
    bool awaitsNeeds(bool mayOverwrite);
    void showReport(const ExportReport& report);
    void followLink(const QString& link);

    Source m_source;
    ExportSource m_shown;
    ExportReport m_report;
    bool m_isWaiting = false; // for what the pictures need
    bool m_mayOverwrite = false; // of what waits
    ExportJob* m_job;
    QTimer* m_timer;
    ExportPreview* m_preview;
    ExportForm* m_form;
    QCheckBox* m_actualSize;
    widgets::TextLabel* m_page;
    widgets::TextLabel* m_result;
    QProgressBar* m_progress;
    QPushButton* m_export;
    QPushButton* m_copy;
    QPushButton* m_latex;
    QPushButton* m_cancel;
};

} // namespace app
