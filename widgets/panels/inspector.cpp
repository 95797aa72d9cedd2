#include "widgets/panels/inspector.h"

#include "core/analysis/statistics.h"
#include "widgets/controls/text_label.h"
#include "widgets/panels/derivation_text.h"
#include "widgets/plot/figure_style.h"
#include "widgets/plot/histogram.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QScopedValueRollback>
#include <QScrollArea>
#include <QTableWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <utility>

namespace widgets {

namespace {

constexpr int kBins = 32;
constexpr core::Index shownTerms = 4; // of a long sum
constexpr int kExact = Qt::UserRole;  // what is copied
constexpr int kRowId = Qt::UserRole + 1;

core::Index offsetOf(const core::Tensor& tensor, const std::vector<core::Index>& place)
{
    core::Index offset = 0;
    for (std::size_t i = 0; i < place.size(); ++i)
        offset = offset * tensor.shape()[i] + place[i];
    return offset;
}

QString axesText(const core::Tensor& tensor)
{
    QStringList words;
    for (const std::string& word : tensor.axes())
        words << QString::fromStdString(word);
    return words.join(QStringLiteral(" × "));
}

} // namespace

Inspector::Inspector(SelectionModel* selection, QWidget* parent)
    : QWidget(parent)
    , m_selection(selection)
    , m_search(new QLineEdit(this))
    , m_names(new QListWidget(this))
    , m_from(new TextLabel(TextRole::Label, Tone::Normal, this))
    , m_operands(new TextLabel(TextRole::Body, Tone::Normal))
    , m_answer(new QScrollArea(this))
    , m_table(new QTableWidget(0, 2, this))
    , m_empty(new TextLabel(TextRole::Body, Tone::Muted, this))
    , m_histogram(new Plot(this))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(space::s, space::s, space::s, space::s);
    column->setSpacing(space::s);
    column->addWidget(m_search);
    column->addWidget(m_empty);
    column->addWidget(m_names, 2);
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
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setShowGrid(false);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->horizontalHeader()->hide();
    m_table->verticalHeader()->hide();
    m_table->horizontalHeader()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    m_table->horizontalHeader()->setSectionResizeMode(1, QHeaderView::Stretch);
    m_empty->setWordWrap(true);
    m_histogram->setMinimumHeight(70);

    connect(m_search, &QLineEdit::textChanged, this, &Inspector::fillNames);
    connect(m_names, &QListWidget::currentItemChanged, this, [this](QListWidgetItem* item) {
        if (!m_filling && item)
            showTensor(item->data(Qt::UserRole).toString());
    });
    connect(m_table, &QTableWidget::itemDoubleClicked, this, &Inspector::copyValue);
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
        fillNames();
    });
    fillNames();
}

void Inspector::setRun(const RunPtr& run)
{
    m_run = run;
    if (m_name.isEmpty())
        m_name = QString::fromStdString(core::blockName(m_selection->pinned().layer, "attn.pattern"));
    fillNames();
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
    fillNames();
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
    fillNames();
    emit tensorChanged(m_name);
}

void Inspector::fillNames()
{
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
    refresh();
}

void Inspector::refresh()
{
    m_search->setPlaceholderText(tr("Find a tensor"));
    m_search->setAccessibleName(m_search->placeholderText());
    m_names->setAccessibleName(tr("Tensors"));
    m_table->setAccessibleName(tr("Statistics"));
    m_names->setFont(fontOf(TextRole::Mono, currentTheme()));

    const core::TraceEntry* entry = m_run ? m_run->trace->findEntry(m_name.toStdString()) : nullptr;
    m_empty->setText(!m_run ? tr("Nothing has been computed yet.") : entry ? QString() : tr("Pick a tensor."));
    m_empty->setVisible(!entry);
    for (QWidget* part : {static_cast<QWidget*>(m_table), static_cast<QWidget*>(m_histogram), static_cast<QWidget*>(m_from),
             static_cast<QWidget*>(m_answer)})
        part->setVisible(entry);
    const std::vector<core::Index> place = entry
        ? placeOf(*entry, m_selection->pinned(), queryHeads(*m_run, m_selection->pinned().layer))
        : std::vector<core::Index>();
    showDerivation(entry, place);
    m_table->setRowCount(0);
    if (!entry)
        return;

    const core::Tensor& tensor = entry->tensor;
    const core::Statistics numbers = core::statisticsOf(tensor.values());
    const auto add = [this](const char* id, const QString& label, const QString& text, const QString& exact) {
        const int row = m_table->rowCount();
        m_table->insertRow(row);
        auto* name = new QTableWidgetItem(label);
        name->setForeground(currentTheme().text2);
        auto* value = new QTableWidgetItem(text);
        value->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
        value->setData(kExact, exact);
        value->setData(kRowId, QString::fromLatin1(id));
        m_table->setItem(row, 0, name);
        m_table->setItem(row, 1, value);
    };
    const auto addNumber = [&](const char* id, const QString& label, double value) {
        add(id, label, formatNumber(value, 4), exactText(float(value)));
    };
    const QString shape = formatShape({tensor.shape().data(), tensor.shape().size()});
    add("shape", tr("shape"), shape, QString::fromStdString(core::shapeText(tensor.shape())));
    add("axes", tr("axes"), axesText(tensor), axesText(tensor));
    add("dtype", tr("type"), QStringLiteral("float32"), QStringLiteral("float32"));
    if (!place.empty()) {
        const float value = tensor.data()[offsetOf(tensor, place)];
        const bool isMasked = std::isinf(value) && value < 0;
        add("value",
            tr("at [%1]").arg(
                QString::fromStdString(core::shapeText(place)).replace(QStringLiteral(" × "), QStringLiteral(", "))),
            isMasked ? maskedText() : formatNumber(double(value), 4), exactText(value));
    }
    if (numbers.finite > 0) {
        addNumber("min", tr("min"), numbers.min);
        addNumber("max", tr("max"), numbers.max);
        addNumber("mean", tr("mean"), numbers.mean);
        addNumber("std", tr("standard deviation"), numbers.standardDeviation);
        addNumber("norm", tr("norm"), numbers.norm);
    }
    const auto addCount = [&](const char* id, const QString& label, std::size_t count) {
        if (count > 0)
            add(id, label, formatCount(std::int64_t(count)), QString::number(count));
    };
    addCount("masked", tr("masked (−∞)"), numbers.masked);
    addCount("nan", tr("not a number"), numbers.nan);
    addCount("infinite", tr("infinite"), numbers.infinite);
    if (entry->replaced)
        add("replaced", tr("replaced"), tr("by an intervention"), {});
    m_table->resizeRowsToContents();
    m_table->setMaximumHeight(m_table->verticalHeader()->length() + 2 * m_table->frameWidth());
    drawHistogram(tensor, numbers.min, numbers.finite > 0 ? numbers.max : numbers.min - 1);
}

void Inspector::showDerivation(const core::TraceEntry* entry, const std::vector<core::Index>& place)
{
    m_derivation = {};
    m_from->setText(tr("Where does this number come from?"));
    if (!entry)
        return m_operands->clear();
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

void Inspector::drawHistogram(const core::Tensor& tensor, double least, double largest)
{
    FigureStyle style = screenStyle(m_histogram->size());
    style.tickPoints *= 0.9;
    m_histogram->reset(style);
    if (largest < least) // no finite number
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

QString Inspector::valueText(const QString& rowId) const
{
    for (int row = 0; row < m_table->rowCount(); ++row)
        if (m_table->item(row, 1)->data(kRowId).toString() == rowId)
            return m_table->item(row, 1)->text();
    return {};
}

QString Inspector::exactValue() const
{
    const int current = m_table->hasFocus() ? m_table->currentRow() : -1;
    for (int row = 0; row < m_table->rowCount(); ++row)
        if (const QTableWidgetItem* item = m_table->item(row, 1);
            row == current || (current < 0 && item->data(kRowId).toString() == QLatin1String("value")))
            return item->data(kExact).toString();
    return {};
}

void Inspector::copyValue()
{
    if (const QTableWidgetItem* item = m_table->item(m_table->currentRow(), 1))
        QGuiApplication::clipboard()->setText(item->data(kExact).toString());
}

void Inspector::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Copy) && m_table->hasFocus())
        copyValue();
    else
        QWidget::keyPressEvent(event);
}

void Inspector::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::PaletteChange
        || event->type() == QEvent::ApplicationFontChange)
        refresh();
}

} // namespace widgets
