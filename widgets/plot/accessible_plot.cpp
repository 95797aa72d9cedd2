#include "widgets/plot/accessible_plot.h"

#include "widgets/plot/map_wall.h"
#include "widgets/plot/number_table.h"
#include "widgets/plot/plot.h"
#include "widgets/plot/plot_cursor.h"

#include <QAccessibleTableCellInterface>
#include <QAccessibleTableInterface>
#include <QAccessibleWidget>
#include <QAction>
#include <QHash>
#include <QPointer>
#include <QToolButton>

#include <algorithm>
#include <optional>

namespace widgets {

namespace {

/// All parts of a picture below each other.
struct Stack
{
    std::vector<NumberTable> tables;
    std::vector<const QCPAbstractPlottable*> plottables; // of each table
    int rows = 0, columns = 0;

    /// The table that has this row, and the row in it.
    std::pair<const NumberTable*, int> at(int row) const
    {
        for (const NumberTable& table : tables) {
            if (row < table.rows())
                return {&table, row};
            row -= table.rows();
        }
        return {nullptr, 0};
    }
};

Stack stackOf(const Plot& plot)
{
    Stack stack;
    for (auto& [table, plottable] : plottedTables(plot)) {
        stack.tables.push_back(std::move(table));
        stack.plottables.push_back(plottable);
        stack.rows += stack.tables.back().rows();
        stack.columns = std::max(stack.columns, stack.tables.back().columns());
    }
    return stack;
}

/// The place in the stack of what the cursor of the keyboard is at; a tile of a wall is the header of its first row (column −1).
std::optional<Cell> placeIn(const Stack& stack, const Plot& plot)
{
    const QCPAbstractPlottable* const part = plot.cursor().part();
    const Cell cell = plot.cursor().cell();
    int before = 0;
    for (std::size_t i = 0; part && !cell.isNone() && i < stack.tables.size(); before += stack.tables[i].rows(), ++i) {
        const NumberTable& table = stack.tables[i];
        if (stack.plottables[i] != part)
            continue;
        const auto* const map = qobject_cast<const CellPlottable*>(part);
        if (!map && cell.row < table.rows()) // of a line and of a histogram the last column says how much
            return Cell{before + cell.row, table.columns() - 1};
        if (map && table.rows() == map->rows() && table.columns() == map->columns())
            return Cell{before + cell.row, cell.column};
        if (const auto* const wall = qobject_cast<const MapWall*>(part)) {
            const std::vector<std::size_t> order = wall->tableOrder();
            const auto tile = std::ranges::find(order, std::size_t(cell.row * wall->columns() + cell.column));
            if (tile != order.end())
                return Cell{before + int(tile - order.begin()) * int(table.shape()[table.shape().size() - 2]), -1};
        }
    }
    return std::nullopt;
}

class AccessiblePlot;

/// A number or a header: row −1 of a column, column −1 of a row.
class PlotCell : public QAccessibleInterface, public QAccessibleTableCellInterface
{
public:
    PlotCell(AccessiblePlot* plot, Cell place)
        : m_plot(plot)
        , m_place(place)
    {
    }

    bool isHeader() const { return m_place.row < 0 || m_place.column < 0; }

    bool isValid() const override;
    QObject* object() const override { return nullptr; }
    QWindow* window() const override;
    QAccessibleInterface* childAt(int, int) const override { return nullptr; }
    QAccessibleInterface* parent() const override;
    QAccessibleInterface* child(int) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface*) const override { return -1; }
    QString text(QAccessible::Text what) const override;
    void setText(QAccessible::Text, const QString&) override { }
    QRect rect() const override;
    QAccessible::Role role() const override
    {
        return m_place.row < 0 ? QAccessible::ColumnHeader : m_place.column < 0 ? QAccessible::RowHeader : QAccessible::Cell;
    }
    QAccessible::State state() const override;
    void* interface_cast(QAccessible::InterfaceType type) override
    {
        return type == QAccessible::TableCellInterface && !isHeader() ? static_cast<QAccessibleTableCellInterface*>(this)
                                                                      : nullptr;
    }

    int columnExtent() const override { return 1; }
    int rowExtent() const override { return 1; }
    QList<QAccessibleInterface*> columnHeaderCells() const override;
    QList<QAccessibleInterface*> rowHeaderCells() const override;
    int columnIndex() const override { return m_place.column; }
    int rowIndex() const override { return m_place.row; }
    bool isSelected() const override { return state().selected; }
    QAccessibleInterface* table() const override { return parent(); }

private:
    AccessiblePlot* m_plot;
    Cell m_place;
};

class AccessiblePlot : public QAccessibleWidget, public QAccessibleTableInterface
{
public:
    explicit AccessiblePlot(Plot* plot)
        : QAccessibleWidget(plot, QAccessible::Chart)
    {
        QObject::connect(plot, &QCustomPlot::beforeReplot, &m_listener, [this] { m_stack.reset(); });
    }
    ~AccessiblePlot() override
    {
        for (const QAccessible::Id id : std::as_const(m_cells))
            QAccessible::deleteAccessibleInterface(id);
    }

    Plot* plot() const { return static_cast<Plot*>(widget()); }
    const Stack& stack() const
    {
        if (!m_stack)
            m_stack = stackOf(*plot());
        return *m_stack;
    }
    std::optional<Cell> current() const { return placeIn(stack(), *plot()); }

    /// Lives as long as the plot.
    PlotCell* cell(Cell place) const
    {
        const auto key = std::pair(place.row, place.column);
        if (const auto known = m_cells.constFind(key); known != m_cells.constEnd())
            return static_cast<PlotCell*>(QAccessible::accessibleInterface(*known));
        auto* const made = new PlotCell(const_cast<AccessiblePlot*>(this), place);
        m_cells.insert(key, QAccessible::registerAccessibleInterface(made));
        return made;
    }

    /// Headers of rows are in column 0 of the children, those of columns in row 0.
    int indexOf(Cell place) const { return (place.row + 1) * (stack().columns + 1) + place.column + 1; }

    QAccessible::Role role() const override { return stack().rows > 0 ? QAccessible::Table : QAccessible::Chart; }
    int childCount() const override { return stack().rows > 0 ? (stack().rows + 1) * (stack().columns + 1) : 0; }
    QAccessibleInterface* child(int index) const override
    {
        if (index < 0 || index >= childCount())
            return nullptr;
        return cell({index / (stack().columns + 1) - 1, index % (stack().columns + 1) - 1});
    }
    int indexOfChild(const QAccessibleInterface* child) const override
    {
        const auto* const ours = dynamic_cast<const PlotCell*>(child);
        return ours ? indexOf({ours->rowIndex(), ours->columnIndex()}) : -1;
    }
    QAccessibleInterface* childAt(int x, int y) const override
    {
        const int count = std::min(childCount(), stack().columns + 1 + 65'536);
        for (int i = 0; i < count; ++i)
            if (auto* const one = child(i); one->rect() != rect() && one->rect().contains(x, y))
                return one;
        return nullptr;
    }
    QAccessibleInterface* focusChild() const override
    {
        const std::optional<Cell> at = widget()->hasFocus() ? current() : std::nullopt;
        return at ? cell(*at) : nullptr;
    }
    void* interface_cast(QAccessible::InterfaceType type) override
    {
        if (type == QAccessible::TableInterface)
            return stack().rows > 0 ? static_cast<QAccessibleTableInterface*>(this) : nullptr;
        return QAccessibleWidget::interface_cast(type);
    }

    QAccessibleInterface* caption() const override { return nullptr; }
    QAccessibleInterface* summary() const override { return nullptr; }
    QAccessibleInterface* cellAt(int row, int column) const override
    {
        return row >= 0 && column >= 0 && row < rowCount() && column < columnCount() ? cell({row, column}) : nullptr;
    }
    int selectedCellCount() const override { return int(selectedCells().size()); }
    QList<QAccessibleInterface*> selectedCells() const override
    {
        const std::optional<Cell> at = current();
        return at && at->column >= 0 ? QList<QAccessibleInterface*>{cell(*at)} : QList<QAccessibleInterface*>();
    }
    QString columnDescription(int column) const override { return columnHeader(column, current() ? current()->row : 0); }
    QString rowDescription(int row) const override
    {
        const auto [table, inside] = stack().at(row);
        if (!table)
            return {};
        return stack().tables.size() > 1 ? table->shownName() + QStringLiteral(": ") + table->rowName(inside) : table->rowName(inside);
    }
    /// Parts have headers of their own.
    QString columnHeader(int column, int row) const
    {
        const NumberTable* const table = stack().at(row).first;
        return table && column < table->columns() ? table->columnName(column) : QString();
    }
    int selectedColumnCount() const override { return 0; }
    int selectedRowCount() const override { return 0; }
    int columnCount() const override { return stack().columns; }
    int rowCount() const override { return stack().rows; }
    QList<int> selectedColumns() const override { return {}; }
    QList<int> selectedRows() const override { return {}; }
    bool isColumnSelected(int) const override { return false; }
    bool isRowSelected(int) const override { return false; }
    bool selectRow(int) override { return false; }
    bool selectColumn(int) override { return false; }
    bool unselectRow(int) override { return false; }
    bool unselectColumn(int) override { return false; }
    void modelChange(QAccessibleTableModelChangeEvent*) override { m_stack.reset(); }

private:
    QObject m_listener;
    mutable std::optional<Stack> m_stack; // of what is drawn
    mutable QHash<std::pair<int, int>, QAccessible::Id> m_cells;
};

bool PlotCell::isValid() const
{
    return m_plot->plot() && m_place.row < m_plot->rowCount() && m_place.column < m_plot->columnCount();
}

QWindow* PlotCell::window() const { return m_plot->window(); }

QAccessibleInterface* PlotCell::parent() const { return m_plot; }

QString PlotCell::text(QAccessible::Text what) const
{
    if (!isValid())
        return {};
    if (isHeader())
        return what != QAccessible::Name || (m_place.row < 0 && m_place.column < 0) // no header is in the corner
            ? QString()
            : m_place.row < 0            ? m_plot->columnDescription(m_place.column)
                                         : m_plot->rowDescription(m_place.row);
    const auto [table, row] = m_plot->stack().at(m_place.row);
    if (!table || m_place.column >= table->columns())
        return {};
    if (what == QAccessible::Name)
        return table->shown(row, m_place.column);
    if (what == QAccessible::Value)
        return table->copied(row, m_place.column);
    return what == QAccessible::Description
        ? m_plot->rowDescription(m_place.row) + QStringLiteral(", ") + table->columnName(m_place.column)
        : QString();
}

/// Of the cells of maps where they are drawn; of others the whole picture.
QRect PlotCell::rect() const
{
    const Stack& stack = m_plot->stack();
    int row = m_place.row;
    for (std::size_t i = 0; i < stack.tables.size() && row >= 0; row -= stack.tables[i].rows(), ++i) {
        const auto* const map = qobject_cast<const CellPlottable*>(stack.plottables[i]);
        if (row >= stack.tables[i].rows() || !map || map->rows() != stack.tables[i].rows() || m_place.column >= map->columns()
            || m_place.column < 0)
            continue;
        const QRect inside = map->cellRect({row, m_place.column}).toAlignedRect();
        return {m_plot->plot()->mapToGlobal(inside.topLeft()), inside.size()};
    }
    return m_plot->rect();
}

QAccessible::State PlotCell::state() const
{
    QAccessible::State state;
    state.focusable = state.selectable = state.readOnly = true;
    state.focused = state.selected = m_plot->current() == m_place && m_plot->plot()->hasFocus();
    state.invalid = !isValid();
    return state;
}

QList<QAccessibleInterface*> PlotCell::columnHeaderCells() const { return {m_plot->cell({-1, m_place.column})}; }

QList<QAccessibleInterface*> PlotCell::rowHeaderCells() const { return {m_plot->cell({m_place.row, -1})}; }

/// The button in a field that empties it, to which Qt gives no name.
class ClearButton : public QAccessibleWidget
{
public:
    explicit ClearButton(QAbstractButton* button)
        : QAccessibleWidget(button, QAccessible::Button)
    {
    }
    QString text(QAccessible::Text what) const override
    {
        return what == QAccessible::Name ? Plot::tr("Empty this field") : QString();
    }
    QStringList actionNames() const override { return {pressAction()}; }
    void doAction(const QString& action) override
    {
        if (action == pressAction())
            static_cast<QAbstractButton*>(widget())->click();
    }
};

/// Plots, and what is used beside them.
QAccessibleInterface* accessiblePlot(const QString& className, QObject* object)
{
    if (className == QLatin1String("QLineEditIconButton")) {
        auto* const button = qobject_cast<QToolButton*>(object);
        const QAction* const action = button ? button->defaultAction() : nullptr;
        return action && action->objectName() == QLatin1String("_q_qlineeditclearaction") ? new ClearButton(button) : nullptr;
    }
    auto* const plot = className == QLatin1String("widgets::Plot") ? qobject_cast<Plot*>(object) : nullptr;
    return plot ? new AccessiblePlot(plot) : nullptr;
}

} // namespace

void installAccessiblePlots()
{
    static const bool installed = [] {
        QAccessible::installFactory(accessiblePlot);
        return true;
    }();
    Q_UNUSED(installed)
}

QStringList numbersAt(const Plot& plot)
{
    const Stack stack = stackOf(plot);
    const std::optional<Cell> at = placeIn(stack, plot);
    if (!at || at->column < 0)
        return {};
    const auto [table, row] = stack.at(at->row);
    QStringList numbers;
    const bool isPoint = !qobject_cast<const CellPlottable*>(plot.cursor().part());
    for (int column = isPoint ? 0 : at->column; column <= at->column; ++column)
        numbers << table->exact(row, column);
    return numbers;
}

void tellNumber(Plot& plot)
{
    auto* const table = dynamic_cast<AccessiblePlot*>(QAccessible::queryAccessibleInterface(&plot));
    const std::optional<Cell> at = table ? table->current() : std::nullopt;
    if (!at)
        return;
    QAccessibleEvent focus(&plot, QAccessible::Focus);
    focus.setChild(table->indexOf(*at));
    QAccessible::updateAccessibility(&focus);
}

} // namespace widgets
