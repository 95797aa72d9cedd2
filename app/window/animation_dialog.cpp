#include "app/window/animation_dialog.h"

#include "app/session/frame_plans.h"

#include "widgets/controls/index_box.h"
#include "widgets/controls/text_label.h"
#include "widgets/plot/theme.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QEvent>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace app {

AnimationDialog::AnimationDialog(QWidget* parent)
    : QDialog(parent)
    , m_form(new QFormLayout)
    , m_what(new QComboBox(this))
    , m_count(new QSpinBox(this))
    , m_indices(new QWidget(this))
    , m_from(new widgets::IndexBox(m_indices))
    , m_to(new widgets::IndexBox(m_indices))
    , m_words(new QListWidget(this))
    , m_numbers(new QLineEdit(this))
    , m_seconds(new QDoubleSpinBox(this))
    , m_frames(new widgets::TextLabel(widgets::TextRole::Caption, widgets::Tone::Muted, this))
{
    auto* const ends = new QHBoxLayout(m_indices);
    ends->setContentsMargins(0, 0, 0, 0);
    ends->addWidget(m_from);
    ends->addWidget(new QLabel(QStringLiteral("–"), m_indices));
    ends->addWidget(m_to);
    ends->addStretch(1);
    m_what->setMaxVisibleItems(20);
    m_seconds->setRange(0.02, 60);
    m_seconds->setSingleStep(0.1);
    m_seconds->setValue(0.5);
    m_frames->setWordWrap(true);
    m_rows = {{m_what, QT_TRANSLATE_NOOP("app::AnimationDialog", "What changes")},
        {m_count, QT_TRANSLATE_NOOP("app::AnimationDialog", "Tokens")},
        {m_indices, QT_TRANSLATE_NOOP("app::AnimationDialog", "From – to")},
        {m_words, QT_TRANSLATE_NOOP("app::AnimationDialog", "Values")},
        {m_numbers, QT_TRANSLATE_NOOP("app::AnimationDialog", "Values")},
        {m_seconds, QT_TRANSLATE_NOOP("app::AnimationDialog", "Seconds a frame")}};
    for (const auto& [field, label] : m_rows) {
        auto* const words = new QLabel(this);
        words->setBuddy(field);
        m_form->addRow(words, field);
    }
    m_form->addRow(m_frames);
    auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    m_export = buttons->addButton(QString(), QDialogButtonBox::AcceptRole);
    auto* const column = new QVBoxLayout(this);
    column->addLayout(m_form, 1);
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(buttons, &QDialogButtonBox::accepted, this, [this] {
        accept();
        emit exportWanted();
    });
    connect(m_what, &QComboBox::currentIndexChanged, this, &AnimationDialog::showValues);
    for (QSpinBox* const box : {m_count, static_cast<QSpinBox*>(m_from), static_cast<QSpinBox*>(m_to)})
        connect(box, &QSpinBox::valueChanged, this, &AnimationDialog::refresh);
    connect(m_words, &QListWidget::itemChanged, this, &AnimationDialog::refresh);
    connect(m_numbers, &QLineEdit::textChanged, this, &AnimationDialog::refresh);
    retranslate();
}

const AnimatedThing& AnimationDialog::thing() const { return m_things[std::size_t(std::max(0, m_what->currentIndex()))]; }

void AnimationDialog::setThings(std::vector<AnimatedThing> things)
{
    const QString before = m_what->currentData().toString();
    m_things = std::move(things);
    {
        const QSignalBlocker quiet(m_what);
        m_what->clear();
        for (const AnimatedThing& one : m_things)
            m_what->addItem(one.label, one.key);
        m_what->setCurrentIndex(std::max(0, m_what->findData(before)));
    }
    showValues();
}

void AnimationDialog::showValues()
{
    const AnimatedThing& shown = thing();
    m_form->setRowVisible(m_count, shown.values == AnimatedThing::Count);
    m_form->setRowVisible(m_indices, shown.values == AnimatedThing::Indices);
    m_form->setRowVisible(m_words, shown.values == AnimatedThing::Words);
    m_form->setRowVisible(m_numbers, shown.values == AnimatedThing::Numbers);
    if (shown.values == AnimatedThing::Count) {
        m_count->setRange(1, shown.most);
        m_count->setValue(std::min(8, shown.most));
    } else if (shown.values == AnimatedThing::Indices) {
        for (widgets::IndexBox* const box : {m_from, m_to})
            box->setRange(0, shown.most);
        m_from->setValue(0);
        m_to->setValue(shown.most);
    } else if (shown.values == AnimatedThing::Words) {
        m_words->clear();
        for (qsizetype i = 0; i < shown.words.size(); ++i) {
            auto* const item = new QListWidgetItem(shown.labels[i], m_words);
            item->setData(Qt::UserRole, shown.words[i]);
            item->setCheckState(Qt::Checked);
        }
    } else if (shown.values == AnimatedThing::Numbers) {
        m_numbers->setText(shown.numbers);
    }
    refresh();
}

QString AnimationDialog::range() const
{
    const AnimatedThing& shown = thing();
    QStringList values;
    switch (shown.values) {
    case AnimatedThing::None: return shown.key;
    case AnimatedThing::Count: values << QString::number(m_count->value()); break;
    case AnimatedThing::Indices: values << QStringLiteral("%1..%2").arg(m_from->value()).arg(m_to->value()); break;
    case AnimatedThing::Words:
        for (int i = 0; i < m_words->count(); ++i)
            if (m_words->item(i)->checkState() == Qt::Checked)
                values << m_words->item(i)->data(Qt::UserRole).toString();
        break;
    case AnimatedThing::Numbers:
        for (const QString& word : m_numbers->text().split(QLatin1Char(',')))
            if (!word.trimmed().isEmpty())
                values << word.trimmed();
        break;
    }
    return values.isEmpty() ? QString() : shown.key + QLatin1Char('=') + values.join(QLatin1Char(','));
}

int AnimationDialog::milliseconds() const { return int(std::lround(1000 * m_seconds->value())); }

void AnimationDialog::refresh()
{
    bool isPossible = true;
    QString words;
    try {
        const FrameRange wanted = readFrameRange(range());
        if (thing().values == AnimatedThing::None)
            words = tr("A frame for each step that was kept");
        else if (thing().values == AnimatedThing::Count)
            words = tr("%n frames", nullptr, wanted.values[0].toInt() + 1);
        else
            words = tr("%n frames", nullptr, int(wanted.values.size()));
    } catch (const core::Error&) {
        isPossible = false;
        words = thing().values == AnimatedThing::Indices ? tr("The first one is behind the last one.")
            : thing().values == AnimatedThing::Words     ? tr("Choose at least one value.")
                                                         : tr("Type the values with commas between, at most %1: 1000, 10000.").arg(maxFrames);
    }
    m_frames->setText(words);
    m_export->setEnabled(isPossible);
}

void AnimationDialog::retranslate()
{
    setWindowTitle(tr("Export animation"));
    for (const auto& [field, label] : m_rows) {
        static_cast<QLabel*>(m_form->labelForField(field))->setText(tr(label));
        field->setAccessibleName(tr(label));
    }
    m_from->setAccessibleName(tr("From"));
    m_to->setAccessibleName(tr("To"));
    m_export->setText(tr("Export…"));
    if (!m_things.empty())
        refresh();
}

void AnimationDialog::changeEvent(QEvent* event)
{
    QDialog::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

} // namespace app
