#include "widgets/panels/choice_row.h"

#include "widgets/panels/text_label.h"

#include <QCheckBox>
#include <QComboBox>
#include <QCoreApplication>
#include <QDoubleSpinBox>
#include <QGridLayout>
#include <QLineEdit>
#include <QPainter>
#include <QScopedValueRollback>
#include <QSpinBox>
#include <QStandardItemModel>
#include <QToolButton>
#include <QWheelEvent>

#include <cmath>
#include <limits>

namespace widgets {

namespace {

constexpr int kDotRoom = 10; // px left of the name

QString translated(const std::string& text) { return QCoreApplication::translate("core", text.c_str()); }

/// The wheel scrolls the panel; it changes a control only when that was clicked before.
template <class Control>
class Calm : public Control
{
public:
    explicit Calm(QWidget* parent)
        : Control(parent)
    {
        Control::setFocusPolicy(Qt::StrongFocus);
    }

protected:
    void wheelEvent(QWheelEvent* event) override
    {
        if (Control::hasFocus())
            Control::wheelEvent(event);
        else
            event->ignore();
    }
};

/// Numbers of any size: 0.5 steps by tenths, 1e-6 to 1e-5, 10000 to 11000.
class NumberBox : public Calm<QDoubleSpinBox>
{
public:
    explicit NumberBox(QWidget* parent)
        : Calm<QDoubleSpinBox>(parent)
    {
        setDecimals(17);
        setLocale(QLocale::c());
    }

    QString textFromValue(double value) const override { return QString::number(value, 'g', 6); }
    double valueFromText(const QString& text) const override { return text.toDouble(); }
    QValidator::State validate(QString& text, int&) const override
    {
        bool isNumber = false;
        const double number = text.toDouble(&isNumber);
        return isNumber && number >= minimum() && number <= maximum() ? QValidator::Acceptable : QValidator::Intermediate;
    }
    QSize sizeHint() const override { return QSpinBox(nullptr).sizeHint(); }
    QSize minimumSizeHint() const override { return {60, QSpinBox(nullptr).minimumSizeHint().height()}; }
    void stepBy(int steps) override
    {
        const double size = std::abs(value());
        if (size > 0 && size < 0.01) {
            setValue(value() * std::pow(10.0, steps));
            return;
        }
        const double step = size >= 10 ? std::pow(10.0, std::floor(std::log10(size)) - 1) : 0.1;
        setValue(value() + steps * step);
    }
};

} // namespace

ChoiceRow::ChoiceRow(const core::ChoiceKey& key, QWidget* parent)
    : QWidget(parent)
    , m_key(key)
    , m_label(new TextLabel(TextRole::Label, key.ofKey.empty() ? Tone::Normal : Tone::Muted, this))
    , m_control(makeControl())
    , m_reset(new QToolButton(this))
    , m_problem(new TextLabel(TextRole::Caption, Tone::Error, this))
{
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(kDotRoom + (key.ofKey.empty() ? 0 : space::m), 0, 0, 0);
    grid->setHorizontalSpacing(space::xs);
    grid->setVerticalSpacing(0);
    grid->addWidget(m_label, 0, 0);
    grid->addWidget(m_control, 0, 1);
    grid->addWidget(m_reset, 0, 2);
    grid->addWidget(m_problem, 1, 0, 1, 3);
    const bool isCheck = key.type == core::ChoiceType::Bool; // leaves its room to the name
    grid->setColumnStretch(0, isCheck ? 1 : 4);
    grid->setColumnStretch(1, isCheck ? 0 : 5);
    m_label->setWordWrap(true);

    m_label->setBuddy(m_control);
    m_label->setMinimumWidth(20);
    m_label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    QSizePolicy keep = m_reset->sizePolicy();
    keep.setRetainSizeWhenHidden(true); // controls stay in line
    m_reset->setSizePolicy(keep);
    m_reset->setAutoRaise(true);
    m_reset->setText(QStringLiteral("↺"));
    m_reset->hide();
    m_problem->setWordWrap(true);
    m_problem->hide();
    m_control->setObjectName(QString::fromStdString(key.id));
    connect(m_reset, &QToolButton::clicked, this, &ChoiceRow::resetAsked);
    retranslate();
}

core::Json ChoiceRow::readText(const std::string& text) const
{
    // As on the command line: a number, a word, a list, a file. What cannot be read is refused where it is applied.
    try {
        core::Choices said;
        said.setText(m_key.id + "=" + text, 1);
        return said.value(m_key.id);
    } catch (const core::Error&) {
        return text;
    }
}

QWidget* ChoiceRow::makeControl()
{
    const bool bounded = m_key.max > m_key.min;
    switch (m_key.type) {
    case core::ChoiceType::Word: {
        auto* combo = new Calm<QComboBox>(this);
        combo->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        combo->setMinimumContentsLength(6);
        for (const std::string& word : m_key.words)
            combo->addItem(QString::fromStdString(word), QString::fromStdString(word));
        connect(combo, &QComboBox::activated, this, [this](int word) { emit chosen(m_key.words[std::size_t(word)], false); });
        return combo;
    }
    case core::ChoiceType::Bool: {
        auto* check = new QCheckBox(this);
        connect(check, &QCheckBox::clicked, this, [this](bool on) { emit chosen(on, false); });
        return check;
    }
    case core::ChoiceType::Integer: {
        auto* spin = new Calm<QSpinBox>(this);
        const double most = std::numeric_limits<int>::max();
        spin->setRange(int(std::max(m_key.min, -most)), bounded ? int(std::min(m_key.max, most)) : int(most));
        connect(spin, &QSpinBox::valueChanged, this, [this](int value) {
            if (!m_setting)
                emit chosen(value, true);
        });
        return spin;
    }
    case core::ChoiceType::Number: {
        auto* spin = new NumberBox(this);
        spin->setRange(bounded ? m_key.min : -1e300, bounded ? m_key.max : 1e300);
        connect(spin, &QDoubleSpinBox::valueChanged, this, [this](double value) {
            if (!m_setting)
                emit chosen(value, true);
        });
        return spin;
    }
    case core::ChoiceType::Text:
    case core::ChoiceType::NumberOrWord:
    case core::ChoiceType::Numbers:
    case core::ChoiceType::Table:
        break;
    }
    auto* edit = new QLineEdit(this);
    connect(edit, &QLineEdit::editingFinished, this, [this, edit] {
        if (!edit->isModified())
            return;
        edit->setModified(false);
        emit chosen(readText(edit->text().toStdString()), false);
    });
    return edit;
}

void ChoiceRow::setValue(const core::Json& value, bool variesByLayer)
{
    const QScopedValueRollback guard(m_setting, true);
    if (auto* combo = qobject_cast<QComboBox*>(m_control)) {
        // A word like "true" comes back resolved, as a bool.
        const std::string word = value.is_string() ? value.get<std::string>() : core::writeJson(value);
        combo->setCurrentIndex(combo->findData(QString::fromStdString(word)));
    } else if (auto* check = qobject_cast<QCheckBox*>(m_control)) {
        check->setChecked(value.is_boolean() && value.get<bool>());
    } else if (auto* spin = qobject_cast<QSpinBox*>(m_control)) {
        if (value.is_number() && double(spin->value()) != value.get<double>())
            spin->setValue(int(std::min(value.get<double>(), double(spin->maximum()))));
    } else if (auto* number = qobject_cast<QDoubleSpinBox*>(m_control)) {
        if (value.is_number() && number->value() != value.get<double>())
            number->setValue(value.get<double>());
    } else if (auto* edit = qobject_cast<QLineEdit*>(m_control); edit && !edit->isModified()) {
        edit->setText(value.is_string() ? QString::fromStdString(value.get<std::string>())
                : value.is_number()     ? QString::number(value.get<double>(), 'g', 6)
                : value.is_null()       ? QString()
                                        : QString::fromStdString(core::writeJson(value)));
        edit->setCursorPosition(0);
    }
    m_varies = variesByLayer;
    refreshTip();
}

void ChoiceRow::setDifference(bool differs, bool canReset)
{
    m_differs = differs;
    m_reset->setVisible(canReset);
    setAccessibleDescription(differs ? tr("differs from the model") : QString());
    update();
}

void ChoiceRow::setFixed(const QString& reason)
{
    m_fixedReason = reason;
    m_control->setEnabled(reason.isEmpty());
    refreshTip();
}

void ChoiceRow::setWordRefused(int word, const QString& reason)
{
    auto* combo = qobject_cast<QComboBox*>(m_control);
    auto* model = combo ? qobject_cast<QStandardItemModel*>(combo->model()) : nullptr;
    if (!model || word < 0 || word >= model->rowCount())
        return;
    const QString formula = std::size_t(word) < m_key.formulas.size() ? translated(m_key.formulas[std::size_t(word)]) : QString();
    QStandardItem* item = model->item(word);
    item->setEnabled(reason.isEmpty());
    item->setToolTip(reason.isEmpty() ? formula : reason);
    item->setData(item->toolTip(), Qt::AccessibleDescriptionRole);
}

void ChoiceRow::setProblem(const QString& problem)
{
    m_problem->setText(problem);
    m_problem->setVisible(!problem.isEmpty());
    m_control->setAccessibleDescription(problem);
}

void ChoiceRow::retranslate()
{
    m_label->setText(translated(m_key.label));
    m_control->setAccessibleName(m_label->text());
    m_reset->setToolTip(tr("Back to the model's own choice"));
    m_reset->setAccessibleName(m_reset->toolTip());
    if (auto* combo = qobject_cast<QComboBox*>(m_control))
        for (int i = 0; i < combo->count(); ++i)
            if (std::size_t(i) < m_key.wordLabels.size())
                combo->setItemText(i, translated(m_key.wordLabels[std::size_t(i)]));
    refreshTip();
}

void ChoiceRow::refreshTip()
{
    QStringList lines{QString::fromStdString(m_key.id)};
    if (auto* combo = qobject_cast<QComboBox*>(m_control); combo && combo->currentIndex() >= 0) {
        const auto word = std::size_t(combo->currentIndex());
        if (word < m_key.formulas.size() && !m_key.formulas[word].empty())
            lines << translated(m_key.formulas[word]);
    }
    if (m_varies)
        lines << tr("Differs by layer; shown: layer 0.");
    if (!m_fixedReason.isEmpty())
        lines << m_fixedReason;
    m_control->setToolTip(lines.join(QLatin1Char('\n')));
    m_label->setToolTip(m_label->text() + QLatin1Char('\n') + m_control->toolTip());
}

void ChoiceRow::paintEvent(QPaintEvent*)
{
    if (!m_differs)
        return;
    const Theme& theme = currentTheme();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.accent);
    painter.drawEllipse(QPointF(kDotRoom / 2.0 - 1, m_control->geometry().center().y() + 0.5), 3, 3);
}

} // namespace widgets
