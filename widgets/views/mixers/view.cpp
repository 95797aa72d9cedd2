#include "widgets/views/mixers/view.h"

#include "widgets/controls/control_line.h"
#include "widgets/controls/dial.h"
#include "widgets/controls/segmented_switch.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/plot.h"
#include "widgets/views/mixers/data.h"
#include "widgets/views/mixers/figure.h"
#include "widgets/views/mixers/words.h"
#include "widgets/views/shared/figure_pages.h"

#include <QSlider>

#include <algorithm>

namespace widgets {

namespace {

constexpr const char* strips[] = {"written", "state", "read", "decay"}; // a row is a number of the state, a column a token

bool isStrip(const QString& map)
{
    return std::ranges::any_of(strips, [&](const char* strip) { return map == QLatin1String(strip); });
}

} // namespace

MixersView::MixersView(SelectionModel* selection, QWidget* parent)
    : FigureView(selection, parent)
    , m_show(new SegmentedSwitch(pageIds(mixersFigure), this))
    , m_lanes(new SegmentedSwitch(lanesOption.list(), this))
    , m_channel(new Dial(0, 1, this))
{
    m_show->setObjectName(showOption.name()); // of their options
    m_lanes->setObjectName(lanesOption.name());
    controls()->addWidget(m_show);
    controls()->addWidget(m_lanes);
    controls()->addWidget(m_channel);
    connect(m_show, &SegmentedSwitch::chosen, this, &MixersView::redraw);
    connect(m_lanes, &SegmentedSwitch::chosen, this, &MixersView::redraw);
    connect(m_channel, &Dial::moved, this, [this](int value) {
        m_chosen = value;
        redraw();
    });
    retranslate();
}

const FigureInfo& MixersView::figure() const { return mixersFigure; }

bool MixersView::restore(const QString& figureId, const QVariantMap& options)
{
    if (!FigureView::restore(figureId, options))
        return false;
    if (const QVariant channel = channelOption.valueIn(options); channel.isValid())
        m_chosen = std::clamp(channel.toInt(), channelOption.least, channelOption.most);
    redraw();
    return true;
}

QVariantMap MixersView::options() const
{
    return {{showOption.name(), m_show->current()}, {lanesOption.name(), m_lanes->current()}, {channelOption.name(), m_chosen}};
}

void MixersView::retranslate()
{
    m_show->setLabel(
        QStringLiteral("matrix"), tr("Matrix"), tr("The mixer as a matrix of queries and keys, as attention’s pattern"));
    m_show->setLabel(QStringLiteral("state"), tr("State"), tr("What a token writes, what the state holds, what a token reads"));
    m_show->setLabel(QStringLiteral("kernels"), tr("Kernels"), tr("The short convolution over the last tokens"));
    m_show->setLabel(QStringLiteral("compare"), tr("All"), tr("Every mixer on the same text"));
    m_show->setLabel(QStringLiteral("bytes"), tr("Bytes"), tr("Bytes of state and of cache over the length of the text"));
    m_lanes->setLabel(QStringLiteral("one"), tr("One"), tr("The selected head, or one channel"));
    m_lanes->setLabel(QStringLiteral("mean"), tr("Mean"), tr("The mean of the magnitudes of all heads or channels"));
}

bool MixersView::isOneOf(std::initializer_list<const char*> pages) const
{
    return std::ranges::any_of(pages, [&](const char* page) { return m_show->current() == QLatin1String(page); });
}

void MixersView::refreshControls(const FigureData& now)
{
    const bool hasMatrices = isOneOf({"matrix", "compare"});
    m_lanes->setVisible(hasMatrices);
    int channels = 0;
    const bool isOfOne = isOneOf({"state"}) || (hasMatrices && m_lanes->current() == QLatin1String("one"));
    for (const RunPtr& shown : {now.a, now.b})
        if (shown && shown->setup && isOfOne) {
            const core::MixerForm form = core::mixerFormOf(*shown->setup, mixerLayer(*shown, now.selection));
            const bool hasLanesAsRows = isOneOf({"state"}) && form.states == 1; // all of them are in the picture
            if (!form.areHeads && !hasLanesAsRows)
                channels = std::max(channels, int(form.lanes));
        }
    m_channel->setVisible(channels > 1);
    if (channels > 1) {
        m_channel->setRange(0, channels - 1);
        m_channel->setValue(std::min(m_chosen, channels - 1), tr("channel %1").arg(counted(std::min(m_chosen, channels - 1))));
    }
}

void MixersView::hoverCell(const QString& map, int row, int column, Selection& hovered)
{
    if (isStrip(map)) {
        hovered.query = column;
        hovered.dim = row;
    } else if (isOneOf({"matrix", "compare"})) {
        hovered.query = row;
        hovered.key = column;
    }
}

void MixersView::clickCell(const QString& map, int row, int column, Qt::KeyboardModifiers, Selection& pinned)
{
    hoverCell(map, row, column, pinned);
}

void MixersView::showHover(const Selection& hovered)
{
    if (!marksPlace())
        return;
    for (const CellPlottable* map : plot()->cellMaps())
        plot()->setHovered(
            map->name(), isStrip(map->name()) ? Cell{hovered.dim, hovered.query} : Cell{hovered.query, hovered.key});
}

QString MixersView::tensorOf(const QString& map, int, int, Selection& at) const
{
    if (!run() || !run()->setup || !(isStrip(map) || map.startsWith(QLatin1String("effective"))))
        return {};
    at.layer = mixerLayer(*run(), at);
    return markedTensor();
}

/// The values that are written into the state, or the result of the matrix times them; for attention its pattern.
QString MixersView::markedTensor() const
{
    if (!run() || !run()->setup || !isOneOf({"matrix", "state"}))
        return {};
    const int layer = mixerLayer(*run(), selectionModel()->pinned());
    const core::MixerForm form = core::mixerFormOf(*run()->setup, layer);
    const char* const part = isOneOf({"state"}) ? form.values : form.result;
    const std::string name = isAttentionMixer(*run(), layer) ? core::blockName(layer, "attn.pattern")
        : form.lanes > 0                                     ? core::blockName(layer, std::string("mixer.") + part)
                                                             : std::string();
    return !name.empty() && run()->trace->find(name) ? QString::fromStdString(name) : QString();
}

/// The matrix is of what its coefficients are computed from, and of what it makes of the values.
bool MixersView::openTensor(const QString& tensor)
{
    if (!run() || !run()->setup)
        return false;
    const core::MixerForm form = core::mixerFormOf(*run()->setup, mixerLayer(*run(), selectionModel()->pinned()));
    const QString part = tensor.section(QLatin1Char('.'), -1);
    const auto isPart = [&](const char* name) { return part == QLatin1String(name); };
    if (form.lanes == 0 || (!std::ranges::any_of(form.reads, isPart) && !isPart(form.values) && !isPart(form.result)))
        return false;
    m_show->setCurrent(QStringLiteral("matrix"));
    redraw();
    return true;
}

static constexpr ShownTensors mixersTensors[] = {{"mixer.*", Shown::Itself}};

const ViewInfo mixersView{.id = "mixers",
    .title = QT_TRANSLATE_NOOP("views", "Mixer"),
    .create = createView<MixersView>,
    .families = {"mixer.kind"},
    .figures = {&mixersFigure},
    .shows = mixersTensors};

} // namespace widgets
