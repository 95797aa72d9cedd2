#include "widgets/views/output/view.h"

#include "widgets/controls/control_line.h"
#include "widgets/plot/plot.h"
#include "widgets/views/output/figure.h"
#include "widgets/views/shared/predictions.h"

#include <QGuiApplication>
#include <QSpinBox>
#include <QStyleHints>
#include <QTimer>

namespace widgets {

OutputView::OutputView(SelectionModel* selection, QWidget* parent)
    : FigureView(selection, parent)
    , m_count(new QSpinBox(this))
    , m_clicked(new QTimer(this))
{
    m_clicked->setSingleShot(true);
    connect(plot(), &Plot::barAsked, m_clicked, &QTimer::stop);
    m_count->setObjectName(countOption.name());
    m_count->setRange(1, maxNextTokens);
    m_count->setValue(usualNextTokens);
    controls()->addWidget(m_count);
    connect(m_count, &QSpinBox::valueChanged, this, &OutputView::redraw);
    retranslate();
}

const FigureInfo& OutputView::figure() const { return outputFigure; }

QVariantMap OutputView::options() const { return {{countOption.name(), m_count->value()}}; }

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

QString OutputView::markedTensor() const { return QStringLiteral("logits"); }

/// The token of a bar; −1 where several runs are side by side.
core::TokenId OutputView::tokenAt(const QString& chart, int bar) const
{
    const FigureData now = figureData();
    const bool isOne = !now.b || now.mode == SlotMode::A || now.mode == SlotMode::B;
    if (!isOne || chart != QLatin1String("next") || !run())
        return -1;
    const std::vector<core::TokenProbability> shown = nextTokens(*run()->trace, position(), m_count->value());
    return std::size_t(bar) < shown.size() ? shown[std::size_t(bar)].id : -1;
}

int OutputView::position() const
{
    const int last = int(streamTokens(*run()->trace).size()) - 1, query = selectionModel()->pinned().query;
    return hasAllLogits(*run()->trace) && query >= 0 && query <= last ? query : last;
}

/// Appends its token, unless a second click asks about the number: with another text another number would be there.
void OutputView::clickBar(const QString& chart, int bar, Selection&)
{
    const core::TokenId id = tokenAt(chart, bar);
    if (id < 0)
        return;
    m_clicked->disconnect(this);
    m_clicked->callOnTimeout(this, [this, of = run(), at = position(), id] {
        if (of == run())
            emit tokenWanted(at, id);
    });
    m_clicked->start(QGuiApplication::styleHints()->mouseDoubleClickInterval());
}

QString OutputView::barTensor(const QString& chart, int bar, Selection& at)
{
    at.query = position();
    at.dim = tokenAt(chart, bar);
    return at.dim >= 0 ? QStringLiteral("logits") : QString();
}

void OutputView::showHover(const Selection& hovered)
{
    plot()->setHovered(QStringLiteral("strip"), Cell{hovered.query >= 0 ? 0 : -1, hovered.query});
}

static constexpr ShownTensors outputTensors[] = {{"logits", Shown::Itself}};

const ViewInfo outputView{.id = "output",
    .title = QT_TRANSLATE_NOOP("views", "Output"),
    .create = createView<OutputView>,
    .families = {"output.head", "output.tied"},
    .figures = {&outputFigure},
    .shows = outputTensors};

} // namespace widgets
