#pragma once

// ExportGuide: figures leave a window: by the dialog, as they were exported last, or by the clipboard. What their pictures need
// is computed first.

#include "app/export/export_dialog.h"

#include <QObject>

#include <optional>
#include <utility>

namespace app {

class MainWindow;
class Session;

class ExportGuide : public QObject
{
    Q_OBJECT
public:
    /// `window` outlives it and has its session and actions.
    explicit ExportGuide(MainWindow& window);

    /// What is on screen; without a figure when nothing is.
    ExportSource source();

    const ExportSettings& settings() const { return m_settings; } // the last ones used
    ExportDialog* dialog() const { return m_dialog; } // null before it was requested

    /// Of the files: as the dialog says it, else as last.
    widgets::ThemeId theme() const;
    void setTheme(widgets::ThemeId theme);

    /// All files of these settings: at once, or when what their pictures need is computed.
    void exportFigure(const ExportSettings& settings, const QString& folder);
    void copyFigure(const ExportSettings& settings);

    /// The export that was asked for goes on, or the dialog's, when all that its pictures need has come.
    void goOn();

    /// What it waits for does not come: it is given up.
    void withdraw();

signals:
    /// What the dialog says is another.
    void formChanged();

private:
    void showDialog();
    void followFigure();

    MainWindow& m_window;
    Session& m_session;
    ExportSettings m_settings;
    QString m_folder; // of the last export
    std::optional<std::pair<ExportSettings, QString>> m_isDue; // when what its pictures need is there
    ExportDialog* m_dialog = nullptr;
};

} // namespace app
