#include "app/export/export_form.h"

#include "app/base/languages.h"
#include "app/export/export_captions.h"

#include "widgets/controls/segmented_switch.h"
#include "widgets/controls/text_label.h"
#include "widgets/figure/compose.h"
#include "widgets/plot/counting.h"

#include <QCheckBox>
#include <QComboBox>
#include <QCoreApplication>
#include <QEvent>
#include <QFileDialog>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QLocale>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QSpinBox>
#include <QStandardPaths>

#include <algorithm>
#include <cmath>

namespace app {

using widgets::FigureFormat;
using widgets::SegmentedSwitch;
using widgets::TextLabel;
using widgets::TextRole;
using widgets::ThemeId;
using widgets::Tone;

namespace {

constexpr double smallestPoints = 5; // below this a page is unreadable

/// Widgets beside each other.
QWidget* rowOf(std::initializer_list<QWidget*> parts, QWidget* parent)
{
    auto* row = new QWidget(parent);
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(widgets::space::s);
    for (QWidget* part : parts)
        layout->addWidget(part);
    layout->addStretch();
    return row;
}

QStringList faceWords()
{
    QStringList words;
    for (const widgets::FontFace face : widgets::fontFaces())
        words << widgets::fontFaceWord(face);
    return words;
}

QDoubleSpinBox* millimetreBox(QWidget* parent)
{
    auto* box = new QDoubleSpinBox(parent);
    box->setRange(widgets::minPageMillimetres, widgets::maxPageMillimetres);
    box->setDecimals(1);
    box->setKeyboardTracking(false);
    return box;
}

} // namespace

ExportForm::ExportForm(QWidget* parent)
    : QWidget(parent)
    , m_form(new QFormLayout(this))
    , m_captions(new ExportCaptions(this))
    , m_figure(new TextLabel(TextRole::Body, Tone::Normal, this))
    , m_everyHead(new QCheckBox(this))
    , m_everyLayer(new QCheckBox(this))
    , m_title(new QCheckBox(this))
    , m_sentence(new QCheckBox(this))
    , m_bar(new QCheckBox(this))
    , m_preset(new QComboBox(this))
    , m_width(millimetreBox(this))
    , m_height(millimetreBox(this))
    , m_scale(new QSpinBox(this))
    , m_points(new TextLabel(TextRole::Caption, Tone::Muted, this))
    , m_theme(new SegmentedSwitch({"light", "dark", "high_contrast", "projector"}, this))
    , m_language(new SegmentedSwitch(QStringList{""} + languages() + QStringList{"all"}, this))
    , m_shown(new SegmentedSwitch(languages(), this))
    , m_text(new SegmentedSwitch({"text", "outlines"}, this))
    , m_face(new SegmentedSwitch(faceWords(), this))
    , m_faceHint(new TextLabel(TextRole::Caption, Tone::Error, this))
    , m_transparent(new QCheckBox(this))
    , m_everyCell(new QCheckBox(this))
    , m_dpi(new QSpinBox(this))
    , m_folder(new QLineEdit(QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation), this))
    , m_pattern(new QLineEdit(ExportSettings().pattern, this))
    , m_browse(new QPushButton(this))
    , m_nameHint(new TextLabel(TextRole::Caption, Tone::Muted, this))
{
    for (QCheckBox* box : {m_title, m_sentence, m_bar})
        box->setChecked(true);
    m_scale->setRange(int(100 * widgets::minFontScale), int(100 * widgets::maxFontScale));
    m_scale->setSingleStep(10);
    m_scale->setSuffix(" %");
    m_scale->setValue(100);
    m_dpi->setRange(widgets::minPngDpi, widgets::maxPngDpi);
    m_dpi->setSingleStep(24);
    m_dpi->setValue(widgets::ordinaryPngDpi);
    for (const widgets::FigurePreset& preset : widgets::figurePresets())
        m_preset->addItem(QString(), QString(preset.id)); // the text follows in retranslate()
    const std::pair<QWidget*, const char*> names[]
        = {{m_preset, "preset"}, {m_height, "pageHeight"}, {m_everyHead, "everyHead"}, {m_everyLayer, "everyLayer"},
            {m_scale, "fontScale"}, {m_pattern, "pattern"}, {m_folder, "folder"}, {m_language, "language"}, {m_theme, "theme"},
            {m_face, "face"}, {m_title, "title"}, {m_sentence, "caption"}, {m_everyCell, "everyCell"}};
    for (const auto& [widget, name] : names)
        widget->setObjectName(name);
    buildRows();
    presetChosen();
    for (QCheckBox* box : {m_everyHead, m_everyLayer, m_title, m_sentence, m_bar, m_transparent, m_everyCell})
        connect(box, &QCheckBox::toggled, this, &ExportForm::refresh);
    connect(m_captions, &ExportCaptions::changed, this, &ExportForm::changed);
    connect(m_preset, &QComboBox::currentIndexChanged, this, &ExportForm::presetChosen);
    for (QDoubleSpinBox* box : {m_width, m_height})
        connect(box, &QDoubleSpinBox::valueChanged, this, &ExportForm::refresh);
    for (QSpinBox* box : {m_scale, m_dpi})
        connect(box, &QSpinBox::valueChanged, this, &ExportForm::refresh);
    for (SegmentedSwitch* choice : {m_theme, m_language, m_shown, m_text, m_face})
        connect(choice, &SegmentedSwitch::chosen, this, &ExportForm::refresh);
    for (QLineEdit* line : {m_folder, m_pattern})
        connect(line, &QLineEdit::textChanged, this, &ExportForm::refresh);
    connect(m_browse, &QPushButton::clicked, this, &ExportForm::browse);
    retranslate();
}

void ExportForm::buildRows()
{
    m_form->setContentsMargins(0, 0, widgets::space::s, 0);
    m_form->setVerticalSpacing(widgets::space::s);
    m_form->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    for (TextLabel* label : {m_figure, m_points, m_faceHint, m_nameHint})
        label->setWordWrap(true);
    for (TextLabel* label : {m_points, m_faceHint, m_nameHint})
        label->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    m_figure->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred); // the form keeps others at their hint
    m_figure->setMinimumHeight(2 * m_figure->fontMetrics().height() + int(widgets::space::xs)); // layouts know no height
    QWidget* pictures = rowOf({}, this);
    QWidget* numbers = rowOf({}, this);
    QWidget* words = rowOf({}, this);
    for (const FigureFormat format : {FigureFormat::Svg, FigureFormat::Pdf, FigureFormat::Png, FigureFormat::Csv,
             FigureFormat::Npy, FigureFormat::Safetensors, FigureFormat::Recipe, FigureFormat::Latex}) {
        const QString word = widgets::formatWord(format);
        auto* box = new QCheckBox(format == FigureFormat::Safetensors ? word : word.toUpper(), this);
        box->setObjectName(word);
        box->setChecked(format == FigureFormat::Svg);
        const bool isWords = format == FigureFormat::Recipe || format == FigureFormat::Latex;
        QWidget* const kind = widgets::isPicture(format) ? pictures : isWords ? words : numbers;
        auto* row = static_cast<QHBoxLayout*>(kind->layout());
        row->insertWidget(row->count() - 1, box);
        m_formats.emplace_back(format, box);
        connect(box, &QCheckBox::toggled, this, &ExportForm::refresh);
    }
    auto* place = new QWidget(this);
    auto* placeRow = new QHBoxLayout(place);
    placeRow->setContentsMargins(0, 0, 0, 0);
    placeRow->addWidget(m_folder, 1);
    placeRow->addWidget(m_browse);

    addSection(QT_TRANSLATE_NOOP("app::ExportForm", "What"));
    addRow(QT_TRANSLATE_NOOP("app::ExportForm", "Figure"), m_figure);
    addRow(QT_TRANSLATE_NOOP("app::ExportForm", "Also"), rowOf({m_everyHead, m_everyLayer}, this));
    addRow(QT_TRANSLATE_NOOP("app::ExportForm", "With"), rowOf({m_title, m_sentence, m_bar}, this));
    addRow(QT_TRANSLATE_NOOP("app::ExportForm", "Caption"), m_captions->captionBox());
    addRow(QT_TRANSLATE_NOOP("app::ExportForm", "Alternative text"), m_captions->altTextBox());
    addSection(QT_TRANSLATE_NOOP("app::ExportForm", "Size"));
    addRow(QT_TRANSLATE_NOOP("app::ExportForm", "For"), m_preset);
    addRow(QT_TRANSLATE_NOOP("app::ExportForm", "Page"), rowOf({m_width, new QLabel(QStringLiteral("×"), this), m_height}, this));
    addRow(QT_TRANSLATE_NOOP("app::ExportForm", "Type"), rowOf({m_scale, m_face}, this));
    m_form->addRow(QString(), m_points);
    m_form->addRow(QString(), m_faceHint);
    addSection(QT_TRANSLATE_NOOP("app::ExportForm", "Look"));
    addRow(QT_TRANSLATE_NOOP("app::ExportForm", "Colours"), rowOf({m_theme}, this));
    addRow(QT_TRANSLATE_NOOP("app::ExportForm", "Language"), rowOf({m_language}, this));
    m_form->addRow(QString(), rowOf({m_shown}, this));
    addRow(QT_TRANSLATE_NOOP("app::ExportForm", "Background"), m_transparent);
    addRow(QT_TRANSLATE_NOOP("app::ExportForm", "Large maps"), m_everyCell);
    addRow(QT_TRANSLATE_NOOP("app::ExportForm", "Text in SVG"), rowOf({m_text}, this));
    addSection(QT_TRANSLATE_NOOP("app::ExportForm", "Format"));
    addRow(QT_TRANSLATE_NOOP("app::ExportForm", "Picture"), pictures);
    addRow(QT_TRANSLATE_NOOP("app::ExportForm", "PNG"), rowOf({m_dpi}, this));
    addRow(QT_TRANSLATE_NOOP("app::ExportForm", "Numbers"), numbers);
    addRow(QT_TRANSLATE_NOOP("app::ExportForm", "Words"), words);
    addRow(QT_TRANSLATE_NOOP("app::ExportForm", "Folder"), place);
    addRow(QT_TRANSLATE_NOOP("app::ExportForm", "Name"), m_pattern);
    m_form->addRow(QString(), m_nameHint);
}

void ExportForm::addSection(const char* title)
{
    auto* label = new TextLabel(TextRole::Section, Tone::Normal, this);
    label->setContentsMargins(0, m_form->rowCount() > 0 ? int(widgets::space::m) : 0, 0, 0);
    m_labels.emplace_back(label, title);
    m_form->addRow(label);
}

void ExportForm::addRow(const char* text, QWidget* field)
{
    auto* label = new TextLabel(TextRole::Body, Tone::Muted, this);
    label->setBuddy(field);
    m_labels.emplace_back(label, text);
    m_form->addRow(label, field);
}

ExportSettings ExportForm::settings() const
{
    ExportSettings chosen;
    chosen.formats.clear();
    for (const auto& [format, box] : m_formats)
        if (box->isChecked())
            chosen.formats.push_back(format);
    chosen.preset = m_preset->currentData().toString();
    chosen.millimetres = chosenMillimetres();
    chosen.theme = *std::ranges::find(widgets::allThemes(), m_theme->current(), widgets::themeWord);
    if (m_language->current() == "all")
        chosen.languages = languages();
    else if (!m_language->current().isEmpty())
        chosen.languages = {m_language->current()};
    chosen.transparent = m_transparent->isChecked();
    chosen.outlines = m_text->current() == "outlines";
    chosen.face = widgets::fontFaceOf(m_face->current()).value_or(widgets::FontFace::Inter);
    chosen.everyCell = m_everyCell->isChecked();
    chosen.fontScale = m_scale->value() / 100.0;
    chosen.pngDpi = m_dpi->value();
    chosen.showTitle = m_title->isChecked();
    chosen.showCaption = m_sentence->isChecked();
    chosen.showColorBar = m_bar->isChecked();
    chosen.captions = m_captions->captions();
    chosen.altTexts = m_captions->altTexts();
    chosen.everyHead = m_everyHead->isChecked();
    chosen.everyLayer = m_everyLayer->isChecked();
    chosen.pattern = m_pattern->text();
    return chosen;
}

/// The numbers in the boxes are rounded; a page that was not touched keeps the preset's exact size: empty.
QSizeF ExportForm::chosenMillimetres() const
{
    const widgets::FigurePreset* preset = widgets::findPreset(m_preset->currentData().toString());
    const QSizeF said(m_width->value(), m_height->value()), exact = preset ? preset->style.size * 25.4 / 96 : QSizeF();
    const auto isOf = [](double box, double millimetres) { return std::abs(box - millimetres) < 0.06; };
    const bool isOpen = isOf(said.height(), exact.height()) || isOf(said.height(), m_shownHeight);
    return isOpen && isOf(said.width(), exact.width()) ? QSizeF() : said;
}

QString ExportForm::folder() const { return m_folder->text(); }
void ExportForm::setFolder(const QString& folder) { m_folder->setText(folder); }
void ExportForm::setTheme(ThemeId theme) { m_theme->setCurrent(widgets::themeWord(theme)); }

QString ExportForm::shownLanguage() const
{
    const QString chosen = m_language->current();
    return chosen == "all" ? m_shown->current() : chosen.isEmpty() ? currentLanguage() : chosen;
}

void ExportForm::showSource(const ExportSource& source)
{
    m_source = source;
    QString sentence, name = QStringLiteral("—");
    if (source.figure && source.data.a) {
        name = widgets::titleText(*source.figure, source.data); // the picture itself says of which layer and head it is
        const Speaking speaking(shownLanguage());
        sentence = widgets::composedCaption(*source.figure, source.data);
    }
    for (QCheckBox* const every : {m_everyHead, m_everyLayer})
        every->setEnabled(source.figure && source.figure->isOfRun);
    m_figure->setText(name);
    m_figure->setToolTip(name);
    m_figure->setMinimumHeight(std::max(m_figure->minimumHeight(), m_figure->heightForWidth(m_figure->width())));
    m_captions->showLanguage(shownLanguage(), sentence);
}

void ExportForm::showPageHeight(double millimetres)
{
    const QScopedValueRollback guard(m_isFilling, true);
    if (chosenMillimetres().isEmpty()) // else it is the person's own
        m_height->setValue(m_shownHeight = millimetres);
}

void ExportForm::setNameProblem(const QString& problem)
{
    m_nameHint->setTone(problem.isEmpty() ? Tone::Muted : Tone::Error);
    m_nameHint->setText(
        problem.isEmpty() ? tr("Filled in: {page} {figure} {layer} {head} {slot} {lang} {theme} {preset} {ext}") : problem);
}

void ExportForm::presetChosen()
{
    if (const widgets::FigurePreset* preset = widgets::findPreset(m_preset->currentData().toString())) {
        const QScopedValueRollback guard(m_isFilling, true);
        m_width->setValue(preset->style.size.width() * 25.4 / 96);
        m_height->setValue(preset->style.size.height() * 25.4 / 96);
        m_title->setChecked(preset->style.showTitle); // a paper begins without both
        m_sentence->setChecked(preset->style.showCaption);
    }
    refresh();
}

void ExportForm::refresh()
{
    if (m_isFilling)
        return;
    const widgets::FigureStyle style = settings().style(shownLanguage());
    m_shown->setVisible(m_language->current() == "all");
    m_dpi->setEnabled(m_formats[2].second->isChecked());
    m_text->setEnabled(m_formats[0].second->isChecked());
    const QString package = widgets::missingPackage(style.face);
    m_faceHint->setText(package.isEmpty() ? QString() : tr("Not installed, the nearest font is used. Debian: %1").arg(package));
    m_faceHint->setVisible(!package.isEmpty());
    const auto latex = std::ranges::find(m_formats, FigureFormat::Latex, &std::pair<FigureFormat, QCheckBox*>::first);
    m_captions->captionBox()->setEnabled(m_sentence->isChecked() || latex->second->isChecked());
    const bool isSmall = style.tickPoints < smallestPoints;
    const auto points = [](double value) { return QLocale::c().toString(value, 'g', 3); };
    QString type = tr("On the page: numbers %1 pt, labels %2 pt, title %3 pt")
                       .arg(points(style.tickPoints), points(style.labelPoints), points(style.titlePoints));
    type.replace(QLatin1String(" pt"), QStringLiteral("\u00a0pt")); // a number and its unit stay together
    m_points->setTone(isSmall ? Tone::Error : Tone::Muted);
    m_points->setText(isSmall ? tr("%1. Below %2 pt it is unreadable.").arg(type, points(smallestPoints)) : type);
    emit changed();
}

void ExportForm::browse()
{
    auto* dialog = new QFileDialog(this, tr("Folder for the files"), m_folder->text()); // not exec(): the window stays alive
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    connect(dialog, &QFileDialog::fileSelected, m_folder, &QLineEdit::setText);
    dialog->open();
}

void ExportForm::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void ExportForm::retranslate()
{
    for (const auto& [label, text] : m_labels)
        label->setText(QCoreApplication::translate("app::ExportForm", text));
    m_everyHead->setText(tr("every head"));
    m_everyLayer->setText(tr("every layer"));
    m_title->setText(tr("title"));
    m_sentence->setText(tr("caption"));
    m_bar->setText(tr("colour bar"));
    m_transparent->setText(tr("transparent"));
    m_everyCell->setText(tr("every cell in SVG and PDF"));
    m_everyCell->setToolTip(tr("Otherwise a block of cells that are smaller than a printed dot shows its largest magnitude"));
    m_face->setLabel("inter", "Inter", tr("Sans serif, as on screen"));
    m_face->setLabel("serif", tr("Serif"), tr("As Times, for papers"));
    m_face->setLabel("cm", "Computer Modern", tr("As LaTeX sets its text"));
    const auto box = [&](FigureFormat wanted) {
        return std::ranges::find(m_formats, wanted, &std::pair<FigureFormat, QCheckBox*>::first)->second;
    };
    box(FigureFormat::Recipe)->setText(tr("recipe"));
    box(FigureFormat::Recipe)->setToolTip(tr("The recipe alone, in a JSON file: opens like a figure"));
    box(FigureFormat::Latex)->setText(tr("LaTeX"));
    box(FigureFormat::Latex)->setToolTip(tr("The figure environment with its caption, in a file to include"));
    for (QDoubleSpinBox* side : {m_width, m_height})
        side->setSuffix(tr(" mm"));
    m_width->setAccessibleName(tr("Width"));
    m_height->setAccessibleName(tr("Height"));
    m_scale->setAccessibleName(tr("Type"));
    m_folder->setAccessibleName(tr("Folder"));
    m_dpi->setSuffix(tr(" dpi"));
    m_browse->setText(tr("Choose…"));
    m_captions->altTextBox()->setToolTip(tr("Read aloud by screen readers; if empty, the caption is"));
    m_theme->setLabel("light", tr("Light"));
    m_theme->setLabel("dark", tr("Dark"));
    m_theme->setLabel("high_contrast", tr("High contrast"));
    m_theme->setLabel("projector", tr("Projector"));
    m_language->setLabel("", tr("Window"), tr("The language of the window"));
    m_language->setLabel("all", tr("All"), tr("A file in each language"));
    for (SegmentedSwitch* choice : {m_language, m_shown})
        for (const QString& language : languages())
            choice->setLabel(language, languageName(language));
    m_text->setLabel("text", tr("Editable"), tr("Text stays text, in a font of the reader's machine"));
    m_text->setLabel("outlines", tr("Outlines"), tr("Looks the same everywhere, cannot be edited as text"));
    for (int i = 0; i < m_preset->count(); ++i)
        if (const widgets::FigurePreset* preset = widgets::findPreset(m_preset->itemData(i).toString()))
            m_preset->setItemText(i, QCoreApplication::translate("figures", preset->title));
    showSource(m_source);
    setNameProblem({});
    refresh();
}

} // namespace app
