#include "widgets/views/attention/view.h"

#include "widgets/controls/control_line.h"
#include "widgets/controls/segmented_switch.h"
#include "widgets/controls/text_label.h"
#include "widgets/figure/compose.h"
#include "widgets/figure/page_words.h"
#include "widgets/plot/plot.h"
#include "widgets/views/attention/figures.h"
#include "widgets/views/attention/scale.h"
#include "widgets/views/attention/stage.h"
#include "widgets/views/attention/wall_order.h"
#include "widgets/views/shared/head_scores.h"
#include "widgets/views/shared/read_out.h"
#include "widgets/views/shared/token_groups.h"

#include <QCoreApplication>
#include <QKeyEvent>

#include <algorithm>
#include <tuple>

namespace widgets {

namespace {

const QString kAll = QStringLiteral("all");

QStringList stageIds()
{
    QStringList ids{kAll};
    for (const AttentionStage& stage : attentionStages())
        ids << QString::fromLatin1(stage.id);
    return ids;
}

QStringList sortIds() { return QStringList{QStringLiteral("layer")} + wallScoreIds(); }

/// Whether the columns of a small map are dimensions.
bool hasDimensions(const QString& map)
{
    for (const AttentionStage& stage : attentionStages())
        if (map == QStringLiteral("stage_%1").arg(QLatin1String(stage.id)))
            return !isSquare(stage);
    return false;
}

} // namespace

AttentionView::AttentionView(SelectionModel* selection, QWidget* parent)
    : FigureView(selection, parent)
    , m_stage(new SegmentedSwitch(stageIds(), this))
    , m_scale(new SegmentedSwitch({"auto", "linear", "log", "without_first"}, this))
    , m_lines(new SegmentedSwitch({"on", "off"}, this))
    , m_brackets(new SegmentedSwitch(bracketsOption.list(), this))
    , m_sort(new SegmentedSwitch(sortIds(), this))
{
    m_stage->setCurrent(QStringLiteral("softmax"));
    for (SegmentedSwitch* control : {m_stage, m_sort, m_brackets, m_lines, m_scale})
        controls()->addWidget(control);
    connect(m_lines, &SegmentedSwitch::chosen, this, [this](const QString& id) { m_wantsLines = id == QLatin1String("on"); });
    for (SegmentedSwitch* control : {m_stage, m_sort, m_brackets, m_lines, m_scale})
        connect(control, &SegmentedSwitch::chosen, this, &AttentionView::redraw);
    for (const auto& [control, name] :
        {std::pair{m_stage, stageOption.name()}, {m_scale, scaleOption.name()}, {m_lines, linesOption.name()},
            {m_brackets, bracketsOption.name()}, {m_sort, sortOption.name()}})
        control->setObjectName(name);
    breadcrumb()->show();
    breadcrumb()->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    connect(breadcrumb(), &QLabel::linkActivated, this, [this](const QString& link) { setLevel(Level(link.toInt())); });
    retranslate();
}

const FigureInfo& AttentionView::figure() const
{
    switch (m_level) {
    case Level::Wall:
        return attentionWallFigure;
    case Level::Head:
        return showsAllStages() ? attentionStagesFigure : attentionFigure;
    case Level::Cell:
        break;
    }
    return attentionCellFigure;
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
    const bool isAll = figureId == QLatin1String(attentionStagesFigure.id);
    for (const Level level : {Level::Wall, Level::Head, Level::Cell}) {
        const FigureInfo& info = level == Level::Wall ? attentionWallFigure
            : level == Level::Cell                    ? attentionCellFigure
            : isAll                                   ? attentionStagesFigure
                                                      : attentionFigure;
        if (figureId != QLatin1String(info.id))
            continue;
        if (isAll)
            m_stage->setCurrent(kAll);
        setLevel(level);
        return true;
    }
    return false;
}

bool AttentionView::restore(const QString& figureId, const QVariantMap& options)
{
    m_wantsLines = linesOption.in(options) != QLatin1String("off");
    return FigureView::restore(figureId, options);
}

/// Of each panel that is on screen; empty when one of them has lines.
QString AttentionView::whyNoLinesNow(const FigureData& now) const
{
    FigureStyle style = screenStyle(plot()->size());
    const ShownPanels shown = fittingPanels(shownPanels(figure(), now), style, 0);
    if (!shown.isWholePage())
        style.size = panelsOf(shown, style, 0).panel;
    QString reason;
    for (const Side side : shown.sides)
        if (reason = whyNoLines(ofSide(now, side), style); reason.isEmpty())
            break;
    return reason;
}

QString AttentionView::stage() const { return m_stage->current(); }

bool AttentionView::showsAllStages() const { return m_level == Level::Head && m_stage->current() == kAll; }

void AttentionView::setStage(const QString& id)
{
    m_stage->setCurrent(id);
    redraw();
}

/// The next stage that this model has.
void AttentionView::stepStage(int by)
{
    const QStringList ids = stageIds();
    const RunPtr& shown = run();
    for (qsizetype i = ids.indexOf(stage()) + by; shown && i >= 0 && i < ids.size(); i += by)
        if (i == 0 || whyNoStage(*shown, selectionModel()->pinned(), attentionStages()[std::size_t(i - 1)]).isEmpty())
            return setStage(ids[i]);
}

QVariantMap AttentionView::options() const
{
    QVariantMap map;
    const auto say = [&](const OptionKey& option, const SegmentedSwitch* control, bool isOf) {
        if (isOf)
            map[option.name()] = control->current();
    };
    const bool isHead = m_level == Level::Head;
    say(stageOption, m_stage, isHead && !showsAllStages());
    if (isHead && !m_wantsLines)
        map[linesOption.name()] = QStringLiteral("off"); // else where there is room
    say(bracketsOption, m_brackets, isHead);
    say(sortOption, m_sort, m_level == Level::Wall);
    say(scaleOption, m_scale, m_level != Level::Cell);
    return map;
}

QString AttentionView::handling() const { return m_level == Level::Wall ? tr("Click one to open it.") : QString(); }

void AttentionView::retranslate()
{
    m_stage->setLabel(kAll, tr("all"), tr("Every stage as a small map"));
    for (const AttentionStage& stage : attentionStages())
        m_stage->setLabel(
            QString::fromLatin1(stage.id), formulaText(stage), QCoreApplication::translate("AttentionStage", stage.meaning));
    m_scale->setLabel(
        QStringLiteral("auto"), tr("auto"), tr("Logarithmic when the first key takes more than half of the weight"));
    m_scale->setLabel(QStringLiteral("linear"), tr("linear"), tr("Colours from 0 to 1"));
    m_scale->setLabel(QStringLiteral("log"), tr("log"), tr("Small weights become visible"));
    m_scale->setLabel(QStringLiteral("without_first"), tr("without first"), tr("Colours leave out the first key"));
    m_lines->setLabel(QStringLiteral("on"), tr("lines"), tr("Weights as lines between the tokens, where there is room"));
    m_lines->setLabel(QStringLiteral("off"), tr("none"), tr("The map only, and its row as bars"));
    m_brackets->setLabel(QStringLiteral("apart"), tr("bytes"), tr("Tokens that split a character share one bracket"));
    m_brackets->setLabel(
        QStringLiteral("sum"), tr("characters"), tr("Tokens of one character are merged: keys are summed, queries averaged"));
    m_sort->setLabel(QStringLiteral("layer"), tr("by layer"), tr("Heads in the order of the model"));
    for (const WallScore& score : wallScores())
        m_sort->setLabel(QString::fromLatin1(score.id), QCoreApplication::translate("AttentionWall", score.name),
            QCoreApplication::translate("AttentionWall", score.heading));
}

void AttentionView::refreshControls(const FigureData& now)
{
    const RunPtr& shown = shownRun(now);
    const bool isHead = m_level == Level::Head;
    const bool isWeights = isHead && stage() == QLatin1String("softmax");
    m_stage->setVisible(isHead);
    m_lines->setVisible(isWeights);
    m_brackets->setVisible(isWeights && shown && hasSplitCharacters(*shown->trace));
    m_sort->setVisible(m_level == Level::Wall);
    m_scale->setVisible(isWeights || showsAllStages() || m_level == Level::Wall);
    if (isWeights && shown && whyNothing(figure(), now).isEmpty()) {
        const QString reason = whyNoLinesNow(now);
        m_lines->setAvailable(QStringLiteral("on"), reason.isEmpty(), reason);
        m_lines->setCurrent(m_wantsLines && reason.isEmpty() ? QStringLiteral("on") : QStringLiteral("off"));
    }
    for (const AttentionStage& one : attentionStages()) {
        const QString reason = shown ? whyNoStage(*shown, now.selection, one) : QString();
        m_stage->setAvailable(QString::fromLatin1(one.id), shown && reason.isEmpty(), reason);
    }
    m_sort->setAvailable(QStringLiteral("induction"), !shown || canInduce(*shown), tr("No token of this text occurs twice."));

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

TokenGroups AttentionView::groups() const
{
    const FigureData now = figureData();
    return tokenGroups(*run()->trace, sumsBrackets(now) && stage() == QLatin1String("softmax"));
}

/// As the wall is drawn: its layers may be in several parts.
WallOrder AttentionView::shownOrder() const
{
    const WallOrder plain = wallOrder(figureData());
    const CellPlottable* const wall = plot()->cellMap(QStringLiteral("wall"));
    return wall && plain.columns > 0 ? wallOrder(figureData(), wall->columns() / plain.columns) : plain;
}

void AttentionView::hoverCell(const QString& map, int row, int column, Selection& hovered)
{
    if (!run())
        return;
    if (map == QLatin1String("wall")) {
        const HeadPlace place = shownOrder().at(row, column);
        if (place.layer < 0)
            return;
        hovered.layer = place.layer;
        hovered.head = place.head;
    } else if (map == QLatin1String("head")) {
        const TokenGroups places = groups();
        hovered.query = places.firstToken(row);
        hovered.key = places.firstToken(column);
    } else if (map == QLatin1String("dimensions") || hasDimensions(map)) {
        hovered.query = row;
        hovered.dim = column;
    } else if (map.startsWith(QLatin1String("stage_"))) {
        hovered.query = row;
        hovered.key = column;
    } else {
        hovered.dim = column;
    }
}

void AttentionView::clickCell(const QString& map, int row, int column, Qt::KeyboardModifiers, Selection& pinned)
{
    const Selection before = pinned;
    hoverCell(map, row, column, pinned);
    if (m_byKey) // arrows walk, Enter opens
        return;
    if (map == QLatin1String("wall"))
        setLevel(Level::Head);
    else if (map == QLatin1String("head") && before == pinned) // the second click on a cell opens it
        setLevel(Level::Cell);
    else if (map.startsWith(QLatin1String("stage_"))) // a small map opens at its stage
        m_stage->setCurrent(map.mid(6));
}

void AttentionView::clickBar(const QString& chart, int bar, Selection& pinned)
{
    const FigureData now = figureData();
    if (m_level == Level::Wall) {
        const std::vector<std::pair<int, int>> heads = headsOfChart(now, chart);
        if (std::size_t(bar) < heads.size())
            std::tie(pinned.layer, pinned.head) = heads[std::size_t(bar)];
    } else if (chart == QLatin1String("row")) {
        const std::vector<int> keys = keysOfRow(now);
        if (std::size_t(bar) < keys.size()) {
            pinned.query = shownCell(now).first;
            pinned.key = keys[std::size_t(bar)];
        }
    }
}

QString AttentionView::markedTensor() const
{
    return m_level == Level::Wall
        ? QString()
        : QString::fromStdString(core::blockName(selectionModel()->pinned().layer, stageOf(figureData()).tensor));
}

QString AttentionView::tensorOf(const QString& map, int, int column, Selection& at) const
{
    if (map == QLatin1String("wall"))
        return {}; // a cell is a whole head
    const AttentionStage* stage = &stageOf(figureData());
    for (const AttentionStage& one : attentionStages())
        if (map == QStringLiteral("stage_%1").arg(QLatin1String(one.id)))
            stage = &one;
    const std::string name = core::blockName(at.layer, stage->tensor);
    const core::Tensor* tensor = run() ? run()->trace->find(name) : nullptr;
    if (tensor && tensor->rank() == 3 && stage->step == AttentionStep::Concatenated) { // the columns of all heads
        at.head = column / int(tensor->dim(2));
        at.dim = column % int(tensor->dim(2));
    }
    return QString::fromStdString(name);
}

QString AttentionView::barTensor(const QString& chart, int bar, Selection& at)
{
    if (m_level == Level::Wall)
        return {};
    clickBar(chart, bar, at);
    return QString::fromStdString(core::blockName(at.layer, "attn.pattern"));
}

void AttentionView::showHover(const Selection& hovered)
{
    if (!run())
        return;
    if (m_level == Level::Wall) {
        plot()->setHovered(QStringLiteral("wall"), shownOrder().cellOf(hovered.layer, hovered.head));
    } else if (showsAllStages()) {
        for (const AttentionStage& one : attentionStages())
            plot()->setHovered(QStringLiteral("stage_%1").arg(QLatin1String(one.id)),
                isSquare(one) ? Cell{hovered.query, hovered.key} : Cell{hovered.query, hovered.dim});
    } else if (m_level == Level::Head) {
        const TokenGroups places = groups();
        plot()->setHovered(QStringLiteral("head"), Cell{places.placeOf(hovered.query), places.placeOf(hovered.key)});
        plot()->setHovered(QStringLiteral("dimensions"), Cell{hovered.query, hovered.dim});
    }
}

bool AttentionView::step(QKeyEvent* event)
{
    if (!run())
        return false;
    Selection pinned = selectionModel()->pinned();
    switch (event->key()) {
    case Qt::Key_BracketLeft:
    case Qt::Key_BracketRight:
        if (m_level == Level::Head)
            stepStage(event->key() == Qt::Key_BracketLeft ? -1 : 1);
        return m_level == Level::Head;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_level != Level::Cell)
            setLevel(Level(int(m_level) + 1));
        return true;
    case Qt::Key_Backspace:
        if (m_level == Level::Wall)
            return false; // nothing is above it: the window goes back
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

static constexpr ShownTensors attentionTensors[] = {{"attn.*", Shown::Among}, {"cross_attn.*", Shown::Among}, {"*attn_out", Shown::Among}};

const ViewInfo attentionView{.id = "attention",
    .title = QT_TRANSLATE_NOOP("views", "Attention"),
    .create = createView<AttentionView>,
    .families = {"attention.kind", "mask.kind", "position.kind"},
    .figures = {&attentionFigure, &attentionWallFigure, &attentionStagesFigure, &attentionCellFigure},
    .shows = attentionTensors};

} // namespace widgets
