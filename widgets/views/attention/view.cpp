#include "widgets/views/attention/view.h"

#include "widgets/controls/control_line.h"
#include "widgets/controls/kept_in_sight.h"
#include "widgets/controls/segmented_switch.h"
#include "widgets/controls/text_label.h"
#include "widgets/figure/compose.h"
#include "widgets/figure/page_words.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/plot.h"
#include "widgets/views/attention/figures.h"
#include "widgets/views/attention/pen.h"
#include "widgets/views/attention/scale.h"
#include "widgets/views/attention/stage.h"
#include "widgets/views/attention/wall_order.h"
#include "widgets/views/attention/weighing.h"
#include "widgets/views/shared/cell_operands.h"
#include "widgets/views/shared/head_scores.h"
#include "widgets/views/shared/read_out.h"
#include "widgets/views/shared/token_groups.h"

#include <QCoreApplication>
#include <QPushButton>
#include <QToolButton>

#include <tuple>

namespace widgets {

namespace {

const QString kAll = QStringLiteral("all");
const QString kSoftmax = QStringLiteral("softmax"); // the stage of a head that is opened
const QString kWidth = QStringLiteral("width"); // no stage, but what one of them is for

QStringList stageIds()
{
    QStringList ids{kAll};
    for (const AttentionStage& stage : attentionStages())
        ids << QString::fromLatin1(stage.id);
    return ids << kWidth;
}

const QString kMaps = QStringLiteral("maps"), kMasks = QStringLiteral("masks"), kAlignment = QStringLiteral("alignment");
const QString kStages = QStringLiteral("stages"); // leads to those of the selected head

const QLatin1String ofMask("mask "); // the map of a mask: its part, its layer
bool isOfHeads(const QString& map) { return map == QLatin1String("wall") || map == QLatin1String("heads"); }

QStringList sortIds() { return QStringList{QStringLiteral("layer")} + wallScoreIds(); }

} // namespace

AttentionView::AttentionView(SelectionModel* selection, QWidget* parent)
    : FigureView(selection, parent)
    , m_all(new SegmentedSwitch({kMaps, kMasks, kAlignment, kStages}, this))
    , m_stack(new SegmentedSwitch(partOption.list(), this))
    , m_heads(new SegmentedSwitch(headsOption.list(), this))
    , m_best(new QPushButton(this))
    , m_stage(new SegmentedSwitch(stageIds(), this))
    , m_weighing(new SegmentedSwitch(weighingOption.list(), this))
    , m_scale(new SegmentedSwitch({"auto", "linear", "log", "without_first"}, this))
    , m_lines(new SegmentedSwitch({"on", "off"}, this))
    , m_brackets(new SegmentedSwitch(bracketsOption.list(), this))
    , m_sort(new SegmentedSwitch(sortIds(), this))
    , m_draw(new QToolButton(this))
{
    m_pen = new AttentionPen(*plot()); // whose events are heard already
    m_stage->setCurrent(kSoftmax);
    for (SegmentedSwitch* control : {m_all, m_stage})
        controls()->addWidget(control);
    controls()->addWidget(m_draw);
    keepInSight(m_draw);
    for (SegmentedSwitch* control : {m_stack, m_heads, m_sort, m_brackets, m_lines, m_scale, m_weighing})
        controls()->addWidget(control);
    controls()->addWidget(m_best);
    m_draw->setObjectName(QStringLiteral("draw"));
    m_draw->setCheckable(true);
    connect(m_draw, &QToolButton::toggled, this, &AttentionView::redraw);
    connect(m_pen, &AttentionPen::drawn, this, &AttentionView::sayStroke);
    m_best->setObjectName(QStringLiteral("best_head"));
    connect(m_best, &QPushButton::clicked, this, &AttentionView::openBest);
    connect(m_stack, &SegmentedSwitch::chosen, this, [this] { m_isStackChosen = true; });
    connect(m_lines, &SegmentedSwitch::chosen, this, [this](const QString& id) { m_wantsLines = id == QLatin1String("on"); });
    connect(m_all, &SegmentedSwitch::chosen, this, [this](const QString& id) {
        if (id == kStages)
            showFigure(QString::fromLatin1(attentionStagesFigure.id));
    });
    for (SegmentedSwitch* control : {m_all, m_stage, m_stack, m_heads, m_sort, m_brackets, m_lines, m_scale, m_weighing})
        connect(control, &SegmentedSwitch::chosen, this, &AttentionView::redraw);
    for (const auto& [control, name] : {std::pair{m_stage, stageOption.name()}, {m_scale, scaleOption.name()},
             {m_lines, linesOption.name()}, {m_brackets, bracketsOption.name()}, {m_sort, sortOption.name()},
             {m_heads, headsOption.name()}, {m_stack, stackOption.name()}, {m_weighing, weighingOption.name()}})
        control->setObjectName(name);
    breadcrumb()->show();
    breadcrumb()->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    connect(breadcrumb(), &QLabel::linkActivated, this, [this](const QString& link) {
        m_level == Level::Wall&& Level(link.toInt()) == Level::Head ? openHead() : setLevel(Level(link.toInt()));
    });
    retranslate();
}

const FigureInfo& AttentionView::figure() const
{
    switch (m_level) {
    case Level::Wall:
        return figureOfAll();
    case Level::Head:
        return showsAllStages() ? attentionStagesFigure : showsWidth() ? attentionWidthFigure : attentionFigure;
    case Level::Cell:
        break;
    }
    return attentionCellFigure;
}

const FigureInfo& AttentionView::figureOfAll() const
{
    return m_all->current() == kMasks    ? attentionMasksFigure
        : m_all->current() == kAlignment ? attentionAlignmentFigure
                                         : attentionWallFigure;
}

void AttentionView::setLevel(Level level)
{
    m_level = level;
    redraw();
}

bool AttentionView::showFigure(const QString& figureId)
{
    for (const auto& [what, info] :
        {std::pair{kMaps, &attentionWallFigure}, {kMasks, &attentionMasksFigure}, {kAlignment, &attentionAlignmentFigure}})
        if (figureId == QLatin1String(info->id)) {
            m_all->setCurrent(what);
            setLevel(Level::Wall);
            return true;
        }
    const bool isAll = figureId == QLatin1String(attentionStagesFigure.id);
    const bool isWidth = figureId == QLatin1String(attentionWidthFigure.id);
    for (const Level level : {Level::Head, Level::Cell}) {
        const FigureInfo& info = level == Level::Cell ? attentionCellFigure
            : isAll                                   ? attentionStagesFigure
            : isWidth                                 ? attentionWidthFigure
                                                      : attentionFigure;
        if (figureId != QLatin1String(info.id))
            continue;
        if (isAll || isWidth)
            m_stage->setCurrent(isAll ? kAll : kWidth);
        else if (level == Level::Head && (m_stage->current() == kAll || m_stage->current() == kWidth))
            m_stage->setCurrent(kSoftmax);
        if (m_all->current() == kStages)
            m_all->setCurrent(kMaps); // what is there on the way back
        setLevel(level);
        return true;
    }
    return false;
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

bool AttentionView::showsWeights() const
{
    return m_level == Level::Wall ? &figureOfAll() == &attentionWallFigure
                                  : m_level == Level::Head && stage() == QLatin1String("softmax");
}

bool AttentionView::showsWidth() const { return m_level == Level::Head && m_stage->current() == kWidth; }

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
        if (i == 0 || ids[i] == kWidth
            || whyNoStage(*shown, placeOf(figureData()), attentionStages()[std::size_t(i - 1)]).isEmpty())
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
    if (showsWidth())
        return map;
    say(stageOption, m_stage, isHead && !showsAllStages());
    if (isHead && !m_wantsLines)
        map[linesOption.name()] = QStringLiteral("off"); // else where there is room
    const bool isWall = m_level == Level::Wall && m_all->current() == kMaps;
    say(bracketsOption, m_brackets, isHead);
    sayStack(map);
    say(headsOption, m_heads, showsAlignment());
    say(sortOption, m_sort, isWall);
    say(weighingOption, m_weighing, showsWeights() && m_weighing->current() != QLatin1String("raw"));
    say(scaleOption, m_scale, isWall || isHead);
    return map;
}

QString AttentionView::handling() const
{
    if (m_pen->isOn())
        return tr("Drag from a seen cell: not looked at. From a masked one: looked at. Esc: done.");
    return m_level == Level::Wall && m_all->current() == kMaps ? tr("Click one to open it.") : QString();
}

void AttentionView::retranslate()
{
    m_all->setLabel(kMaps, tr("heads"), tr("The weights of every head as a small map"));
    m_all->setLabel(kMasks, tr("masks"), tr("What each layer lets through, and how far information travels"));
    m_all->setLabel(kAlignment, tr("alignment"), tr("Lines from the target to the source"));
    m_all->setLabel(kStages, tr("stages"), tr("Every stage of the selected head, from q and k to what it writes"));
    m_stack->setLabel(QStringLiteral("cross"), tr("cross"), tr("From the target to the source"));
    m_stack->setLabel(QStringLiteral("encoder"), tr("encoder"), tr("Within the source"));
    m_stack->setLabel(QStringLiteral("self"), tr("decoder"), tr("Within the target"));
    m_heads->setLabel(QStringLiteral("head"), tr("head"), tr("The selected head"));
    m_heads->setLabel(QStringLiteral("mean"), tr("mean"), tr("The mean of the heads of the layer"));
    m_stage->setLabel(kAll, tr("all"), tr("Every stage as a small map"));
    for (const AttentionStage& stage : attentionStages())
        m_stage->setLabel(
            QString::fromLatin1(stage.id), formulaText(stage), QCoreApplication::translate("AttentionStage", stage.meaning));
    m_stage->setLabel(kWidth, QStringLiteral("√d"), tr("What dividing by √d does, over the width of queries and keys"));
    m_scale->setLabel(
        QStringLiteral("auto"), tr("auto"), tr("Logarithmic when the first key takes more than half of the weight"));
    m_scale->setLabel(QStringLiteral("linear"), tr("linear"), tr("Colours from 0 to 1"));
    m_scale->setLabel(QStringLiteral("log"), tr("log"), tr("Small weights become visible"));
    m_scale->setLabel(QStringLiteral("without_first"), tr("without first"), tr("Colours leave out the first key"));
    m_weighing->setLabel(QStringLiteral("raw"), QStringLiteral("α"), tr("The weights themselves"));
    m_weighing->setLabel(
        QStringLiteral("values"), QStringLiteral("‖αvWᴼ‖"), tr("How long the vectors are that the weights bring"));
    m_weighing->setLabel(
        QStringLiteral("rollout"), tr("rollout"), tr("What of each token has come to each place through all layers so far"));
    m_lines->setLabel(QStringLiteral("on"), tr("lines"), tr("Weights as lines between the tokens, where there is room"));
    m_lines->setLabel(QStringLiteral("off"), tr("none"), tr("The map only, and its row as bars"));
    m_brackets->setLabel(QStringLiteral("apart"), tr("bytes"), tr("Tokens that split a character share one bracket"));
    m_brackets->setLabel(
        QStringLiteral("sum"), tr("characters"), tr("Tokens of one character are merged: keys are summed, queries averaged"));
    m_draw->setText(tr("Draw"));
    m_draw->setToolTip(tr("Draw with the mouse what is looked at, and run with it"));
    m_sort->setLabel(QStringLiteral("layer"), tr("by layer"), tr("Heads in the order of the model"));
    for (const WallScore& score : wallScores()) {
        const QString id = QString::fromLatin1(score.id);
        const QString word = id == QLatin1String("previous") ? tr("previous")
            : id == QLatin1String("first")                   ? tr("first")
                                                             : QCoreApplication::translate("AttentionWall", score.name);
        m_sort->setLabel(id, word, QCoreApplication::translate("AttentionWall", score.heading));
    }
}

void AttentionView::refreshControls(const FigureData& now)
{
    const RunPtr& shown = shownRun(now);
    const bool isHead = m_level == Level::Head;
    const bool isWeights = isHead && stage() == QLatin1String("softmax");
    const bool isWall = m_level == Level::Wall && m_all->current() == kMaps;
    m_all->setVisible(m_level == Level::Wall);
    m_heads->setVisible(showsAlignment());
    refreshStack(now);
    refreshBest(now);
    refreshPen();
    m_stage->setVisible(isHead);
    m_lines->setVisible(isWeights);
    m_brackets->setVisible(isWeights && shown && hasSplitCharacters(core::tokensOfPart(*shown->trace, part(), false)));
    m_sort->setVisible(isWall);
    m_scale->setVisible(showsAllStages() || (showsWeights() && weighingOf(now) == Weighing::Raw));
    m_weighing->setVisible(showsWeights());
    for (const Weighing one : {Weighing::Values, Weighing::Rollout}) {
        const QString reason = shown ? whyNoWeighing(one, *shown, placeOf(now)) : QString();
        m_weighing->setAvailable(weighingOption.list()[int(one)], shown && reason.isEmpty(), reason);
    }
    if (isWeights && shown && whyNothing(figure(), now).isEmpty()) {
        const QString reason = whyNoLinesNow(now);
        m_lines->setAvailable(QStringLiteral("on"), reason.isEmpty(), reason);
        m_lines->setCurrent(m_wantsLines && reason.isEmpty() ? QStringLiteral("on") : QStringLiteral("off"));
    }
    for (const AttentionStage& one : attentionStages()) {
        const QString reason = shown ? whyNoStage(*shown, placeOf(now), one) : QString();
        const bool leadsOn = shown && one.step == AttentionStep::Biased && hasAddedPositions(*shown); // to the page that has its terms
        m_stage->setAvailable(QString::fromLatin1(one.id), shown && (reason.isEmpty() || leadsOn), reason);
    }
    for (const WallScore& score : wallScores()) {
        const QString reason = shown ? whyNoScore(score, *shown, part()) : QString();
        m_sort->setAvailable(QString::fromLatin1(score.id), reason.isEmpty(), reason);
    }

    const auto link = [](Level level, const QString& text) {
        return QStringLiteral("<a style=\"text-decoration:none\" href=\"%1\">%2</a>").arg(int(level)).arg(text.toHtmlEscaped());
    };
    const QString head = tr("Layer %1 › Head %2").arg(counted(now.selection.layer)).arg(counted(now.selection.head));
    QStringList path;
    path << (m_level == Level::Wall ? tr("All heads") : link(Level::Wall, tr("All heads")));
    path << (m_level == Level::Head ? head : link(Level::Head, head));
    if (shown && !streamTokens(*shown->trace).empty() && m_level != Level::Wall) {
        const auto [query, key] = shownCell(now);
        const QString cell = tr("%1 → %2").arg(quotedPart(*shown, part(), true, query), quotedPart(*shown, part(), false, key));
        path << (m_level == Level::Cell ? cell.toHtmlEscaped() : link(Level::Cell, cell));
    }
    breadcrumb()->setText(path.join(QStringLiteral(" › ")));
}

QString AttentionView::tensorOf(const QString& map, int row, int column, Selection& at) const
{
    if (isOfHeads(map) || map.startsWith(ofMask))
        return {}; // a cell is a whole head, or says whether a score is masked
    if (map == QLatin1String("alignment") || map == QLatin1String("weights")) {
        std::tie(at.query, at.key) = std::pair(row, column);
        return QString::fromStdString(core::attentionName(part(), at.layer, "pattern"));
    }
    if (map == QLatin1String("operands")) { // query, key and their product
        at.dim = column;
        const PartPlace place = placeOf(figureData());
        const CellOperands cell = run() && row < 2 ? cellOperands(*run(), place.part, place) : CellOperands();
        return QString::fromStdString(row == 0 ? cell.qName : cell.kName);
    }
    const AttentionStage* stage = &stageOf(figureData());
    for (const AttentionStage& one : attentionStages())
        if (map == QStringLiteral("stage_%1").arg(QLatin1String(one.id)))
            stage = &one;
    if (!run())
        return QString::fromStdString(core::blockName(at.layer, stage->tensor));
    if (part() != core::AttentionPart::Self) { // a hover means tokens of the other text
        at.query = map == QLatin1String("head") ? axes().queries.firstToken(row) : row;
        if (isSquare(*stage))
            at.key = map == QLatin1String("head") ? axes().keys.firstToken(column) : column;
    }
    const std::string name = tensorAt(*run(), PartPlace(at, part()), stage->tensor);
    const core::Tensor* tensor = run()->trace->find(name);
    if (tensor && tensor->rank() == 3 && stage->step == AttentionStep::Concatenated) { // the columns of all heads
        at.head = column / int(tensor->dim(2));
        at.dim = column % int(tensor->dim(2));
    }
    return QString::fromStdString(name);
}

/// On a wall a cell is a whole head: what it puts out, for all tokens. In a mask it is the score that is masked or not.
QString AttentionView::partOf(const QString& map, int row, int column, Selection& at) const
{
    if (const QStringList words = map.split(u' '); words.size() > 2 && map.startsWith(ofMask)) { // "mask self 0"
        at.layer = fromCounted(words[2].toInt());
        std::tie(at.query, at.key) = std::pair(row, column);
        return QString::fromStdString(core::attentionName(core::attentionPart(words[1].toStdString()), at.layer, "scores"));
    }
    if (!isOfHeads(map))
        return tensorOf(map, row, column, at);
    at.query = at.key = at.dim = -1;
    return QString::fromStdString(core::attentionName(part(), at.layer, "z"));
}

QString AttentionView::barTensor(const QString& chart, int bar, Selection& at)
{
    if (m_level == Level::Wall || !run())
        return {};
    clickBar(chart, bar, at);
    const PartPlace place = placeOf(figureData());
    if (place.part != core::AttentionPart::Self)
        std::tie(at.query, at.key) = std::pair(place.query, place.key);
    return QString::fromStdString(tensorAt(*run(), PartPlace(at, part()), stageOf(figureData()).tensor));
}

static constexpr ShownTensors attentionTensors[]
    = {{"attn.*", Shown::Among}, {"cross_attn.*", Shown::Among}, {"encoder.attn.*", Shown::Among}};

const ViewInfo attentionView{.id = "attention",
    .title = QT_TRANSLATE_NOOP("views", "Attention"),
    .create = createView<AttentionView>,
    .families = {"attention.kind@attention,attention_stages,attention_wall", "mask.kind@attention_masks", "position.kind",
        "score.qk_norm@attention,attention_stages", "weights@attention,attention_stages"},
    .figures = {&attentionFigure, &attentionWallFigure, &attentionStagesFigure, &attentionCellFigure, &attentionWidthFigure,
        &attentionMasksFigure, &attentionAlignmentFigure},
    .shows = attentionTensors};

} // namespace widgets
