#include "widgets/views/scan/view.h"

#include "core/trace/trace_request.h"
#include "widgets/controls/control_line.h"
#include "widgets/controls/index_box.h"
#include "widgets/controls/segmented_switch.h"
#include "widgets/figure/sides.h"
#include "widgets/views/scan/direction_choice.h"
#include "widgets/views/scan/figure.h"
#include "widgets/views/scan/numbers.h"
#include "widgets/views/shared/texts_choice.h"

#include <QSignalBlocker>

namespace widgets {

ScanView::ScanView(SelectionModel* selection, QWidget* parent)
    : FigureView(selection, parent)
    , m_of(new SegmentedSwitch(scannedOption.list(), this))
    , m_read(new SegmentedSwitch(readOption.list(), this))
    , m_texts(new TextsChoice(defaultTexts, this))
    , m_along(new DirectionChoice([this] { return figureData(); }, this))
    , m_unit(new IndexBox(this))
{
    m_of->setObjectName(scannedOption.name());
    m_read->setObjectName(readOption.name());
    for (QWidget* control : std::initializer_list<QWidget*>{m_of, m_read, m_along, m_texts, m_unit})
        controls()->addWidget(control);
    for (SegmentedSwitch* const part : {m_of, m_read})
        connect(part, &SegmentedSwitch::chosen, this, [this] {
            m_chosenUnit = -1;
            redraw();
        });
    connect(m_texts, &TextsChoice::chosen, this, &ScanView::redraw);
    connect(m_along, &DirectionChoice::chosen, this, &ScanView::redraw);
    connect(m_unit, &QSpinBox::valueChanged, this, [this](int unit) {
        m_chosenUnit = unit;
        redraw();
    });
    ScanView::retranslate();
}

const FigureInfo& ScanView::figure() const { return scanFigure; }

bool ScanView::restore(const QString& figureId, const QVariantMap& options)
{
    if (!FigureView::restore(figureId, options))
        return false;
    m_chosenUnit = options.value(unitOption.name(), -1).toInt();
    m_texts->restore(textsOption.in(options));
    m_along->restore(alongOption.in(options));
    redraw();
    return true;
}

QVariantMap ScanView::options() const
{
    QVariantMap all{{scannedOption.name(), m_of->current()}, {textsOption.name(), m_texts->current()}};
    const bool isOfVectors = m_of->current() == QLatin1String("head") || m_of->current() == QLatin1String("stream");
    if (isOfVectors && m_read->current() == QLatin1String("vector"))
        all[readOption.name()] = m_read->current();
    if (!m_along->current().isEmpty() && m_of->current() == QLatin1String("stream"))
        all[alongOption.name()] = m_along->current();
    if (m_chosenUnit >= 0)
        all[unitOption.name()] = m_chosenUnit;
    return all;
}

const core::Scan* ScanView::shownScan(const FigureData& now) const { return now.a ? scanOf(now, shownRun(now)) : nullptr; }

void ScanView::refreshControls(const FigureData& now)
{
    const bool isFile = now.a && core::isOfScan(*shownRun(now)->trace);
    m_of->setVisible(!isFile); // which has its own
    m_texts->setVisible(!isFile);
    const bool isHead = scannedOption.is(now, "head");
    m_read->setVisible(!isFile && (isHead || scannedOption.is(now, "stream")));
    m_read->setLabel(QStringLiteral("numbers"), isHead ? tr("numbers") : tr("dimensions"), tr("Each number by itself"));
    m_read->setLabel(QStringLiteral("vector"), isHead ? tr("whole head") : tr("direction"),
        isHead ? tr("How much the selected head adds to the stream: the length of its vector there")
               : tr("How far the stream goes along a direction"));
    m_along->setVisible(!isFile && readsDirection(now));
    m_along->show(now);
    const core::Scan* const scan = shownScan(now);
    m_unit->setEnabled(scan != nullptr);
    m_unit->setVisible(isFile || (!readsLength(now) && !readsDirection(now)));
    if (!scan)
        return;
    const QSignalBlocker blocker(m_unit);
    m_unit->setRange(0, int(scan->channels.size()) - 1);
    m_unit->setValue(shownUnit(*scan, now));
}

void ScanView::retranslate()
{
    m_of->setLabel(QStringLiteral("neurons"), tr("neurons"), tr("The neurons of the selected layer"));
    m_of->setLabel(QStringLiteral("head"), tr("head"), tr("The output of the selected head, before it is mixed"));
    m_of->setLabel(QStringLiteral("stream"), tr("stream"), tr("The residual stream behind the selected layer"));
    m_of->setLabel(QStringLiteral("experts"), tr("experts"), tr("The gates of the experts of the selected layer"));
    m_texts->retranslate();
    m_along->retranslate();
    m_unit->setAccessibleName(tr("Which number"));
    m_unit->setToolTip(tr("Which neuron, expert or number is shown; at first the one that stands out most"));
}

/// The unit as a whole: what can be done with it.
QString ScanView::partOf(const QString&, int, int, Selection& at) const
{
    const FigureData now = figureData();
    const core::Scan* const scan = shownScan(now);
    if (!scan)
        return {};
    const core::NameParts parts = core::partsOfName(scan->at);
    const auto pattern = core::parseNamePattern(scan->at);
    if (parts.isOfEncoder || parts.layer < 0 || !pattern)
        return {};
    at.layer = int(parts.layer);
    at.query = at.key = -1;
    const UnitPlace place = placeOfUnit(*scan, shownUnit(*scan, now));
    at.dim = place.dim;
    if (place.head >= 0)
        at.head = place.head;
    return QString::fromStdString(pattern->name);
}

void ScanView::clickCell(const QString& map, int row, int column, Qt::KeyboardModifiers, Selection& pinned)
{
    Selection at = pinned;
    if (partOf(map, row, column, at).isEmpty())
        return;
    pinned.layer = at.layer;
    pinned.dim = at.dim;
}

const ViewInfo scanView{.id = "scan",
    .title = QT_TRANSLATE_NOOP("views", "Scan"),
    .create = createView<ScanView>,
    .figures = {&scanFigure}};

} // namespace widgets
