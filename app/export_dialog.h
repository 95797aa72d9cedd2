#pragma once

// ExportDialog: how a figure leaves the program. Not modal: the picture behind it may change while it is open.

#include "widgets/figure/figure_export.h"

#include <QDialog>

#include <vector>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;
class QPushButton;

namespace app {

struct ExportSettings
{
    std::vector<widgets::FigureFormat> formats{widgets::FigureFormat::Svg};
    QString preset = "slide-16x9";
    widgets::ThemeId theme = widgets::ThemeId::Light; // light by default, even from a dark window
    QString language;                                 // empty: the program's
    bool transparent = false;

    widgets::FigureStyle style() const;
};

/// "svg", "pdf", "png".
QString formatWord(widgets::FigureFormat format);

class ExportDialog : public QDialog
{
    Q_OBJECT
public:
    explicit ExportDialog(QWidget* parent = nullptr);

    ExportSettings settings() const;

    /// Asks for the file's name when the person presses Export; the figure's id is the name proposed.
    void setFigure(const QString& id);

signals:
    /// `path` is without extension: one file a format.
    void exportRequested(const app::ExportSettings& settings, const QString& path);
    void copyRequested(const app::ExportSettings& settings);

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();
    void chooseFile();

    QString m_figure = "figure";
    QString m_folder;
    QFormLayout* m_form;
    std::vector<std::pair<widgets::FigureFormat, QCheckBox*>> m_formats;
    QWidget* m_formatRow;
    QComboBox* m_preset;
    QComboBox* m_theme;
    QComboBox* m_language;
    QCheckBox* m_transparent;
    QPushButton* m_export;
    QPushButton* m_copy;
};

} // namespace app
