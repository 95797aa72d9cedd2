#pragma once

// TablePage: the numbers of a figure as a table in place of its picture: a part at a time, sorted by a click on a column, searched
// by a text, copied as lines with tabs between their cells. They are those of its CSV file (figure_export.h).

#include "widgets/figure/figure.h"
#include "widgets/plot/number_table.h"

#include <QWidget>

#include <vector>

class QComboBox;
class QLineEdit;
class QPushButton;
class QTableView;

namespace widgets {

class NumberTableModel;
class ShownRows;
class TextLabel;

/// The figure's own table, where it has one, and the numbers that it draws; none: the picture has no numbers.
std::vector<NumberTable> figureTables(const FigureInfo& info, const FigureData& data);

class TablePage : public QWidget
{
    Q_OBJECT
public:
    explicit TablePage(QWidget* parent = nullptr);

    /// The part of the same name stays on screen, sorted and searched as before. `title`: of the figure.
    void show(const QString& title, std::vector<NumberTable> tables);

    /// What is selected, else all rows on screen, with a head line: tabs between cells, LF after each line, numbers exactly.
    QString copied() const;

signals:
    /// The text was put on the clipboard.
    void copiedRows(int rows);

protected:
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void retranslate();
    void showPart(int part);
    void refreshCount();
    void fitColumns();
    void widenColumns();
    void copy();

    std::vector<NumberTable> m_tables;
    NumberTableModel* m_model;
    ShownRows* m_rows;
    QComboBox* m_part;
    QLineEdit* m_search;
    TextLabel* m_count;
    QPushButton* m_copy;
    QTableView* m_table;
};

} // namespace widgets
