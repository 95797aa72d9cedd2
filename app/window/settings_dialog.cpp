#include "app/window/settings_dialog.h"

#include "app/base/languages.h"
#include "app/window/key_editor.h"

#include "core/base/system_memory.h"
#include "widgets/controls/tab_order.h"
#include "widgets/controls/text_label.h"
#include "widgets/plot/theme.h"

#include <QCheckBox>
#include <QComboBox>
#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QEvent>
#include <QFormLayout>
#include <QIcon>
#include <QLabel>
#include <QPushButton>
#include <QScreen>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QTabWidget>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>

namespace app {

namespace {

constexpr int typeSizes[] = {100, 110, 125, 150, 175, 200}; // per cent
constexpr QSize ordinarySize(720, 520), dialogFrame(8, 48); // px of ordinary type; of a window manager

QString percentText(int percent) { return QCoreApplication::translate("numbers", "%1 %", "per cent").arg(percent); }

int machineGib() { return std::max(1, int(core::systemMemoryBytes() >> 30)); }

} // namespace

SettingsDialog::SettingsDialog(WindowActions* actions, QWidget* parent)
    : QDialog(parent)
    , m_tabs(new QTabWidget(this))
    , m_language(new QComboBox(this))
    , m_theme(new QComboBox(this))
    , m_typeSize(new QComboBox(this))
    , m_counting(new QComboBox(this))
    , m_memory(new QSpinBox(this))
    , m_threads(new QSpinBox(this))
    , m_motion(new QCheckBox(this))
    , m_keys(new KeyEditor(actions, this))
    , m_buttons(new QDialogButtonBox(QDialogButtonBox::Close, this))
{
    auto* const general = new QWidget(this);
    m_form = new QFormLayout(general);
    m_form->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    m_form->setRowWrapPolicy(QFormLayout::WrapLongRows);
    m_language->addItem(QString(), QString()); // as the system
    for (const QString& language : languages())
        m_language->addItem(languageName(language), language);
    m_theme->addItem(QString(), QStringLiteral("system"));
    for (const widgets::ThemeId theme : widgets::allThemes())
        m_theme->addItem(QString(), widgets::themeWord(theme));
    for (const int percent : typeSizes)
        m_typeSize->addItem(QString(), percent);
    for (const int first : {0, 1})
        m_counting->addItem(QString::number(first), first);
    m_memory->setRange(0, machineGib());
    m_threads->setRange(0, Settings::maxThreads);
    for (QSpinBox* const box : {m_memory, m_threads})
        box->setKeyboardTracking(false); // "16" is not 1 first
    const std::pair<QWidget*, const char*> names[] = {{m_language, "language"}, {m_theme, "theme"}, {m_typeSize, "typeSize"},
        {m_motion, "motion"}, {m_counting, "countFrom"}, {m_memory, "memory"}, {m_threads, "threads"}};
    for (const auto& [field, name] : names)
        field->setObjectName(QLatin1String(name));
    addRow(QT_TRANSLATE_NOOP("app::SettingsDialog", "Language"), m_language);
    addRow(QT_TRANSLATE_NOOP("app::SettingsDialog", "Theme"), m_theme);
    addRow(QT_TRANSLATE_NOOP("app::SettingsDialog", "Type size"), m_typeSize);
    addRow(QT_TRANSLATE_NOOP("app::SettingsDialog", "Motion"), m_motion,
        QT_TRANSLATE_NOOP("app::SettingsDialog", "Steps and zooms change at once instead of moving."));
    addRow(QT_TRANSLATE_NOOP("app::SettingsDialog", "Count from"), m_counting,
        QT_TRANSLATE_NOOP("app::SettingsDialog",
            "Layers, heads, tokens, dimensions, experts. From 0 always: tensor names, files of numbers, commands, and the window "
            "during a lesson or the lecture."));
    addRow(QT_TRANSLATE_NOOP("app::SettingsDialog", "Memory for runs"), m_memory,
        QT_TRANSLATE_NOOP("app::SettingsDialog", "A run takes at most a sixth of it; a larger one is refused."));
    addRow(QT_TRANSLATE_NOOP("app::SettingsDialog", "Threads"), m_threads,
        QT_TRANSLATE_NOOP("app::SettingsDialog", "Takes effect with the next start."));
    auto* const area = new QScrollArea(this); // large type on a small screen
    area->setFrameShape(QFrame::NoFrame);
    area->setWidgetResizable(true);
    area->setFocusPolicy(Qt::NoFocus); // it follows the fields
    area->setWidget(general);
    m_tabs->addTab(area, QString());
    m_tabs->addTab(m_keys, QString());
    auto* const column = new QVBoxLayout(this);
    column->addWidget(m_tabs, 1);
    column->addWidget(m_buttons);
    connect(m_buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_language, &QComboBox::activated, this, [this] { emit languageChosen(m_language->currentData().toString()); });
    connect(m_theme, &QComboBox::activated, this, [this] { emit themeChosen(m_theme->currentData().toString()); });
    connect(m_typeSize, &QComboBox::activated, this, [this] { emit typeSizeChosen(m_typeSize->currentData().toInt()); });
    connect(m_motion, &QCheckBox::toggled, this, &SettingsDialog::motionChosen);
    connect(m_counting, &QComboBox::activated, this, [this] { emit countingChosen(m_counting->currentData().toInt()); });
    connect(m_memory, &QSpinBox::valueChanged, this, &SettingsDialog::memoryChosen);
    connect(m_threads, &QSpinBox::valueChanged, this, &SettingsDialog::threadsChosen);
    connect(m_keys, &KeyEditor::changed, this, &SettingsDialog::keysChanged);
    retranslate();
}

void SettingsDialog::addRow(const char* label, QWidget* field, const char* note)
{
    auto* const words = new QLabel(this);
    words->setBuddy(field);
    m_labels.emplace_back(words, label);
    m_form->addRow(words, field);
    if (!*note)
        return;
    auto* const below = new widgets::TextLabel(widgets::TextRole::Caption, widgets::Tone::Muted, this);
    below->setWordWrap(true);
    below->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    m_notes.emplace_back(below, note);
    m_form->addRow(QString(), below);
}

void SettingsDialog::setSettings(const Settings& settings)
{
    const QSignalBlocker quiet(this);
    m_language->setCurrentIndex(m_language->findData(settings.language));
    m_theme->setCurrentIndex(
        m_theme->findData(settings.followsSystem ? QStringLiteral("system") : widgets::themeWord(settings.theme)));
    if (m_typeSize->findData(settings.typePercent) < 0) // another one, from the file
        m_typeSize->addItem(percentText(settings.typePercent), settings.typePercent);
    m_typeSize->setCurrentIndex(m_typeSize->findData(settings.typePercent));
    m_motion->setChecked(settings.reducesMotion);
    m_counting->setCurrentIndex(m_counting->findData(settings.countFrom));
    m_memory->setValue(settings.memoryGib);
    m_threads->setValue(settings.threads);
}

void SettingsDialog::retranslate()
{
    setWindowTitle(tr("Settings"));
    m_tabs->setTabText(0, tr("General"));
    m_tabs->setTabText(1, tr("Keys"));
    for (const auto& [label, text] : m_labels) {
        label->setText(tr(text));
        label->buddy()->setAccessibleName(label->text());
    }
    for (const auto& [note, text] : m_notes)
        note->setText(tr(text));
    const std::pair<const char*, QString> themes[] = {{"system", tr("As the system")}, {"light", tr("Light")}, {"dark", tr("Dark")},
        {"high_contrast", tr("High contrast")}, {"projector", tr("Projector")}};
    for (const auto& [word, name] : themes)
        m_theme->setItemText(m_theme->findData(QString::fromLatin1(word)), name);
    m_language->setItemText(0, tr("As the system"));
    for (int i = 0; i < m_typeSize->count(); ++i)
        m_typeSize->setItemText(i, percentText(m_typeSize->itemData(i).toInt()));
    m_motion->setText(tr("Reduce motion"));
    m_memory->setSuffix(tr(" GiB"));
    m_memory->setSpecialValueText(tr("all of this computer"));
    m_threads->setSpecialValueText(tr("one per core"));
    m_threads->setSuffix(QString()); // measures the box anew, which the text before does not
    if (QPushButton* const close = m_buttons->button(QDialogButtonBox::Close)) {
        close->setText(tr("Close"));
        close->setIcon(QIcon()); // of the desktop, for its own theme
    }
}

/// As large as its words want, and within its screen with its frame.
void SettingsDialog::fitScreen()
{
    const QRect room = screen()->availableGeometry();
    const QSize least = (ordinarySize * widgets::currentTheme().scale).expandedTo(sizeHint());
    resize(least.boundedTo(room.size() - dialogFrame));
    move(std::clamp(x(), room.left(), std::max(room.left(), room.right() - width() - dialogFrame.width())),
        std::clamp(y(), room.top(), std::max(room.top(), room.bottom() - height() - dialogFrame.height())));
}

void SettingsDialog::changeEvent(QEvent* event)
{
    QDialog::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    if (event->type() == QEvent::FontChange && isVisible())
        QTimer::singleShot(0, this, &SettingsDialog::fitScreen); // when every part has its new type
}

void SettingsDialog::showEvent(QShowEvent* event)
{
    QDialog::showEvent(event);
    fitScreen();
    widgets::followTheEye(*this);
}

} // namespace app
