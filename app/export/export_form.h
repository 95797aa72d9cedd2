#pragma once

// ExportForm: the settings of an export in four short sections: What, Size, Look, Format.

#include "app/export/export_settings.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace widgets {
class SegmentedSwitch;
class TextLabel;
}// namespace widgets

namespace app {

class ExportCaptions;

class ExportForm : public QWidget
{
    Q_OBJECT
public:
    explicit ExportForm(QWidget* parent = nullptr);

    ExportSettings settings() const;
    QString folder() const;
    void setFolder(const QString& folder);
    void setTheme(widgets::ThemeId theme); // of the figure

    /// The language whose page is shown and whose words are edited.
    QString shownLanguage() const;

    /// Says what is exported, and the words that the figure has by itself.
    void showSource(const ExportSource& source);

    /// Says how high the page is drawn where the preset leaves that to the figure.
    void showPageHeight(double millimetres);

    /// Says what is wrong with the name of the files; empty: nothing.
    void setNameProblem(const QString& problem);

signals:
    void changed();

protected:
    void changeEvent(QEvent* event) override;

private:
    void addSection(const char* title); // QT_TRANSLATE_NOOP("app::ExportForm", …)
    void addRow(const char* label, QWidget* field);
    void buildRows();
    void retranslate();
    void refresh(); // what depends on other settings
    void presetChosen();
    void browse();
    QSizeF chosenMillimetres() const;

    ExportSource m_source;
    bool m_isFilling = false;
    double m_shownHeight = 0; // mm that showPageHeight() has put into its box

    QFormLayout* m_form;
    std::vector<std::pair<QLabel*, const char*>> m_labels;
    ExportCaptions* m_captions;
    widgets::TextLabel* m_figure;
    QCheckBox *m_everyHead, *m_everyLayer, *m_title, *m_sentence, *m_bar;
    QComboBox* m_preset;
    QDoubleSpinBox *m_width, *m_height;
    QSpinBox* m_scale;
    widgets::TextLabel* m_points;
    widgets::SegmentedSwitch *m_theme, *m_language, *m_shown, *m_text, *m_face;
    widgets::TextLabel* m_faceHint;
    QCheckBox *m_transparent, *m_everyCell;
    std::vector<std::pair<widgets::FigureFormat, QCheckBox*>> m_formats; // in the order of the enumeration
    QSpinBox* m_dpi;
    QLineEdit *m_folder, *m_pattern;
    QPushButton* m_browse;
    widgets::TextLabel* m_nameHint;
};

} // namespace app
