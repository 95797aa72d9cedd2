#include "widgets/views/circuits/metric_choice.h"

#include "widgets/controls/control_line.h"
#include "widgets/controls/segmented_switch.h"
#include "widgets/figure/sides.h"
#include "widgets/views/circuits/map_numbers.h"
#include "widgets/views/circuits/token_metric.h"

#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

namespace widgets {

QStringList metricsOfRuns()
{
    return {QLatin1String(answerMetric), QStringLiteral("loss"), QStringLiteral("kl"), QStringLiteral("entropy@-1")};
}

MetricChoice::MetricChoice(const QStringList& metrics, ControlLine& line, QWidget* parent)
    : QObject(parent)
    , m_metrics(metrics)
    , m_switch(new SegmentedSwitch(metrics, parent))
    , m_tokens(new TokenMetric(parent))
{
    line.addWidget(m_switch);
    line.addWidget(m_tokens);
    connect(m_tokens, &TokenMetric::chosen, this, &MetricChoice::takeTokens);
    connect(m_switch, &SegmentedSwitch::chosen, this, [this] {
        m_other.clear();
        emit chosen();
        if (std::exchange(m_isTokenChosen, false))
            emit tokensChosen();
    });
}

QString MetricChoice::current() const { return m_other.isEmpty() ? m_switch->current() : m_other; }

void MetricChoice::restore(const QString& metric)
{
    m_isTokenChosen = m_isTokenChosen && metric == m_other;
    const bool isInSwitch = m_metrics.contains(metric);
    m_other = isInSwitch ? QString() : metric;
    m_switch->setCurrent(isInSwitch ? metric : m_other.isEmpty() ? m_metrics.front() : QString());
}

QVariantMap MetricChoice::whatIf() const
{
    return m_isTokenChosen ? QVariantMap{{metricOption.name(), m_other}} : QVariantMap();
}

void MetricChoice::setWhatIf(const QVariantMap& numbers)
{
    const QString metric = numbers.value(metricOption.name()).toString();
    if (!metric.isEmpty() || m_isTokenChosen)
        m_other = metric;
    m_isTokenChosen = !metric.isEmpty();
    if (!m_other.isEmpty())
        m_switch->setCurrent({});
    else if (m_switch->current().isEmpty())
        m_switch->setCurrent(m_metrics.front());
}

void MetricChoice::show(const FigureData& now, const std::string& measured)
{
    std::vector<RunPtr> runs; // the shown one names the tokens
    for (const RunPtr& run : {shownRun(now), now.a, now.b})
        if (run && run->setup && std::ranges::find(runs, run) == runs.end())
            runs.push_back(run);
    m_tokens->show(runs, m_other, QString::fromStdString(measured));
}

void MetricChoice::setVisible(bool isVisible)
{
    m_switch->setVisible(isVisible);
    m_tokens->setVisible(isVisible);
}

void MetricChoice::takeTokens(const QString& metric)
{
    m_other = metric;
    m_isTokenChosen = true;
    m_switch->setCurrent({});
    emit chosen();
    emit tokensChosen();
}

void MetricChoice::retranslate()
{
    const std::tuple<QString, QString, QString> labels[] = {
        {QLatin1String(answerMetric), tr("answer"),
            tr("The log probability of the likeliest next token; the logit difference of two")},
        {QStringLiteral("loss"), tr("loss"), tr("The mean loss of the text")},
        {QStringLiteral("kl"), tr("KL"), tr("How far the predictions are from those of the untouched run")},
        {QStringLiteral("entropy@-1"), tr("entropy"), tr("How undecided the next token is")}};
    for (const auto& [metric, label, tip] : labels)
        if (m_metrics.contains(metric))
            m_switch->setLabel(metric, label, tip);
    m_tokens->retranslate();
}

} // namespace widgets
