#include "widgets/views/output_view.h"

#include "widgets/plot/plot.h"
#include "widgets/views/control_line.h"
#include "widgets/views/output_figure.h"

#include <QSpinBox>

namespace widgets {

OutputView::OutputView(SelectionModel* selection, QWidget* parent)
    : FigureView(selection, parent)
    , m_count(new QSpinBox(this))
{
    m_count->setObjectName(QStringLiteral("k"));
    m_count->setRange(1, mostNextTokens);
    m_count->setValue(10);
    controls()->addWidget(m_count);
    connect(m_count, &QSpinBox::valueChanged, this, &OutputView::redraw);
    retranslate();
}

const FigureInfo& OutputView::figure() const { return outputFigure; }

QVariantMap OutputView::options() const { return {{QStringLiteral("k"), m_count->value()}}; }

void OutputView::retranslate()
{
    m_count->setPrefix(tr("top "));
    m_count->setAccessibleName(tr("Number of tokens"));
    m_count->setToolTip(tr("How many next tokens are listed"));
}

void OutputView::hoverCell(const QString&, int, int column, Selection& hovered)
{
    hovered.query = column;
    hovered.key = -1;
}

void OutputView::clickCell(const QString&, int, int column, Qt::KeyboardModifiers, Selection& pinned) { pinned.query = column; }

void OutputView::showHover(const Selection& hovered)
{
    plot()->setHovered(QStringLiteral("strip"), Cell{hovered.query >= 0 ? 0 : -1, hovered.query});
}

} // namespace widgets
