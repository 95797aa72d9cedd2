#include "widgets/panels/inspector.h"

#include "core/analysis/statistics.h"
#include "widgets/controls/segmented_switch.h"
#include "widgets/controls/text_label.h"
#include "widgets/panels/derivation_text.h"
#include "widgets/panels/statistics_table.h"
#include "widgets/plot/figure_style.h"
#include "widgets/plot/histogram.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"

#include <QLineEdit>
#include <QListWidget>
#include <QScopedValueRollback>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

namespace widgets {

namespace {

const QString kNumbers = QStringLiteral("numbers"), kAnswer = QStringLiteral("answer"), kLoss = QStringLiteral("loss");
constexpr int kBins = 32;
constexpr core::Index shownTerms = 4; // of a long sum

} // namespace

Inspector::Inspector(SelectionModel* selection, QWidget* parent)
    : QWidget(parent)
    , m_selection(selection)
    , m_search(new QLineEdit(this))
    , m_names(new QListWidget(this))
    , m_of(new SegmentedSwitch({kNumbers, kAnswer, kLoss}, this))
    , m_from(new TextLabel(TextRole::Label, Tone::Normal, this))
    , m_operands(new TextLabel(TextRole::Body, Tone::Normal))
    , m_answer(new QScrollArea(this))
    , m_table(new StatisticsTable(this))
    , m_empty(new TextLabel(TextRole::Body, Tone::Muted, this))
    , m_histogram(new Plot(this))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(space::s, space::s, space::s, space::s);
    column->setSpacing(space::s);
    column->addWidget(m_search);
    column->addWidget(m_empty);
    column->addWidget(m_names, 2);
    column->addWidget(m_of);
    column->addWidget(m_from);
    column->addWidget(m_answer, 4);
    column->addWidget(m_table, 8); // at most what its rows need
    column->addWidget(m_histogram, 1);

    m_from->setWordWrap(true);
    m_operands->setWordWrap(true);
    m_operands->setTextFormat(Qt::RichText);
    m_operands->setAlignment(Qt::AlignTop);
    m_operands->setTextInteractionFlags(Qt::TextBrowserInteraction);
    m_answer->setFrameShape(QFrame::NoFrame);
    m_answer->setWidgetResizable(true);
    m_answer->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_answer->setWidget(m_operands);
    m_operands->setAutoFillBackground(false); // the panel's ground shows through
    m_answer->viewport()->setAutoFillBackground(false);
    connect(m_operands, &QLabel::linkActivated, this, [this](const QString& link) {
        const auto line = std::size_t(link.section('.', 0, 0).toInt()), factor = std::size_t(link.section('.', 1, 1).toInt());
        if (line < m_derivation.lines.size() && factor < m_derivation.lines[line].factors.size())
            follow(core::Element(m_derivation.lines[line].factors[factor])); // a copy: the answer changes on the way
    });

    m_search->setClearButtonEnabled(true);
    m_names->setUniformItemSizes(true);
    m_names->setFrameShape(QFrame::NoFrame);
    m_names->setTextElideMode(Qt::ElideMiddle);
    m_empty->setWordWrap(true);
    m_histogram->setMinimumHeight(70);

    m_of->setCurrent(kNumbers);
    connect(m_of, &SegmentedSwitch::chosen, this, &Inspector::refresh); // by the person, who sees it
    connect(m_search, &QLineEdit::textChanged, this, &Inspector::refill);
    connect(m_names, &QListWidget::currentItemChanged, this, [this](QListWidgetItem* item) {
        if (!m_filling && item)
            showTensor(item->data(Qt::UserRole).toString());
    });
    connect(selection, &SelectionModel::pinnedChanged, this, [this](const Selection& pinned) {
        // The same tensor of the layer that is selected now.
        const auto [layer, rest] = splitName(m_name);
        if (layer >= 0 && layer != pinned.layer) {
            const std::string name = core::blockName(pinned.layer, rest.toStdString());
            if (m_run && m_run->trace->find(name)) {
                m_name = QString::fromStdString(name);
                emit tensorChanged(m_name);
            }
        }
        refill();
    });
    retranslate();
}

void Inspector::setRun(const RunPtr& run)
{
    m_run = run;
    if (m_name.isEmpty())
        m_name = QString::fromStdString(core::blockName(m_selection->pinned().layer, "attn.pattern"));
    refill();
}

void Inspector::showTensor(const QString& name)
{
    if (!m_run || !m_run->trace->find(name.toStdString()))
        return;
    if (std::exchange(m_name, name) != name)
        emit tensorChanged(name);
    const int layer = splitName(name).first;
    if (layer >= 0 && layer != m_selection->pinned().layer) {
        Selection selection = m_selection->pinned();
        selection.layer = layer;
        m_selection->pin(selection); // comes back through pinnedChanged
        return;
    }
    refill();
}

void Inspector::follow(const core::Element& element)
{
    const core::TraceEntry* entry = m_run ? m_run->trace->findEntry(element.tensor) : nullptr;
    if (!entry || element.kind != core::Element::Kind::Recorded)
        return;
    const int layer = splitName(QString::fromStdString(element.tensor)).first;
    const Selection to = selectionAt(*entry, element.place, m_selection->pinned(), queryHeads(*m_run, std::max(layer, 0)));
    m_name = QString::fromStdString(element.tensor); // before the selection, which keeps the tensor of the same layer
    m_selection->pin(to);
    refill();
    emit tensorChanged(m_name);
}

/// At once where it is seen; else when it is looked at: every run comes here.
void Inspector::refill()
{
    m_isStale = true;
    if (isVisible())
        settle();
}

void Inspector::settle()
{
    if (!std::exchange(m_isStale, false))
        return;
    fillNames();
    refresh();
}

void Inspector::fillNames()
{
    const QScopedValueRollback guard(m_filling, true);
    m_names->clear();
    const QString wanted = m_search->text().trimmed();
    if (m_run)
        for (const core::TraceEntry& entry : m_run->trace->entries()) {
            const QString name = QString::fromStdString(entry.name());
            const auto [layer, rest] = splitName(name);
            const bool isShown = wanted.isEmpty() ? layer < 0 || layer == m_selection->pinned().layer
                                                  : name.contains(wanted, Qt::CaseInsensitive);
            if (!isShown)
                continue;
            auto* item = new QListWidgetItem(name, m_names);
            item->setData(Qt::UserRole, name);
            item->setToolTip(name);
            if (name == m_name)
                m_names->setCurrentItem(item);
        }
    if (QListWidgetItem* current = m_names->currentItem())
        m_names->scrollToItem(current);
}

bool Inspector::showsGradient() const { return m_of->current() != kNumbers; }

TensorGradient Inspector::gradient() const { return {m_run, m_name, m_of->current()}; }

Needs Inspector::needs() const
{
    Needs missing;
    if (showsGradient() && m_run && m_run->trace->find(m_name.toStdString()))
        for (Need& need : gradient().needs())
            if (!m_results.find(need.id))
                missing.push_back(std::move(need));
    return missing;
}

void Inspector::setResults(const NeedResults& arrived)
{
    for (const Need& need : needs())
        if (const NeedResult* const found = arrived.find(need.id)) {
            m_results = {}; // of one tensor at a time
            m_results.add(need.id, *found);
            refresh();
        }
}

const core::Tensor* Inspector::shownNumbers(const core::TraceEntry& entry) const
{
    return showsGradient() ? gradient().in(m_results) : &entry.tensor;
}

/// What the parts are called, in the current language.
void Inspector::retranslate()
{
    const std::tuple<QString, QString, QString> labels[] = {{kNumbers, tr("numbers"), tr("The numbers of the tensor")},
        {kAnswer, tr("∂ answer"),
            tr("How fast the answer grows with each of them: the logit of the likeliest next token minus that of the second")},
        {kLoss, tr("∂ loss"), tr("How fast the mean loss of the text grows with each of them")}};
    for (const auto& [id, label, tip] : labels)
        m_of->setLabel(id, label, tip);
    m_search->setPlaceholderText(tr("Find a tensor"));
    m_search->setAccessibleName(m_search->placeholderText());
    m_names->setAccessibleName(tr("Tensors"));
    m_names->setFont(fontOf(TextRole::Mono, currentTheme()));
}

void Inspector::refresh()
{
    const core::TraceEntry* entry = m_run ? m_run->trace->findEntry(m_name.toStdString()) : nullptr;
    m_empty->setText(!m_run ? tr("Nothing has been computed yet.") : entry ? QString() : tr("Pick a tensor."));
    m_empty->setVisible(!entry);
    const core::Tensor* const tensor = entry ? shownNumbers(*entry) : nullptr;
    for (QWidget* part : {static_cast<QWidget*>(m_of), static_cast<QWidget*>(m_from), static_cast<QWidget*>(m_answer)})
        part->setVisible(entry);
    for (QWidget* part : {static_cast<QWidget*>(m_table), static_cast<QWidget*>(m_histogram)})
        part->setVisible(tensor);
    const std::vector<core::Index> place = entry
        ? placeOf(*entry, m_selection->pinned(), queryHeads(*m_run, m_selection->pinned().layer))
        : std::vector<core::Index>();
    showDerivation(entry, place);
    if (tensor) {
        const core::Statistics numbers = core::statisticsOf(tensor->values());
        m_table->showNumbers(*tensor, numbers, place, entry->replaced && !showsGradient());
        drawHistogram(*tensor, numbers);
    } else {
        m_table->setRowCount(0);
    }
    if (Needs missing = needs(); !missing.empty() || !m_asked.empty()) {
        m_asked = std::move(missing);
        emit needsChanged();
    }
}

void Inspector::showDerivation(const core::TraceEntry* entry, const std::vector<core::Index>& place)
{
    m_derivation = {};
    m_from->setText(tr("Where does this number come from?"));
    if (!entry)
        return m_operands->clear();
    if (showsGradient()) {
        const QString reason = gradient().whyNot(m_results);
        m_from->setText(tr("What does this number say?"));
        return m_operands->setText((reason.isEmpty() ? gradient().words() : reason).toHtmlEscaped());
    }
    if (place.empty())
        return m_operands->setText(tr("Pick a token or a cell to see its operands here."));
    if (!m_run->setup)
        return m_operands->setText(tr("This trace was opened without its model, so its weights are missing."));
    m_derivation = core::derivationOf(*m_run->setup, *m_run->trace, entry->name(), place, shownTerms);
    const QString reason = derivationReason(m_derivation);
    const int layer = splitName(m_name).first;
    m_operands->setText(
        reason.isEmpty() ? derivationTable(m_derivation, layer >= 0 ? layer : m_selection->pinned().layer) : reason);
    m_from->setToolTip(tr("Each coloured operand links to its tensor."));
    m_operands->setAccessibleName(m_from->text());
}

void Inspector::drawHistogram(const core::Tensor& tensor, const core::Statistics& numbers)
{
    const double least = numbers.min, largest = numbers.max;
    FigureStyle style = screenStyle(m_histogram->size());
    style.tickPoints *= 0.9;
    m_histogram->reset(style);
    if (numbers.finite == 0)
        return m_histogram->replot();
    QVector<double> edges, counts;
    const double low = largest > least ? least : least - 0.5;
    const double width = largest > least ? (largest - least) / kBins : 1.0 / kBins;
    for (int i = 0; i <= kBins; ++i)
        edges << low + i * width;
    for (const std::size_t count : core::histogram(tensor.values(), kBins, least, largest))
        counts << double(count);
    QCPAxisRect* rect = m_histogram->addAxisRect(0, 0, style);
    rect->axis(QCPAxis::atLeft)->setVisible(false);
    rect->axis(QCPAxis::atBottom)->ticker()->setTickCount(4);
    auto* histogram = new Histogram(rect, style);
    histogram->setCounts(edges, counts);
    m_histogram->setDescription(tr("Histogram"), tr("Distribution of the numbers of %1").arg(m_name));
    m_histogram->replot();
}

QString Inspector::valueText(const QString& rowId)
{
    settle();
    return m_table->textOf(rowId);
}

const core::Derivation& Inspector::derivation()
{
    settle();
    return m_derivation;
}

QString Inspector::exactValue()
{
    settle();
    return m_table->exactValue();
}

void Inspector::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    settle();
}

void Inspector::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::PaletteChange
        || event->type() == QEvent::ApplicationFontChange) {
        retranslate();
        refill();
    }
}

} // namespace widgets
