#include "widgets/views/alibi/view.h"

#include "widgets/controls/control_line.h"
#include "widgets/controls/segmented_switch.h"
#include "widgets/controls/text_label.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/plot.h"
#include "widgets/views/alibi/figure.h"
#include "widgets/views/alibi/numbers.h"
#include "widgets/views/alibi/order.h"
#include "widgets/views/alibi/order_strip.h"
#include "widgets/views/alibi/pictures.h"
#include "widgets/views/shared/figure_pages.h"
#include "widgets/views/shared/head_scores.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolButton>

#include <algorithm>

namespace widgets {

AlibiView::AlibiView(SelectionModel* selection, QWidget* parent)
    : FigureView(selection, parent)
    , m_show(new SegmentedSwitch(pageIds(alibiFigure), this))
    , m_length(new SegmentedSwitch({"prompt", "trained", "far"}, this))
    , m_earlier(new QToolButton(this))
    , m_later(new QToolButton(this))
{
    m_length->setCurrent(QStringLiteral("trained"));
    m_earlier->setText(QStringLiteral("←"));
    m_later->setText(QStringLiteral("→"));
    controls()->addWidget(m_show);
    controls()->addWidget(m_length);
    for (QToolButton* button : {m_earlier, m_later})
        controls()->addWidget(button);
    m_show->setObjectName(showOption.name()); // of its option
    connect(m_show, &SegmentedSwitch::chosen, this, &AlibiView::redraw);
    connect(m_length, &SegmentedSwitch::chosen, this, &AlibiView::redraw);
    connect(m_earlier, &QToolButton::clicked, this, [this] { nudge(-1); });
    connect(m_later, &QToolButton::clicked, this, [this] { nudge(1); });
    breadcrumb()->show();
    retranslate();
}

const FigureInfo& AlibiView::figure() const { return alibiFigure; }

/// What it shows of a model with other positions is another run.
bool AlibiView::marksPlace() const { return run() && alibiRunOf(figureData(), run()) == run(); }

QString AlibiView::shown() const { return m_show->current(); }

void AlibiView::setShown(const QString& picture)
{
    m_show->setCurrent(picture);
    redraw();
}

void AlibiView::moveToken(int from, int to)
{
    m_from = from;
    m_to = to;
    redraw();
}

int AlibiView::lastPlace() const { return run() ? int(streamTokens(*run()->trace).size()) - 1 : 0; }

/// Where the moved token is now.
int AlibiView::place() const { return m_to < 0 ? lastPlace() : std::clamp(m_to, 0, lastPlace()); }

void AlibiView::nudge(int by)
{
    moveToken(std::clamp(m_from, 0, lastPlace()), std::clamp(place() + by, 0, lastPlace()));
}

int AlibiView::lengthOf(const QString& choice) const
{
    if (!run())
        return 0;
    const int prompt = int(streamTokens(*run()->trace).size());
    const int trained = run()->setup ? int(run()->setup->config.context) : 16 * prompt;
    return choice == QLatin1String("prompt") ? 4 * prompt : choice == QLatin1String("far") ? 8 * trained : 2 * trained;
}

bool AlibiView::restore(const QString& figureId, const QVariantMap& options)
{
    if (!FigureView::restore(figureId, options))
        return false;
    for (const char* length : {"prompt", "trained", "far"})
        if (lengthOf(QString::fromLatin1(length)) == options.value(textLengthOption.name()).toInt())
            m_length->setCurrent(QString::fromLatin1(length));
    m_kind = options.value(orderKindOption.name(), m_kind).toString();
    moveToken(options.value(fromOption.name(), m_from).toInt(), options.value(toOption.name(), -1).toInt());
    return true;
}

QVariantMap AlibiView::options() const
{
    QVariantMap options{{showOption.name(), shown()}};
    if (shown() == QLatin1String("beyond"))
        options[textLengthOption.name()] = lengthOf(m_length->current());
    if (shown() == QLatin1String("order")) {
        options[orderKindOption.name()] = m_kind;
        options[fromOption.name()] = m_from;
        if (m_to >= 0)
            options[toOption.name()] = m_to;
    }
    return options;
}

QString AlibiView::handling() const
{
    if (shown() != QLatin1String("order"))
        return {};
    return plot()->cellMap(QStringLiteral("strip")) ? tr("Drag a token of the lower row.")
                                                    : tr("A click chooses the token, the arrows move it.");
}

void AlibiView::retranslate()
{
    m_show->setLabel(QStringLiteral("penalty"), tr("penalty"), tr("Content, penalty, score and attention of the heads"));
    m_show->setLabel(QStringLiteral("beyond"), tr("longer texts"), tr("Beyond the prompt and the trained length"));
    m_show->setLabel(
        QStringLiteral("order"), tr("no positions"), tr("Move a token and see what changes, with and without positions"));
    m_show->setLabel(
        QStringLiteral("terms"), tr("four terms"), tr("The four terms of a score with added positions, against the one of RoPE"));
    m_length->setLabel(QStringLiteral("prompt"), tr("4 × prompt"));
    m_length->setLabel(QStringLiteral("trained"), tr("2 × trained"));
    m_length->setLabel(QStringLiteral("far"), tr("8 × trained"));
    m_earlier->setToolTip(tr("Move the token one place to the front"));
    m_later->setToolTip(tr("Move the token one place to the back"));
}

void AlibiView::refreshControls(const FigureData& now)
{
    m_length->setVisible(shown() == QLatin1String("beyond"));
    for (QToolButton* button : {m_earlier, m_later})
        button->setVisible(shown() == QLatin1String("order"));
    m_earlier->setEnabled(place() > 0);
    m_later->setEnabled(place() < lastPlace());
    const Selection at = alibiPlace(now);
    breadcrumb()->setText(tr("Layer %1 › Head %2").arg(counted(at.layer)).arg(counted(at.head)));
}

void AlibiView::hoverCell(const QString& map, int row, int column, Selection& hovered)
{
    const QStringList words = map.split(QLatin1Char(' ')); // "score 3"
    if (map == QLatin1String("kinds") || map == QLatin1String("strip")) {
        hovered.query = column;
        hovered.key = -1;
        return;
    }
    if (map == QLatin1String("moved") || map == QLatin1String("beyond"))
        return; // their places are not those of the text
    const Selection place = alibiPlace(figureData());
    hovered.layer = place.layer;
    hovered.head = words.size() == 2 ? fromCounted(words[1].toInt()) : place.head;
    hovered.query = row;
    hovered.key = column;
}

void AlibiView::clickCell(const QString& map, int row, int column, Qt::KeyboardModifiers, Selection& pinned)
{
    const FigureData now = figureData();
    if (map == QLatin1String("kinds")) {
        const OrderExperiment& experiment = orderExperiment(now);
        if (std::size_t(row) < experiment.kinds.size())
            m_kind = QString::fromStdString(experiment.kinds[std::size_t(row)].id);
        moveToken(column, m_to);
    } else if (map == QLatin1String("strip")) {
        const OrderExperiment& experiment = orderExperiment(now);
        const int token = row == 0 ? column : int(experiment.order[std::size_t(column)]);
        moveToken(token, experiment.to);
    } else if (map != QLatin1String("moved") && map != QLatin1String("beyond")) {
        hoverCell(map, row, column, pinned);
    }
}

void AlibiView::clickBar(const QString& chart, int bar, Selection& pinned)
{
    if (chart == QLatin1String("slopes"))
        pinned.head = bar;
}

/// Of another kind of positions the picture is of a further run, which no table of the window holds.
QString AlibiView::tensorOf(const QString& map, int, int, Selection& at) const
{
    static constexpr std::pair<const char*, const char*> tensors[]
        = {{"content", "attn.scores_content"}, {"penalty", "attn.bias"}, {"score", "attn.scores"}, {"attention", "attn.pattern"}};
    const QString stage = map.section(QLatin1Char(' '), 0, 0);
    const auto* const found = std::ranges::find_if(tensors, [&](const auto& one) { return stage == QLatin1String(one.first); });
    return found == std::end(tensors) || alibiRunOf(figureData(), run()) != run()
        ? QString()
        : QString::fromStdString(core::blockName(at.layer, found->second));
}

void AlibiView::showHover(const Selection& hovered)
{
    for (CellPlottable* map : plot()->cellMaps()) {
        const QString name = map->name();
        if (name.contains(QLatin1Char(' ')) || name.startsWith(QLatin1String("scores_")))
            plot()->setHovered(name, Cell{hovered.query, hovered.key});
    }
}

bool AlibiView::eventFilter(QObject* watched, QEvent* event)
{
    // A token of the lower row is dragged to another place of either row.
    const auto* strip = qobject_cast<OrderStrip*>(plot()->cellMap(QStringLiteral("strip")));
    if (watched == plot() && strip && event->type() == QEvent::MouseButtonPress) {
        const Cell cell = strip->cellAt(static_cast<QMouseEvent*>(event)->position());
        m_dragged = cell.isNone() ? -1 : cell.row == 0 ? cell.column : strip->order()[std::size_t(cell.column)];
    }
    if (watched == plot() && strip && m_dragged >= 0 && event->type() == QEvent::MouseMove
        && (static_cast<QMouseEvent*>(event)->buttons() & Qt::LeftButton)) {
        // Followed while the button is down: the runs of each place are kept.
        const Cell cell = strip->cellAt(static_cast<QMouseEvent*>(event)->position());
        const auto& order = strip->order();
        const bool isElsewhere = !cell.isNone() && order[std::size_t(cell.column)] != m_dragged;
        if (isElsewhere)
            moveToken(m_dragged, cell.column);
    }
    if (watched == plot() && event->type() == QEvent::MouseButtonRelease)
        m_dragged = -1;
    return FigureView::eventFilter(watched, event);
}

/// The four terms of a score, or the penalty of a run that has it.
bool AlibiView::openTensor(const QString& tensor)
{
    const bool isTerm = tensor.count(QLatin1Char('_')) > 1;
    if (!isTerm && (!run() || alibiRunOf(figureData(), run()) != run()))
        return false;
    setShown(isTerm ? QStringLiteral("terms") : QStringLiteral("penalty"));
    return true;
}

static constexpr ShownTensors alibiTensors[] = {{"attn.scores_*_*", Shown::Itself}, {"attn.bias", Shown::Itself}};

const ViewInfo alibiView{.id = "alibi",
    .title = QT_TRANSLATE_NOOP("views", "ALiBi"),
    .create = createView<AlibiView>,
    .families = {"position.kind@order=none", "position.kind@terms=sinusoidal", "position.kind=alibi"},
    .figures = {&alibiFigure},
    .shows = alibiTensors};

} // namespace widgets
