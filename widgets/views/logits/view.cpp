#include "widgets/views/logits/view.h"

#include "core/trace/trace_request.h"
#include "widgets/controls/control_line.h"
#include "widgets/controls/dial.h"
#include "widgets/controls/segmented_switch.h"
#include "widgets/views/logits/capped_row.h"
#include "widgets/views/logits/figure.h"
#include "widgets/views/logits/pages.h"

#include <QSlider>

#include <algorithm>
#include <cmath>
#include <utility>

namespace widgets {

LogitsView::LogitsView(SelectionModel* selection, QWidget* parent)
    : FigureView(selection, parent)
    , m_show(new SegmentedSwitch(pageIds(logitsFigure), this))
    , m_of(new SegmentedSwitch(cappedOption.list(), this))
    , m_shiftDial(new Dial(int(shiftOption.least), int(shiftOption.most), this))
    , m_capDial(new Dial(int(capOption.least), int(capOption.most), this))
{
    m_show->setObjectName(showOption.name()); // of their options
    m_of->setObjectName(cappedOption.name());
    for (QWidget* const control : std::initializer_list<QWidget*>{m_show, m_of, m_shiftDial, m_capDial})
        controls()->addWidget(control);
    for (SegmentedSwitch* const part : {m_show, m_of})
        connect(part, &SegmentedSwitch::chosen, this, &LogitsView::redraw);
    connectDial(m_shiftDial, &m_shift);
    connectDial(m_capDial, &m_cap);
    LogitsView::retranslate();
}

/// The picture follows the dial.
void LogitsView::connectDial(Dial* dial, double* number)
{
    connect(dial, &Dial::moved, this, [this, number](int value) {
        *number = value;
        redraw();
    });
    connect(dial, &Dial::settled, this, &LogitsView::whatIfChanged);
}

const FigureInfo& LogitsView::figure() const { return logitsFigure; }

QString LogitsView::markedTensor() const
{
    const bool isOfScores = m_show->current() == QLatin1String("soft_cap") && m_of->current() == QLatin1String("scores");
    return isOfScores ? QString::fromStdString(core::blockName(std::max(0, selectionModel()->pinned().layer), "attn.scores"))
                      : QStringLiteral("logits");
}

bool LogitsView::restore(const QString& figureId, const QVariantMap& options)
{
    if (!FigureView::restore(figureId, options))
        return false;
    takeNumbers(options);
    redraw();
    return true;
}

QVariantMap LogitsView::whatIf() const
{
    QVariantMap numbers;
    if (m_shift > 0)
        numbers[shiftOption.name()] = m_shift;
    if (m_cap > 0)
        numbers[capOption.name()] = m_cap;
    return numbers;
}

void LogitsView::setWhatIf(const QVariantMap& numbers)
{
    if (numbers == whatIf())
        return;
    takeNumbers(numbers);
    redraw();
}

/// Without a number there is none that is tried.
void LogitsView::takeNumbers(const QVariantMap& numbers)
{
    for (const auto& [option, number] : {std::pair{&shiftOption, &m_shift}, {&capOption, &m_cap}}) {
        const QVariant said = option->valueIn(numbers);
        *number = said.isValid() ? std::clamp(said.toDouble(), option->least, option->most) : 0;
    }
}

QVariantMap LogitsView::options() const
{
    QVariantMap all{{showOption.name(), m_show->current()}, {cappedOption.name(), m_of->current()}};
    all.insert(whatIf());
    return all;
}

void LogitsView::retranslate()
{
    m_show->setLabel(QStringLiteral("z_loss"), tr("z-loss"), tr("log Z of every position, and the softmax in float16"));
    m_show->setLabel(QStringLiteral("soft_cap"), tr("Soft cap"), tr("cap · tanh(x / cap) of logits and scores"));
    m_of->setLabel(QStringLiteral("logits"), tr("logits"), tr("The logits of the marked position"));
    m_of->setLabel(QStringLiteral("scores"), tr("scores"), tr("The attention scores of the marked head and query"));
    const std::pair<Dial*, QString> dials[] = {{m_shiftDial, tr("Added to every logit: the softmax stays as it is, log Z grows")},
        {m_capDial, tr("The cap that is tried where the run has none")}};
    for (const auto& [dial, words] : dials) {
        dial->setToolTip(words);
        dial->slider()->setAccessibleName(words);
    }
    nameDials();
}

void LogitsView::nameDials()
{
    const double usual = m_of->current() == QLatin1String("scores") ? usualScoreCap : usualCap;
    const double cap = m_cap > 0 ? m_cap : usual;
    m_shiftDial->setValue(int(std::lround(m_shift)), tr("logits + %1").arg(settingWords(m_shift)));
    m_capDial->setValue(int(std::lround(cap)), tr("try cap %1").arg(settingWords(cap)));
}

void LogitsView::refreshControls(const FigureData& now)
{
    const bool isCap = m_show->current() == QLatin1String("soft_cap");
    m_of->setVisible(isCap);
    m_shiftDial->setVisible(!isCap);
    m_capDial->setVisible(isCap && !(now.a && figure().whyNot(now).isEmpty() && cappedRow(now).isOwn));
    nameDials();
}

bool LogitsView::openTensor(const QString&)
{
    m_show->setCurrent(QStringLiteral("z_loss"));
    redraw();
    return true;
}

static constexpr ShownTensors logitsTensors[] = {{"log_z", Shown::Itself}};

const ViewInfo logitsView{.id = "logits",
    .title = QT_TRANSLATE_NOOP("views", "Logits"),
    .create = createView<LogitsView>,
    .families = {"output.soft_cap", "score.soft_cap"},
    .figures = {&logitsFigure},
    .shows = logitsTensors};

} // namespace widgets
