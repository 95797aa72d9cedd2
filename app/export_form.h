#pragma once

// ExportForm: the settings of an export in four short sections: What, Size, Look, Format.

#include "app/export_settings.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QSpinBox;

namespace widgets {
class SegmentedSwitch;
class TextLabel;
}// namespace widgets

namespace app {

class ExportForm : public QWidget
{
    Q_OBJECT
public:
    explicit ExportForm(QWidget* parent = nullptr);

    ExportSettings settings() const;
    QString folder() const;
    void setFolder(const QString& folder);

    /// The language whose page is shown and whose words are edited.
    QString shownLanguage() const;

    /// Says what is exported, and the words that the figure has by itself.
    void showSource(const ExportSource& source);

    /// Says what is wrong with the name of the files; empty: nothing.
    void setNameProblem(const QString& problem);

signals:
    void changed();

protected:
    void changeEvent(QEvent* event) override;

private:
    void addSection(QLabel*& title);
    void addRow(QLabel*& label, QWidget* field);
    void retranslate();
    void refresh(); // what depends on other settings
    void presetChosen();
    void keepWords();
    void browse();

    ExportSource m_source;
    QMap<QString, QString> m_captions, m_altTexts; // by language
    QString m_wordsOf;                             // the language of what stands in the two boxes
    bool m_isFilling = false;

    QFormLayout* m_form;
    QLabel *m_what, *m_size, *m_look, *m_format;
    QLabel *m_figureLabel, *m_batchLabel, *m_withLabel, *m_captionLabel, *m_altLabel, *m_presetLabel, *m_pageLabel, *m_typeLabel,
        *m_themeLabel, *m_languageLabel, *m_backgroundLabel, *m_textLabel, *m_fileLabel, *m_dataLabel, *m_dpiLabel, *m_folderLabel,
        *m_nameLabel;
    widgets::TextLabel* m_figure;
    QCheckBox *m_everyHead, *m_everyLayer, *m_title, *m_sentence, *m_bar;
    QPlainTextEdit *m_caption, *m_altText;
    QComboBox* m_preset;
    QDoubleSpinBox *m_width, *m_height;
    QSpinBox* m_scale;
    widgets::TextLabel* m_points;
    widgets::SegmentedSwitch *m_theme, *m_language, *m_shown, *m_text;
    QCheckBox* m_transparent;
    std::vector<std::pair<widgets::FigureFormat, QCheckBox*>> m_formats;
    QSpinBox* m_dpi;
    QLineEdit *m_folder, *m_pattern;
    QPushButton* m_browse;
    widgets::TextLabel* m_nameHint;
};

} // namespace app
