#pragma once

// OutputView: the next token.

#include "widgets/views/shared/figure_view.h"

class QSpinBox;
class QTimer;

namespace widgets {

class OutputView : public FigureView
{
    Q_OBJECT
public:
    explicit OutputView(SelectionModel* selection, QWidget* parent);

    const FigureInfo& figure() const override;
    QString markedTensor() const override;

protected:
    QVariantMap options() const override;
    void retranslate() override;
    void hoverCell(const QString& map, int row, int column, Selection& hovered) override;
    void clickCell(const QString& map, int row, int column, Qt::KeyboardModifiers modifiers, Selection& pinned) override;
    QString barTensor(const QString& chart, int bar, Selection& at) override;
    void clickBar(const QString& chart, int bar, Selection& pinned) override;
    void showHover(const Selection& hovered) override;

private:
    core::TokenId tokenAt(const QString& chart, int bar) const;
    int position() const;

    QSpinBox* m_count;
    QTimer* m_clicked; // until a second click can ask where the number comes from
};

extern const ViewInfo outputView;

} // namespace widgets
