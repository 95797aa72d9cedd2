#include "widgets/views/attention_view.h"

#include "widgets/panels/read_out.h"
#include "widgets/panels/text_label.h"
#include "widgets/plot/plot.h"
#include "widgets/views/attention_figures.h"
#include "widgets/views/head_scores.h"
#include "widgets/views/segmented_switch.h"

#include <QHBoxLayout>
#include <QKeyEvent>

#include <algorithm>
#include <tuple>

namespace widgets {

AttentionView::AttentionView(SelectionModel* selection, QWidget* parent)
    : FigureView(selection, parent)
    , m_stage(new SegmentedSwitch({"content", "bias", "scores", "pattern"}, this))
    , m_scale(new SegmentedSwitch({"auto", "linear", "log", "without_first"}, this))
{
    m_stage->setObjectName(QStringLiteral("stage"));
    m_scale->setObjectName(QStringLiteral("scale"));
    m_stage->setCurrent(QStringLiteral("pattern"));
    controls()->addWidget(m_stage);
    controls()->addWidget(m_scale);
    connect(m_stage, &SegmentedSwitch::chosen, this, &AttentionView::redraw);
    connect(m_scale, &SegmentedSwitch::chosen, this, &AttentionView::redraw);
    breadcrumb()->show();
    breadcrumb()->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    connect(breadcrumb(), &QLabel::linkActivated, this, [this](const QString& link) { setLevel(Level(link.toInt())); });
    retranslate();
}

const FigureInfo& AttentionView::figure() const
{
    return m_level == Level::Wall ? attentionWallFigure : m_level == Level::Head ? attentionFigure : attentionCellFigure;
}

void AttentionView::lookCloser()
{
    if (m_level == Level::Wall)
        setLevel(Level::Head);
}

void AttentionView::setLevel(Level level)
{
    m_level = level;
    redraw();
}

bool AttentionView::showFigure(const QString& figureId)
{
    for (const Level level : {Level::Wall, Level::Head, Level::Cell}) {
        const FigureInfo& info = level == Level::Wall ? attentionWallFigure : level == Level::Head ? attentionFigure : attentionCellFigure;
        if (figureId != QLatin1String(info.id))
            continue;
        setLevel(level);
        return true;
    }
    return false;
}

QVariantMap AttentionView::options() const
{
    return {{QStringLiteral("stage"), m_level == Level::Cell ? QStringLiteral("pattern") : m_stage->current()},
        {QStringLiteral("scale"), m_scale->current()}};
}

void AttentionView::retranslate()
{
    m_stage->setLabel(QStringLiteral("content"), tr("QKᵀ"), tr("Products of queries and keys, times the scale"));
    m_stage->setLabel(QStringLiteral("bias"), tr("+ bias"), tr("What the position encoding adds"));
    m_stage->setLabel(QStringLiteral("scores"), tr("masked"), tr("What enters the softmax"));
    m_stage->setLabel(QStringLiteral("pattern"), tr("softmax"), tr("Attention weights"));
    m_scale->setLabel(
        QStringLiteral("auto"), tr("auto"), tr("Logarithmic when the first key takes more than half of the weight"));
    m_scale->setLabel(QStringLiteral("linear"), tr("linear"), tr("Colours from 0 to 1"));
    m_scale->setLabel(QStringLiteral("log"), tr("log"), tr("Small weights become visible"));
    m_scale->setLabel(QStringLiteral("without_first"), tr("without first"), tr("Colours leave out the first key"));
}

void AttentionView::refreshControls(const FigureData& now)
{
    const RunPtr& shown = shownRun(now);
    m_stage->setVisible(m_level == Level::Head);
    m_scale->setVisible(m_level == Level::Head && m_stage->current() == QLatin1String("pattern"));
    const QStringList recorded = shown ? recordedStages(*shown, now.selection.layer) : QStringList();
    for (const char* id : {"content", "bias", "scores", "pattern"}) {
        const QString stage = QString::fromLatin1(id);
        m_stage->setAvailable(stage, recorded.contains(stage), tr("This model or this run has none."));
    }

    const auto link = [](Level level, const QString& text) {
        return QStringLiteral("<a style=\"text-decoration:none\" href=\"%1\">%2</a>").arg(int(level)).arg(text.toHtmlEscaped());
    };
    const QString head = tr("Layer %1 › Head %2").arg(now.selection.layer).arg(now.selection.head);
    QStringList path;
    path << (m_level == Level::Wall ? tr("All heads") : link(Level::Wall, tr("All heads")));
    path << (m_level == Level::Head ? head : link(Level::Head, head));
    if (shown && !streamTokens(*shown->trace).empty() && m_level != Level::Wall) {
        const auto [query, key] = shownCell(now);
        const QString cell = tr("%1 → %2").arg(quotedToken(*shown->trace, query), quotedToken(*shown->trace, key));
        path << (m_level == Level::Cell ? cell.toHtmlEscaped() : link(Level::Cell, cell));
    }
    breadcrumb()->setText(path.join(QStringLiteral(" › ")));
}

void AttentionView::hoverCell(const QString& map, int row, int column, Selection& hovered)
{
    if (map == QLatin1String("wall")) {
        const bool transposed = wallIsTransposed(*run());
        hovered.layer = transposed ? column : row;
        hovered.head = transposed ? row : column;
    } else if (map == QLatin1String("head")) {
        hovered.query = row;
        hovered.key = column;
    } else {
        hovered.dim = column;
    }
}

void AttentionView::clickCell(const QString& map, int row, int column, Qt::KeyboardModifiers, Selection& pinned)
{
    if (map == QLatin1String("wall")) {
        hoverCell(map, row, column, pinned);
        if (!m_byKey) // arrows walk over the wall, Enter opens
            setLevel(Level::Head);
    } else if (map == QLatin1String("head")) {
        if (!m_byKey && pinned.query == row && pinned.key == column) // the second click on a cell opens it
            setLevel(Level::Cell);
        pinned.query = row;
        pinned.key = column;
    } else {
        pinned.dim = column;
    }
}

void AttentionView::clickBar(const QString& chart, int bar, Selection& pinned)
{
    if (m_level != Level::Wall)
        return;
    const std::vector<std::pair<int, int>> heads = headsOfChart(*run(), chart);
    if (std::size_t(bar) < heads.size())
        std::tie(pinned.layer, pinned.head) = heads[std::size_t(bar)];
}

void AttentionView::showHover(const Selection& hovered)
{
    if (m_level == Level::Wall && run()) {
        const bool transposed = wallIsTransposed(*run());
        plot()->setHovered(
            QStringLiteral("wall"), transposed ? Cell{hovered.head, hovered.layer} : Cell{hovered.layer, hovered.head});
    } else if (m_level == Level::Head) {
        plot()->setHovered(QStringLiteral("head"), Cell{hovered.query, hovered.key});
    }
}

bool AttentionView::step(QKeyEvent* event)
{
    if (!run())
        return false;
    Selection pinned = selectionModel()->pinned();
    const bool isHead = event->modifiers() & Qt::ControlModifier;
    switch (event->key()) {
    case Qt::Key_PageUp:
    case Qt::Key_PageDown: {
        const int by = event->key() == Qt::Key_PageUp ? -1 : 1;
        int& value = isHead ? pinned.head : pinned.layer;
        const int count = isHead ? headsOf(*run(), pinned.layer) : layersOf(*run());
        value = std::clamp(value + by, 0, std::max(0, count - 1));
        selectionModel()->pin(pinned);
        return true;
    }
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_level != Level::Cell)
            setLevel(Level(int(m_level) + 1));
        return true;
    case Qt::Key_Backspace:
        if (m_level != Level::Wall)
            setLevel(Level(int(m_level) - 1));
        return true;
    case Qt::Key_Escape:
        selectionModel()->unpin();
        return true;
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_Up:
    case Qt::Key_Down: {
        if (m_level != Level::Cell && !(m_level == Level::Head && (pinned.query < 0 || pinned.key < 0)))
            return false; // the plot moves its own cell
        const auto [query, key] = shownCell(figureData());
        const int last = int(streamTokens(*run()->trace).size()) - 1;
        const bool starts = pinned.query < 0 || pinned.key < 0; // the first step only makes the shown cell the pinned one
        pinned.query = std::clamp(query + (starts ? 0 : (event->key() == Qt::Key_Down) - (event->key() == Qt::Key_Up)), 0, last);
        pinned.key = std::clamp(key + (starts ? 0 : (event->key() == Qt::Key_Right) - (event->key() == Qt::Key_Left)), 0, last);
        selectionModel()->pin(pinned);
        return true;
    }
    default:
        return false;
    }
}

void AttentionView::keyPressEvent(QKeyEvent* event)
{
    if (!step(event))
        FigureView::keyPressEvent(event);
}

bool AttentionView::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == plot() && (event->type() == QEvent::KeyPress || event->type() == QEvent::MouseButtonPress)) {
        m_byKey = event->type() == QEvent::KeyPress;
        if (m_byKey && step(static_cast<QKeyEvent*>(event)))
            return true;
    }
    return FigureView::eventFilter(watched, event);
}

} // namespace widgets
