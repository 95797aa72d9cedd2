#include "widgets/views/sweep/view.h"

#include "core/experiments/sweep_values.h"
#include "core/trace/trace.h"
#include "widgets/controls/control_line.h"
#include "widgets/figure/choice_text.h"
#include "widgets/views/circuits/map_numbers.h"
#include "widgets/views/circuits/metric_choice.h"
#include "widgets/views/sweep/figure.h"
#include "widgets/views/sweep/numbers.h"

#include <QComboBox>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QSpinBox>

#include <algorithm>

namespace widgets {

namespace {

constexpr int valuesWide = 14; // characters

QString keyIn(const QString& over) { return over.section(QLatin1Char('='), 0, 0); }
QString valuesIn(const QString& over) { return over.section(QLatin1Char('='), 1); }

/// "Layers"; of a parameter of a kind "Norm · Epsilon".
QString nameOf(const std::string& key)
{
    const core::ChoiceKey* const known = core::findChoiceKey(key);
    return known && !known->ofKey.empty() ? choiceName(known->ofKey) + QStringLiteral(" · ") + choiceName(key) : choiceName(key);
}

} // namespace

SweepView::SweepView(SelectionModel* selection, QWidget* parent)
    : FigureView(selection, parent)
    , m_key(new QComboBox(this))
    , m_values(new QLineEdit(this))
    , m_seeds(new QSpinBox(this))
    , m_measured(new QComboBox(this))
{
    m_key->setObjectName(QStringLiteral("sweptKey"));
    m_key->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_key->setMinimumContentsLength(valuesWide);
    m_values->setObjectName(QStringLiteral("sweptValues"));
    m_values->setMinimumWidth(m_values->fontMetrics().averageCharWidth() * valuesWide);
    m_seeds->setObjectName(seedsOption.name());
    m_seeds->setRange(seedsOption.least, seedsOption.most);
    m_measured->setObjectName(QStringLiteral("measured"));
    m_measured->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_measured->setMinimumContentsLength(valuesWide);
    m_measured->addItem(QString(), QString());
    for (QWidget* const control : std::initializer_list<QWidget*>{m_key, m_values, m_seeds, m_measured})
        controls()->addWidget(control);
    m_metric = new MetricChoice(metricsOfRuns(), *controls(), this);
    connect(m_key, &QComboBox::activated, this, &SweepView::takeKey);
    connect(m_values, &QLineEdit::editingFinished, this, &SweepView::takeValues);
    connect(m_seeds, &QSpinBox::valueChanged, this, &SweepView::redraw);
    connect(m_measured, &QComboBox::activated, this, [this] {
        m_tensor = m_measured->currentData().toString();
        redraw();
    });
    connect(m_metric, &MetricChoice::chosen, this, &SweepView::redraw);
    connect(m_metric, &MetricChoice::tokensChosen, this, &SweepView::whatIfChanged);
    SweepView::retranslate();
}

const FigureInfo& SweepView::figure() const { return sweepFigure; }

bool SweepView::restore(const QString& figureId, const QVariantMap& options)
{
    if (!FigureView::restore(figureId, options))
        return false;
    m_over = sweptOption.in(options);
    const QString measured = metricOption.in(options);
    m_tensor = measured.isEmpty() || measured == QLatin1String(answerMetric) || core::isMetric(measured.toStdString()) ? QString()
                                                                                                                       : measured;
    m_metric->restore(isTensor() ? QString() : measured);
    redraw();
    return true;
}

QVariantMap SweepView::options() const
{
    QVariantMap all{{metricOption.name(), isTensor() ? m_tensor : m_metric->current()}, {seedsOption.name(), m_seeds->value()}};
    if (!m_over.isEmpty())
        all[sweptOption.name()] = m_over;
    return all;
}

QVariantMap SweepView::whatIf() const { return m_metric->whatIf(); }

void SweepView::setWhatIf(const QVariantMap& numbers)
{
    if (numbers == whatIf())
        return;
    m_metric->setWhatIf(numbers);
    redraw();
}

/// Another choice, with the values that it had here before, or that it begins with.
void SweepView::takeKey()
{
    const QString key = m_key->currentData().toString();
    QString values = m_said[key];
    if (values.isEmpty() && run() && run()->setup) {
        QStringList all;
        for (const std::string& value : core::sweepValues(*run()->setup, key.toStdString()))
            all << QString::fromStdString(value);
        values = all.join(QLatin1Char(','));
    }
    m_over = key + QLatin1Char('=') + values;
    redraw();
    if (values.isEmpty())
        m_values->setFocus();
}

void SweepView::takeValues()
{
    const QString key = m_key->currentData().toString(), values = m_values->text().remove(QLatin1Char(' '));
    const QString over = key + QLatin1Char('=') + values;
    if (key.isEmpty() || !m_values->isModified() || over == m_over)
        return;
    m_said[key] = values;
    m_over = over;
    redraw();
}

void SweepView::fillKeys(const core::Setup& setup, const QString& current)
{
    QStringList keys;
    for (const std::string& key : core::sweepKeys(setup.config))
        keys << QString::fromStdString(key);
    if (!keys.contains(current)) // of a file, or of the model before
        keys << current;
    m_key->clear();
    for (const QString& key : std::as_const(keys)) {
        m_key->addItem(nameOf(key.toStdString()), key);
        m_key->setItemData(m_key->count() - 1, key, Qt::ToolTipRole);
    }
    m_keysOf = &setup;
}

/// The tensors of the selected layer, and those that are in none.
void SweepView::fillTensors(const FigureData& now)
{
    QStringList names;
    for (const core::TraceEntry& entry : now.a ? shownRun(now)->trace->entries() : std::vector<core::TraceEntry>())
        if (const core::NameParts parts = core::partsOfName(entry.name());
            parts.layer < 0 || (!parts.isOfEncoder && parts.layer == now.selection.layer))
            names << QString::fromStdString(entry.name());
    if (isTensor() && !names.contains(m_tensor))
        names << m_tensor;
    if (names != m_tensors) {
        m_tensors = names;
        while (m_measured->count() > 1)
            m_measured->removeItem(1);
        for (const QString& name : std::as_const(names))
            m_measured->addItem(name, name);
    }
    m_measured->setCurrentIndex(std::max(0, m_measured->findData(m_tensor)));
}

void SweepView::refreshControls(const FigureData& now)
{
    const core::Setup* const setup = now.a && shownRun(now)->setup ? shownRun(now)->setup.get() : nullptr;
    const QString over = setup ? sweptWords(now, shownRun(now)) : m_over;
    if (setup && (setup != m_keysOf || m_key->findData(keyIn(over)) < 0))
        fillKeys(*setup, keyIn(over));
    m_key->setCurrentIndex(m_key->findData(keyIn(over)));
    m_key->setEnabled(setup);
    m_values->setEnabled(setup);
    if (const QString values = valuesIn(over); (!m_values->hasFocus() || !m_values->isModified()) && values != m_values->text())
        m_values->setText(values); // not what is being written
    fillTensors(now);
    m_metric->setVisible(!isTensor());
    m_metric->show(now, {});
}

void SweepView::retranslate()
{
    m_key->setAccessibleName(tr("Choice that is swept"));
    m_key->setToolTip(tr("The choice whose values are run"));
    m_values->setAccessibleName(tr("Its values"));
    m_values->setToolTip(tr("The values, with commas between; each is a run"));
    m_seeds->setPrefix(tr("seeds "));
    m_seeds->setSpecialValueText(tr("own seed"));
    m_seeds->setAccessibleName(tr("Seeds of each value"));
    m_seeds->setToolTip(tr("How many seeds each value runs with; they change weights that no file brings"));
    m_measured->setItemText(0, tr("metric"));
    m_measured->setAccessibleName(tr("What is measured"));
    m_measured->setToolTip(tr("A metric, or the mean of a tensor of the selected layer"));
    m_metric->retranslate();
    m_keysOf = nullptr; // names of choices
}

const ViewInfo sweepView{
    .id = "sweep", .title = QT_TRANSLATE_NOOP("views", "Sweep"), .create = createView<SweepView>, .figures = {&sweepFigure}};

} // namespace widgets
