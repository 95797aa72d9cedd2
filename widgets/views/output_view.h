#pragma once

// OutputView: the next token.

#include "widgets/views/figure_view.h"

class QSpinBox;

namespace widgets {

class OutputView : public FigureView
{
    Q_OBJECT
public:
    explicit OutputView(SelectionModel* selection, QWidget* parent);

    const FigureInfo& figure() const override;

protected:
    QVariantMap options() const override;
    void retranslate() override;
    void hoverCell(const QString& map, int row, int column, Selection& hovered) override;
    void clickCell(const QString& map, int row, int column, Qt::KeyboardModifiers modifiers, Selection& pinned) override;
    void showHover(const Selection& hovered) override;

private:
    QSpinBox* m_count;
};

} // namespace widgets
