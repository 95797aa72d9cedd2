#include "widgets/views/shared/table_page.h"

#include "widgets/controls/text_label.h"
#include "widgets/figure/compose.h"
#include "widgets/figure/figure_tables.h"
#include "widgets/plot/theme.h"
#include "widgets/views/shared/cell_words.h"
#include "widgets/views/shared/number_table_model.h"

#include <QClipboard>
#include <QComboBox>
#include <QEvent>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace widgets {

namespace {

constexpr int measuredRows = 100; // for the width of a column
constexpr QSizeF ordinaryPage(1000, 700); // px: numbers need no page, but a figure is drawn on one

} // namespace

std::vector<NumberTable> figureTables(const FigureInfo& info, const FigureData& data)
{
    std::vector<NumberTable> tables;
    if (!whyNothing(info, data).isEmpty())
        return tables;
    if (info.table)
        if (NumberTable own = NumberTable::ofCsv(titleText(info, data), info.table(data), cellWord); own.rows() > 0)
            tables.push_back(std::move(own));
    for (NumberTable& table : figureNumberTables(info, data, screenStyle(ordinaryPage)))
        tables.push_back(std::move(table));
    return tables;
}

TablePage::TablePage(QWidget* parent)
    : QWidget(parent)
    , m_model(new NumberTableModel(this))
    , m_rows(new ShownRows(this))
    , m_part(new QComboBox(this))
    , m_search(new QLineEdit(this))
    , m_count(new TextLabel(TextRole::Body, Tone::Muted, this))
    , m_copy(new QPushButton(this))
    , m_table(new QTableView(this))
{
    auto* const column = new QVBoxLayout(this);
    column->setContentsMargins(space::l, space::xs, space::l, 0);
    column->setSpacing(space::s);
    auto* const line = new QHBoxLayout;
    line->addWidget(m_part);
    line->addWidget(m_search, 1);
    line->addWidget(m_count);
    line->addWidget(m_copy);
    column->addLayout(line);
    column->addWidget(m_table, 1);

    m_part->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_part->setMinimumContentsLength(16); // of a narrow page
    m_part->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    m_search->setClearButtonEnabled(true);
    m_rows->setSourceModel(m_model);
    m_table->setModel(m_rows);
    m_table->setSortingEnabled(true);
    m_table->setTabKeyNavigation(false); // Tab leaves it, the arrows walk in it
    m_table->setAlternatingRowColors(true);
    m_table->setWordWrap(false);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_table->horizontalHeader()->setSortIndicatorClearable(true);
    m_table->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    m_table->horizontalHeader()->setResizeContentsPrecision(measuredRows);
    m_table->installEventFilter(this);
    setFocusProxy(m_table);
    connect(m_part, &QComboBox::currentIndexChanged, this, &TablePage::showPart);
    connect(m_search, &QLineEdit::textChanged, this, [this](const QString& text) {
        m_rows->search(text);
        fitColumns();
        refreshCount();
    });
    connect(m_rows, &QAbstractItemModel::layoutChanged, this, &TablePage::fitColumns); // sorted
    connect(m_table->verticalScrollBar(), &QScrollBar::valueChanged, this, &TablePage::widenColumns);
    connect(m_copy, &QPushButton::clicked, this, &TablePage::copy);
    retranslate();
}

void TablePage::show(const QString& title, std::vector<NumberTable> tables)
{
    const QString before = m_part->currentData().toString();
    m_tables = std::move(tables);
    {
        const QSignalBlocker quiet(m_part);
        m_part->clear();
        for (const NumberTable& table : m_tables)
            m_part->addItem(table.shownName(), table.name());
        m_part->setCurrentIndex(std::max(0, m_part->findData(before)));
    }
    m_table->setAccessibleName(title);
    m_part->setEnabled(m_part->count() > 1);
    showPart(m_part->currentIndex());
}

void TablePage::showPart(int part)
{
    if (part < 0 || part >= int(m_tables.size()))
        return;
    const QModelIndex at = m_table->currentIndex();
    const int row = at.row(), column = at.column();
    m_model->setTable(m_tables[std::size_t(part)]);
    m_table->verticalHeader()->setDefaultSectionSize(m_table->fontMetrics().height() + space::s);
    fitColumns();
    if (m_rows->hasIndex(row, column))
        m_table->setCurrentIndex(m_rows->index(row, column));
    refreshCount();
}

/// As wide as what is shown; without rows they stay.
void TablePage::fitColumns()
{
    if (m_rows->rowCount() > 0 || m_model->rowCount() == 0)
        m_table->resizeColumnsToContents();
}

/// Further rows may have longer numbers: no column gets narrower under the mouse.
void TablePage::widenColumns()
{
    QHeaderView* const header = m_table->horizontalHeader();
    std::vector<int> before;
    for (int column = 0; column < header->count(); ++column)
        before.push_back(header->sectionSize(column));
    m_table->resizeColumnsToContents();
    for (int column = 0; column < header->count(); ++column)
        if (header->sectionSize(column) < before[std::size_t(column)])
            header->resizeSection(column, before[std::size_t(column)]);
}

void TablePage::refreshCount()
{
    const int shown = m_rows->rowCount(), all = m_model->rowCount();
    m_count->setText(shown == all ? tr("%n row(s)", nullptr, all) : tr("%1 of %n row(s)", nullptr, all).arg(shown));
}

QString TablePage::copied() const
{
    QModelIndexList cells = m_table->selectionModel()->selectedIndexes();
    int first = m_rows->columnCount(), last = 0;
    QList<int> rows;
    for (const QModelIndex& cell : std::as_const(cells)) {
        first = std::min(first, cell.column());
        last = std::max(last, cell.column());
        rows << cell.row();
    }
    if (cells.size() < 2) { // the cell that the arrows are at is no choice
        first = 0;
        last = m_rows->columnCount() - 1;
        rows.clear();
        for (int row = 0; row < m_rows->rowCount(); ++row)
            rows << row;
    }
    std::sort(rows.begin(), rows.end());
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    const auto line = [&](auto textAt) {
        QStringList fields;
        for (int column = first; column <= last; ++column)
            fields << textAt(column);
        return tsvLine(fields) + QLatin1Char('\n');
    };
    QString text = line([&](int column) { return m_rows->headerData(column, Qt::Horizontal).toString(); });
    for (const int row : std::as_const(rows))
        text += line([&](int column) { return m_rows->index(row, column).data(NumberTableModel::ExactRole).toString(); });
    return text;
}

void TablePage::copy()
{
    const QString text = copied();
    QGuiApplication::clipboard()->setText(text);
    emit copiedRows(int(text.count(QLatin1Char('\n'))) - 1);
}

/// The window copies the number at the cursor; here it is what is selected.
bool TablePage::eventFilter(QObject* watched, QEvent* event)
{
    const bool isKey = event->type() == QEvent::ShortcutOverride || event->type() == QEvent::KeyPress;
    if (watched == m_table && isKey && static_cast<QKeyEvent*>(event)->matches(QKeySequence::Copy)) {
        event->accept();
        if (event->type() == QEvent::KeyPress)
            copy();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

void TablePage::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void TablePage::retranslate()
{
    m_part->setAccessibleName(tr("Part of the picture"));
    m_part->setToolTip(tr("Part of the picture"));
    m_search->setPlaceholderText(tr("Search the table"));
    m_search->setAccessibleName(m_search->placeholderText());
    m_copy->setText(tr("Copy table"));
    m_copy->setToolTip(tr("What is selected, else all rows: cells with tabs between them, numbers with all digits"));
    refreshCount();
}

} // namespace widgets
