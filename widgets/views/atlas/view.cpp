#include "widgets/views/atlas/view.h"

#include "core/files/library/replica.h"
#include "widgets/controls/control_line.h"
#include "widgets/controls/segmented_switch.h"
#include "widgets/figure/choice_text.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/atlas/choice_shares.h"
#include "widgets/views/atlas/figure.h"
#include "widgets/views/atlas/model_points.h"
#include "widgets/views/atlas/model_table.h"
#include "widgets/views/atlas/table_rows.h"
#include "widgets/views/shared/walk_button.h"

#include <QLineEdit>
#include <QPushButton>
#include <QToolTip>
#include <QWhatsThis>
#include <QWheelEvent>

#include <algorithm>
#include <utility>

namespace widgets {

namespace {

constexpr int rowsPerNotch = 3;

} // namespace

AtlasView::AtlasView(SelectionModel* selection, QWidget* parent)
    : FigureView(selection, parent)
    , m_show(new SegmentedSwitch(pageIds(atlasFigure), this))
    , m_models(new SegmentedSwitch(atlasTables(), this))
    , m_over(new SegmentedSwitch(atlasOverOption.list(), this))
    , m_search(new QLineEdit(this))
    , m_run(new QPushButton(this))
    , m_compare(new QPushButton(this))
    , m_walk(new WalkButton(this))
{
    const std::pair<SegmentedSwitch*, OptionKey> switches[]
        = {{m_show, showOption}, {m_models, atlasModelsOption}, {m_over, atlasOverOption}};
    for (const auto& [control, option] : switches) {
        control->setObjectName(option.name()); // of their options
        connect(control, &SegmentedSwitch::chosen, this, [this] {
            m_from = 0;
            redraw();
        });
    }
    m_search->setClearButtonEnabled(true);
    for (QWidget* const control : std::initializer_list<QWidget*>{m_show, m_run, m_compare, m_models, m_over, m_search, m_walk})
        controls()->addWidget(control);
    connect(m_search, &QLineEdit::textChanged, this, [this] {
        m_from = 0;
        redraw();
    });
    connect(m_run, &QPushButton::clicked, this, [this] { run(false); });
    connect(m_compare, &QPushButton::clicked, this, [this] { run(true); });
    connect(m_walk, &QPushButton::clicked, this, [this] { emit modelWanted(WalkButton::file(), false); });
    connect(plot(), &Plot::cellAsked, this, [this](const QString& map, int row, int column) {
        if (const QString id = modelAt(map, row, column); isUpToDate() && !id.isEmpty()) {
            selectModel(id);
            run(false);
        }
    });
    AtlasView::retranslate();
}

const FigureInfo& AtlasView::figure() const { return atlasFigure; }

QVariantMap AtlasView::options() const
{
    QVariantMap options{{showOption.name(), m_show->current()}, {atlasModelsOption.name(), m_models->current()},
        {atlasOverOption.name(), m_over->current()}};
    if (!m_search->text().isEmpty())
        options[atlasSearchOption.name()] = m_search->text();
    if (!m_sort.isEmpty())
        options[atlasSortOption.name()] = m_sort;
    if (!m_model.isEmpty())
        options[atlasModelOption.name()] = m_model;
    if (m_from > 0)
        options[atlasFromOption.name()] = m_from;
    return options;
}

bool AtlasView::restore(const QString& figureId, const QVariantMap& options)
{
    if (!FigureView::restore(figureId, options))
        return false;
    m_search->setText(atlasSearchOption.in(options));
    m_sort = atlasSortOption.in(options);
    m_model = atlasModelOption.in(options);
    m_from = options.value(atlasFromOption.name()).toInt();
    redraw();
    return true;
}

QString AtlasView::handling() const
{
    const auto isOf = [this](const QStringList& pages) { return pages.contains(m_show->current()); };
    return m_show->current() == QLatin1String("table")
        ? tr("Click a name to run its replica, a row to select, a heading to sort.")
        : isOf({"choices", "size"}) ? tr("A model is selected in the table, or by its point in a chart.")
                                    : tr("Click a point to select its model.");
}

void AtlasView::retranslate()
{
    m_show->setLabel(QStringLiteral("table"), tr("Table"), tr("Every model with its choices and sizes"));
    m_show->setLabel(QStringLiteral("feed_forward"), tr("FF width"), tr("d_ff / d_model: 4, 8/3, and T5's 64"));
    m_show->setLabel(QStringLiteral("heads"), tr("Heads"), tr("heads · d_head / d_model"));
    m_show->setLabel(QStringLiteral("depth"), tr("Depth"), tr("d_model / layers"));
    m_show->setLabel(QStringLiteral("vocabulary"), tr("Vocabulary"), tr("Tokens that the models know"));
    m_show->setLabel(QStringLiteral("choices"), tr("Choices"), tr("Shares of each choice by year"));
    m_show->setLabel(QStringLiteral("size"), tr("Full size"), tr("Parameters, FLOPs, cache and weights beside the replica's"));
    m_models->setLabel(QStringLiteral("course"), tr("course"), tr("The models of the course's table"));
    m_models->setLabel(QStringLiteral("llama"), tr("LLaMA"), tr("The course's table of LLaMA 1, 2 and 3"));
    m_models->setLabel(QStringLiteral("deepseek"), tr("DeepSeek"), tr("The course's table of LLaMA 3.1 and DeepSeek"));
    m_models->setLabel(QStringLiteral("training"), tr("decay"), tr("Dropout and weight decay, as far as they were published"));
    m_models->setLabel(QStringLiteral("all"), tr("all"), tr("All models of the atlas"));
    m_over->setLabel(QStringLiteral("year"), tr("over years"), tr("By the date of their publication"));
    m_over->setLabel(QStringLiteral("size"), tr("over size"), tr("By the number of their parameters"));
    m_search->setPlaceholderText(tr("Find"));
    m_search->setAccessibleName(tr("Find a model, an organisation or a choice"));
    m_search->setToolTip(m_search->accessibleName());
    m_run->setText(tr("Run as replica"));
    m_compare->setText(tr("Compare"));
    m_walk->retranslate();
}

void AtlasView::refreshControls(const FigureData& now)
{
    const QString page = m_show->current();
    const bool isChart = QStringList{"feed_forward", "heads", "depth", "vocabulary"}.contains(page);
    m_models->setVisible(page == QLatin1String("table"));
    m_search->setVisible(page == QLatin1String("table"));
    m_over->setVisible(isChart);
    m_walk->setVisible(page == QLatin1String("table"));
    const core::AtlasModel* const selected = selectedModel(now);
    const auto reason = selected ? core::noReplica(*selected) : std::nullopt;
    for (QPushButton* const button : {m_run, m_compare})
        button->setEnabled(selected && !reason);
    const QString name = selected ? QString::fromStdString(selected->name) : QString();
    const QString why = !selected ? tr("Select a model first") : reason ? coreText(reason->parts().problem) : QString();
    m_run->setToolTip(!why.isEmpty() ? why : tr("Runs a small model with the choices of %1").arg(name));
    m_compare->setToolTip(!why.isEmpty() ? why : tr("Runs that of %1 as B, beside A").arg(name));
}

const ModelTable* AtlasView::table() const { return qobject_cast<const ModelTable*>(plot()->cellMap(QLatin1String(tableName))); }

QString AtlasView::modelAt(const QString& map, int row, int column) const
{
    if (map == QLatin1String(tableName)) {
        const std::vector<const core::AtlasModel*> rows = tableRows(figureData());
        const bool isThere = row >= 0 && row < int(rows.size()) && rows[std::size_t(row)];
        return isThere ? QString::fromStdString(rows[std::size_t(row)]->id) : QString();
    }
    const auto* const points = qobject_cast<const ModelPoints*>(plot()->cellMap(map));
    return points && column >= 0 && column < int(points->points().size()) ? points->points()[std::size_t(column)].id : QString();
}

void AtlasView::selectModel(const QString& id)
{
    m_model = id;
    // The row stays in sight.
    const std::vector<const core::AtlasModel*> rows = tableRows(figureData());
    const auto at = std::ranges::find_if(rows, [&](const core::AtlasModel* row) { return row && row->id == id.toStdString(); });
    if (const ModelTable* shown = table(); shown && at != rows.end()) {
        const int pinned = atlasTable(figureData()).pinned;
        const int row = int(at - rows.begin()) - pinned, first = shown->first(), fitting = shown->fitting();
        if (row >= 0 && (row < first || row >= first + fitting))
            m_from = std::max(0, row < first ? row : row - fitting + 1);
    }
    redraw();
}

void AtlasView::hoverCell(const QString& map, int row, int column, Selection&)
{
    if (const auto* shares = qobject_cast<const ChoiceShares*>(plot()->cellMap(map))) {
        const ShareStrip& strip = shares->strips()[std::size_t(row)];
        QStringList lines;
        for (qsizetype kind = 0; kind < strip.kinds.size(); ++kind)
            if (const int count = strip.counts[std::size_t(column)][std::size_t(kind)])
                lines << tr("%1: %2").arg(strip.kinds[kind]).arg(count);
        QToolTip::showText(QCursor::pos(), strip.title + QLatin1Char('\n') + lines.join(QLatin1Char('\n')), plot());
        return;
    }
    const core::AtlasModel* const model = core::findAtlasModel(modelAt(map, row, column).toStdString());
    if (!model)
        return QToolTip::hideText();
    QStringList lines{QStringLiteral("%1 · %2 · %3")
                          .arg(QString::fromStdString(model->name), QString::fromStdString(model->organisation))
                          .arg(model->year)};
    if (model->parameters > 0)
        lines << tr("%1 parameters").arg(formatCount(model->parameters));
    lines << tr("Source: %1").arg(QString::fromStdString(model->source));
    QToolTip::showText(QCursor::pos(), lines.join(QLatin1Char('\n')), plot());
}

void AtlasView::clickCell(const QString& map, int row, int column, Qt::KeyboardModifiers, Selection&)
{
    if (const QString id = modelAt(map, row, column); !id.isEmpty())
        selectModel(id);
}

void AtlasView::scroll(int by)
{
    const ModelTable* const shown = table();
    if (!shown)
        return;
    const AtlasTable rows = atlasTable(figureData());
    const int all = int(rows.rows.size()) - rows.pinned;
    const int from = std::clamp(shown->first() + by, 0, std::max(0, all - shown->fitting()));
    if (from == shown->first())
        return;
    m_from = from;
    redraw();
}

void AtlasView::sortBy(int column)
{
    const AtlasTable now = atlasTable(figureData());
    const QString id = now.columns[std::size_t(column)].id;
    const bool isAgain = column == now.sorted;
    if (isAgain && now.isDownwards && courseTableOf(figureData()))
        m_sort.clear(); // as printed
    else
        m_sort = isAgain && !now.isDownwards ? QLatin1Char('-') + id : id;
    m_from = 0;
    redraw();
}

void AtlasView::run(bool asB)
{
    const core::AtlasModel* const selected = selectedModel(figureData());
    if (!selected || core::noReplica(*selected))
        return;
    QWhatsThis::hideText(); // what two clicks on a number say elsewhere
    emit modelWanted(QString::fromStdString(std::string(core::replicaPrefix) + selected->id), asB);
}

/// The wheel moves the rows, a click on a heading sorts, one on a name runs its replica.
bool AtlasView::eventFilter(QObject* watched, QEvent* event)
{
    const ModelTable* const shown = watched == plot() ? table() : nullptr;
    if (shown && event->type() == QEvent::Wheel) {
        const double notches = static_cast<QWheelEvent*>(event)->angleDelta().y() / 120.0;
        scroll(int(-notches * rowsPerNotch));
        return true;
    }
    if (shown && event->type() == QEvent::MouseButtonRelease) {
        const auto* const mouse = static_cast<QMouseEvent*>(event);
        if (const int column = shown->headingAt(mouse->position());
            column >= 0 && mouse->button() == Qt::LeftButton && isUpToDate()) {
            m_pressed.clear();
            sortBy(column); // draws another table
            return FigureView::eventFilter(watched, event);
        }
        const QString id = modelAt(QLatin1String(tableName), shown->nameAt(mouse->position()), 0);
        if (!id.isEmpty() && mouse->button() == Qt::LeftButton && isUpToDate() && id == std::exchange(m_pressed, QString())) {
            selectModel(id);
            run(false);
            return false;
        }
    }
    if (shown && event->type() == QEvent::MouseButtonPress)
        m_pressed = modelAt(QLatin1String(tableName), shown->nameAt(static_cast<QMouseEvent*>(event)->position()), 0);
    if (shown && event->type() == QEvent::MouseMove)
        plot()->setCursor(
            shown->nameAt(static_cast<QMouseEvent*>(event)->position()) >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
    return FigureView::eventFilter(watched, event);
}

const ViewInfo atlasView{.id = "atlas",
    .title = QT_TRANSLATE_NOOP("views", "Atlas"),
    .create = createView<AtlasView>,
    .families = {}, // of all choices at once
    .figures = {&atlasFigure}};

} // namespace widgets
