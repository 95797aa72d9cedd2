#include "widgets/panels/choice_control.h"

#include "widgets/controls/segmented_switch.h"
#include "widgets/panels/choice_words.h"
#include "widgets/panels/mask_painter.h"
#include "widgets/plot/theme.h"

#include <QAbstractItemView>
#include <QCheckBox>
#include <QComboBox>
#include <QCoreApplication>
#include <QDoubleSpinBox>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPainter>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QStandardItemModel>
#include <QStylePainter>
#include <QWheelEvent>

#include <cmath>
#include <limits>

namespace widgets {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(ChoiceRow)
};

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

/// Says before its words come into sight or reach.
class Menu : public Calm<QComboBox>
{
public:
    Menu(const std::function<void()>& opening, QWidget* parent)
        : Calm<QComboBox>(parent)
        , m_opening(opening)
    {
    }

    void showPopup() override
    {
        m_opening();
        Calm<QComboBox>::showPopup();
    }

protected:
    /// As Qt does, but a word that is too wide ends in "…" instead of in the middle of a letter.
    void paintEvent(QPaintEvent*) override
    {
        QStylePainter painter(this);
        painter.setPen(palette().color(QPalette::Text));
        QStyleOptionComboBox option;
        initStyleOption(&option);
        const QRect field = style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, this);
        option.currentText = option.fontMetrics.elidedText(option.currentText, Qt::ElideRight, field.width() - 2);
        painter.drawComplexControl(QStyle::CC_ComboBox, option);
        painter.drawControl(QStyle::CE_ComboBoxLabel, option);
    }
    void keyPressEvent(QKeyEvent* event) override
    {
        m_opening();
        Calm<QComboBox>::keyPressEvent(event);
    }
    void wheelEvent(QWheelEvent* event) override
    {
        if (hasFocus())
            m_opening();
        Calm<QComboBox>::wheelEvent(event);
    }

private:
    std::function<void()> m_opening;
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

/// Drawn by hand: the style's own box cannot be seen on a dark ground.
class TickBox : public QCheckBox
{
public:
    using QCheckBox::QCheckBox;

    QSize sizeHint() const override
    {
        const int all = int(std::ceil(side())) + 2 * ring;
        return {all, all};
    }
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent*) override
    {
        const Theme& theme = currentTheme();
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        const double side = this->side();
        const QRectF box((width() - side) / 2, (height() - side) / 2, side, side);
        const QColor strong = isEnabled() ? theme.accent : theme.disabled;
        if (hasFocus()) { // around the box, which has the colour of the ring when it is ticked
            painter.setPen(QPen(theme.accent, 2));
            painter.drawRoundedRect(box.adjusted(-3, -3, 3, 3), 5, 5);
        }
        painter.setPen(isEnabled() ? theme.borderStrong : theme.border);
        painter.setBrush(isChecked() ? strong : theme.surface);
        painter.drawRoundedRect(box, 3, 3);
        if (!isChecked())
            return;
        painter.setPen(QPen(theme.onAccent, 1.8 * theme.scale, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        painter.drawPolyline(QPolygonF({box.topLeft() + QPointF(0.24, 0.52) * side, box.topLeft() + QPointF(0.43, 0.71) * side,
            box.topLeft() + QPointF(0.77, 0.31) * side}));
    }

private:
    static constexpr int ring = 4; // px around the box, for its focus
    static double side() { return 14 * currentTheme().scale; }
};

/// As on the command line: a number, a word, a list. What cannot be read is refused where it is applied.
core::Json readText(const core::ChoiceKey& key, const QString& text)
{
    try {
        core::Choices said;
        said.setText(key.id + "=" + text.simplified().remove(QLatin1Char(' ')).toStdString(), 1);
        return said.value(key.id);
    } catch (const core::Error&) {
        return text.toStdString();
    }
}

QString shown(const core::Json& value)
{
    if (value.is_string())
        return QString::fromStdString(value.get<std::string>());
    if (value.is_number())
        return QString::number(value.get<double>(), 'g', 6);
    if (!value.is_array())
        return value.is_null() ? QString() : QString::fromStdString(core::writeJson(value));
    QStringList numbers;
    for (const core::Json& one : value)
        numbers << shown(one);
    return numbers.join(QStringLiteral(", "));
}

void whenEdited(QLineEdit* edit, const std::function<void(const QString&)>& done)
{
    QObject::connect(edit, &QLineEdit::editingFinished, edit, [edit, done] {
        if (!edit->isModified())
            return;
        edit->setModified(false);
        done(edit->text());
    });
}

QWidget* makeMenu(const core::ChoiceKey& key, QWidget* parent, const ChosenValue& chosen, const std::function<void()>& opening)
{
    auto* combo = new Menu(opening, parent);
    combo->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    combo->setMinimumContentsLength(6);
    for (const std::string& word : key.words)
        combo->addItem(QString::fromStdString(word), QString::fromStdString(word));
    QObject::connect(
        combo, &QComboBox::activated, combo, [words = key.words, chosen](int word) { chosen(words[std::size_t(word)], false); });
    if (key.type == core::ChoiceType::Word)
        return combo;

    // A word of the menu, or what is typed: a number or a list.
    combo->setEditable(true);
    combo->setInsertPolicy(QComboBox::NoInsert);
    combo->setCompleter(nullptr);
    whenEdited(combo->lineEdit(), [combo, key, chosen](const QString& text) {
        const int word = combo->findText(text.trimmed(), Qt::MatchFixedString);
        chosen(word >= 0 ? core::Json(key.words[std::size_t(word)]) : readText(key, text), false);
    });
    return combo;
}

/// The words depend on what runs: all visible, since none can be known beforehand.
bool hasWordsOfItsOwn(const core::ChoiceKey& key) { return key.id == "weights"; }

} // namespace

QString coreLabel(const std::string& text) { return QCoreApplication::translate("core", text.c_str()); }

QWidget* makeControl(const core::ChoiceKey& key, QWidget* parent, const ChosenValue& chosen, const std::function<void()>& opening)
{
    const bool bounded = key.max > key.min;
    if (hasWordsOfItsOwn(key)) {
        auto* words = new SegmentedSwitch(wordIds(key), parent);
        QObject::connect(
            words, &SegmentedSwitch::chosen, words, [key, chosen](const QString& id) { chosen(valueOfWord(key, id), false); });
        return words;
    }
    switch (key.type) {
    case core::ChoiceType::Word:
        return makeMenu(key, parent, chosen, opening);
    case core::ChoiceType::NumberOrWord:
    case core::ChoiceType::Numbers:
        if (!key.words.empty())
            return makeMenu(key, parent, chosen, opening);
        break;
    case core::ChoiceType::Bool: {
        auto* check = new TickBox(parent);
        QObject::connect(check, &QCheckBox::clicked, check, [chosen](bool on) { chosen(on, false); });
        return check;
    }
    case core::ChoiceType::Integer: {
        auto* spin = new Calm<QSpinBox>(parent);
        const double most = std::numeric_limits<int>::max();
        spin->setRange(int(std::max(key.min, -most)), bounded ? int(std::min(key.max, most)) : int(most));
        QObject::connect(spin, &QSpinBox::valueChanged, spin, [chosen](int value) { chosen(value, true); });
        return spin;
    }
    case core::ChoiceType::Number: {
        auto* spin = new NumberBox(parent);
        spin->setRange(bounded ? key.min : -1e300, bounded ? key.max : 1e300);
        QObject::connect(spin, &QDoubleSpinBox::valueChanged, spin, [chosen](double value) { chosen(value, true); });
        return spin;
    }
    case core::ChoiceType::Table: {
        auto* painter = new MaskPainter(parent);
        QObject::connect(painter, &MaskPainter::painted, painter, [chosen](const core::Json& table) { chosen(table, false); });
        return painter;
    }
    case core::ChoiceType::Text:
        break;
    }
    auto* edit = new QLineEdit(parent);
    whenEdited(edit,
        [key, chosen](const QString& text) { chosen(text.trimmed().isEmpty() ? core::Json() : readText(key, text), false); });
    return edit;
}

bool needsOwnLine(const core::ChoiceKey& key) { return key.type == core::ChoiceType::Table || hasWordsOfItsOwn(key); }

void showRefused(const ChoiceEditor& editor, const core::ChoiceKey& key, QWidget* control)
{
    if (auto* words = qobject_cast<SegmentedSwitch*>(control))
        for (const QString& id : words->ids()) {
            const QString reason = whyNotWord(editor, key, id);
            words->setAvailable(id, reason.isEmpty(), reason);
        }
    auto* combo = qobject_cast<QComboBox*>(control);
    auto* model = combo ? qobject_cast<QStandardItemModel*>(combo->model()) : nullptr;
    const QStringList ids = model && editor.canEdit() ? wordIds(key) : QStringList();
    for (int i = 0; i < ids.size() && i < model->rowCount(); ++i) {
        const QString reason = whyNotWord(editor, key, ids[i]);
        QStandardItem* item = model->item(i);
        item->setEnabled(reason.isEmpty());
        item->setToolTip(reason.isEmpty() ? wordText(editor, key, ids[i]).meaning : reason);
        item->setData(item->toolTip(), Qt::AccessibleDescriptionRole);
    }
}

void showValue(const ChoiceEditor& editor, const core::ChoiceKey& key, QWidget* control)
{
    const core::Json value = editor.value(key, editor.layerOf(key));
    const QSignalBlocker quiet(control);
    if (auto* words = qobject_cast<SegmentedSwitch*>(control)) {
        for (const QString& id : words->ids()) {
            const WordText text = wordText(editor, key, id);
            words->setLabel(id, text.label, text.meaning);
            words->setBrief(id, briefWord(editor, key, id));
        }
        words->setCurrent(currentWord(editor, key));
    } else if (auto* combo = qobject_cast<QComboBox*>(control)) {
        if (combo->isEditable() && combo->lineEdit()->isModified())
            return; // the person is typing
        // A word like "true" comes back resolved, as a bool.
        const std::string word = core::plainText(value);
        combo->setCurrentIndex(combo->findData(QString::fromStdString(word)));
        if (combo->isEditable() && combo->currentIndex() < 0) {
            combo->setEditText(shown(value));
            combo->lineEdit()->setCursorPosition(0);
        }
    } else if (auto* check = qobject_cast<QCheckBox*>(control)) {
        check->setChecked(value.is_boolean() && value.get<bool>());
    } else if (auto* spin = qobject_cast<QSpinBox*>(control)) {
        if (value.is_number() && double(spin->value()) != value.get<double>())
            spin->setValue(int(std::min(value.get<double>(), double(spin->maximum()))));
    } else if (auto* number = qobject_cast<QDoubleSpinBox*>(control)) {
        if (value.is_number() && number->value() != value.get<double>())
            number->setValue(value.get<double>());
    } else if (auto* painter = qobject_cast<MaskPainter*>(control)) {
        painter->setTable(value);
    } else if (auto* edit = qobject_cast<QLineEdit*>(control); edit && !edit->isModified()) {
        edit->setText(shown(value));
        edit->setCursorPosition(0);
    }
}

void retranslateControl(const core::ChoiceKey& key, QWidget* control)
{
    if (auto* combo = qobject_cast<QComboBox*>(control)) {
        for (int i = 0; i < combo->count(); ++i)
            if (std::size_t(i) < key.wordLabels.size())
                combo->setItemText(i, coreLabel(key.wordLabels[std::size_t(i)]));
        combo->view()->setMinimumWidth(combo->view()->sizeHintForColumn(0) + 24); // the list shows what the box must cut off
        if (combo->isEditable())
            combo->lineEdit()->setPlaceholderText(
                key.type == core::ChoiceType::Numbers ? Words::tr("comma-separated numbers") : Words::tr("a number"));
    } else if (auto* edit = qobject_cast<QLineEdit*>(control)) {
        edit->setPlaceholderText(
            key.type == core::ChoiceType::Numbers ? Words::tr("comma-separated numbers") : Words::tr("letters, e.g. wwwf"));
    }
}

} // namespace widgets
