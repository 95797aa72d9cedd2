#include "app/export_dialog.h"

#include "app/languages.h"

#include <QCheckBox>
#include <QComboBox>
#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QStandardPaths>
#include <QVBoxLayout>

namespace app {

using widgets::FigureFormat;
using widgets::ThemeId;

widgets::FigureStyle ExportSettings::style() const
{
    const widgets::FigurePreset* found = widgets::findPreset(preset);
    widgets::FigureStyle style = found ? found->style : widgets::FigureStyle{};
    style.theme = theme;
    style.language = language.isEmpty() ? currentLanguage() : language;
    style.transparent = transparent;
    return style;
}

QString formatWord(FigureFormat format)
{
    switch (format) {
    case FigureFormat::Svg:
        return "svg";
    case FigureFormat::Pdf:
        return "pdf";
    case FigureFormat::Png:
        break;
    case FigureFormat::Csv:
        return "csv";
    }
    return "png";
}

ExportDialog::ExportDialog(QWidget* parent)
    : QDialog(parent)
    , m_folder(QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation))
    , m_form(new QFormLayout)
    , m_formatRow(new QWidget(this))
    , m_preset(new QComboBox(this))
    , m_theme(new QComboBox(this))
    , m_language(new QComboBox(this))
    , m_transparent(new QCheckBox(this))
    , m_export(new QPushButton(this))
    , m_copy(new QPushButton(this))
{
    auto* column = new QVBoxLayout(this);
    column->addLayout(m_form);
    column->addSpacing(widgets::space::s);

    auto* formats = new QHBoxLayout(m_formatRow);
    formats->setContentsMargins(0, 0, 0, 0);
    for (const FigureFormat format : {FigureFormat::Svg, FigureFormat::Pdf, FigureFormat::Png, FigureFormat::Csv}) {
        auto* box = new QCheckBox(formatWord(format).toUpper(), m_formatRow);
        box->setChecked(format == FigureFormat::Svg);
        formats->addWidget(box);
        m_formats.emplace_back(format, box);
        connect(box, &QCheckBox::toggled, this, [this] { m_export->setEnabled(!settings().formats.empty()); });
    }
    formats->addStretch();
    for (const widgets::FigurePreset& preset : widgets::figurePresets())
        m_preset->addItem({}, QString(preset.id));
    for (const ThemeId theme : {ThemeId::Light, ThemeId::Dark, ThemeId::Projector})
        m_theme->addItem({}, int(theme));
    m_language->addItem({}, QString());
    m_language->addItem("English", "en");
    m_language->addItem("简体中文", "zh_CN");

    m_form->addRow(" ", m_formatRow);
    m_form->addRow(" ", m_preset);
    m_form->addRow(" ", m_theme);
    m_form->addRow(" ", m_language);
    m_form->addRow(" ", m_transparent);

    auto* buttons = new QDialogButtonBox(this);
    buttons->addButton(m_copy, QDialogButtonBox::ActionRole);
    buttons->addButton(m_export, QDialogButtonBox::AcceptRole);
    column->addWidget(buttons);
    m_export->setDefault(true);
    connect(m_export, &QPushButton::clicked, this, &ExportDialog::chooseFile);
    connect(m_copy, &QPushButton::clicked, this, [this] { emit copyRequested(settings()); });
    retranslate();
}

ExportSettings ExportDialog::settings() const
{
    ExportSettings chosen;
    chosen.formats.clear();
    for (const auto& [format, box] : m_formats)
        if (box->isChecked() && box->isEnabled())
            chosen.formats.push_back(format);
    chosen.preset = m_preset->currentData().toString();
    chosen.theme = ThemeId(m_theme->currentData().toInt());
    chosen.language = m_language->currentData().toString();
    chosen.transparent = m_transparent->isChecked();
    return chosen;
}

void ExportDialog::setFigure(const QString& id)
{
    m_figure = id;
    const widgets::FigureInfo* figure = widgets::findFigure(id);
    for (const auto& [format, box] : m_formats)
        if (format == FigureFormat::Csv)
            box->setEnabled(figure && figure->table);
    m_export->setEnabled(!settings().formats.empty());
    retranslate();
}

void ExportDialog::chooseFile()
{
    // Not exec(): the window behind stays alive.
    auto* dialog = new QFileDialog(this, tr("Export figure"), m_folder);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setFileMode(QFileDialog::AnyFile);
    dialog->selectFile(m_figure);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
        const QFileInfo info(path);
        m_folder = info.absolutePath();
        widgets::FigureFormat known{};
        const bool hasFormat = widgets::parseFormat(info.suffix().toLower(), &known);
        emit exportRequested(settings(), hasFormat ? info.absolutePath() + "/" + info.completeBaseName() : path);
    });
    dialog->open();
}

void ExportDialog::changeEvent(QEvent* event)
{
    QDialog::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void ExportDialog::retranslate()
{
    setWindowTitle(tr("Export figure"));
    const auto label = [&](QWidget* field, const QString& text) {
        if (auto* box = qobject_cast<QLabel*>(m_form->labelForField(field)))
            box->setText(text);
    };
    label(m_formatRow, tr("Format"));
    label(m_preset, tr("Size"));
    label(m_theme, tr("Colours"));
    label(m_language, tr("Language"));
    label(m_transparent, tr("Background"));
    m_transparent->setText(tr("Transparent"));
    for (int i = 0; i < m_preset->count(); ++i)
        if (const widgets::FigurePreset* preset = widgets::findPreset(m_preset->itemData(i).toString()))
            m_preset->setItemText(i, QCoreApplication::translate("figures", preset->title));
    m_theme->setItemText(0, tr("Light"));
    m_theme->setItemText(1, tr("Dark"));
    m_theme->setItemText(2, tr("Projector"));
    m_language->setItemText(0, tr("As the window"));
    for (const auto& [format, box] : m_formats)
        if (format == FigureFormat::Csv)
            box->setToolTip(box->isEnabled() ? tr("The numbers as a table") : tr("This figure has no table of numbers."));
    m_export->setText(tr("&Export…"));
    m_copy->setText(tr("&Copy"));
}

} // namespace app
