#include "app/window/measured_token.h"

#include "core/run/metric.h"
#include "widgets/controls/menu_text.h"
#include "widgets/figure/options.h"
#include "widgets/views/circuits/map_numbers.h"
#include "widgets/views/shared/predictions.h"
#include "widgets/views/shared/view.h"

#include <QCoreApplication>
#include <QMenu>

#include <algorithm>
#include <optional>

namespace app {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(MeasuredToken)
};

bool hasMetric(const widgets::ViewInfo& view)
{
    return std::ranges::any_of(view.figures, [](const widgets::FigureInfo* figure) {
        return figure && figure->options && std::ranges::any_of(figure->options({}), [](const widgets::FigureOption& option) {
            return option.key == widgets::metricOption.name();
        });
    });
}

/// Nothing for a text that is no metric of the run.
std::optional<core::Metric> parsed(const QString& metric, const widgets::RunResult& run)
{
    try {
        return metric.isEmpty() || !run.setup ? std::nullopt : std::optional(core::parseMetric(metric.toStdString(), *run.setup));
    } catch (const core::Error&) {
        return {};
    }
}

/// The token that another is subtracted from; −1: none.
core::TokenId firstToken(const widgets::RunResult& run, int position, const QString& before)
{
    if (const std::optional<core::Metric> metric = parsed(before, run); metric && metric->token >= 0)
        return metric->token;
    const std::vector<core::TokenProbability> likeliest = widgets::nextTokens(*run.trace, position, 1);
    return likeliest.empty() ? -1 : likeliest.front().id;
}

} // namespace

const QStringList& measuringPages()
{
    static const QStringList pages = [] {
        QStringList all;
        for (const widgets::ViewInfo& view : widgets::allViews())
            if (hasMetric(view))
                all << QString::fromLatin1(view.id);
        return all;
    }();
    return pages;
}

QString measuredIn(const WindowState& state)
{
    for (const QString& page : measuringPages())
        if (const QString metric = widgets::metricOption.in(state.whatIf.value(page).toMap()); !metric.isEmpty())
            return metric;
    return {};
}

WindowState withMeasured(WindowState state, const QString& metric)
{
    for (const QString& page : measuringPages()) {
        QVariantMap numbers = state.whatIf.value(page).toMap();
        numbers[widgets::metricOption.name()] = metric;
        state.whatIf[page] = numbers;
    }
    return state;
}

QString measuredWords(const QString& metric, const widgets::RunResult& run)
{
    QStringList pages;
    for (const widgets::ViewInfo& view : widgets::allViews())
        if (measuringPages().contains(QLatin1String(view.id)))
            pages << QCoreApplication::translate("views", view.title);
    const std::optional<core::Metric> what = parsed(metric, run);
    return Words::tr("Measured now: %1. On the pages %2.")
        .arg(what ? widgets::metricWords(*what, run) : metric, pages.join(Words::tr(", ")));
}

void addMeasures(QMenu& menu, const widgets::RunResult& run, const NextToken& token, const QString& before,
    const std::function<void(const QString& metric)>& chosen)
{
    const int last = int(widgets::streamTokens(*run.trace).size()) - 1;
    if (!run.setup || token.position < 0 || token.position > last || widgets::nextTokens(*run.trace, token.position, 1).empty())
        return;
    const int at = token.position == last ? -1 : token.position; // the end stays the end of a longer text
    const auto add = [&](const char* name, const QString& text, const QString& metric) {
        QAction* const action = menu.addAction(widgets::menuText(text));
        action->setObjectName(QLatin1String(name));
        action->setEnabled(metric != before);
        QObject::connect(action, &QAction::triggered, &menu, [chosen, metric] { chosen(metric); });
    };
    const auto name = [&](core::TokenId id) { return widgets::tokenText(run, id); };
    add("measure", Words::tr("Measure “%1”").arg(name(token.id)), QStringLiteral("log_prob:#%1@%2").arg(token.id).arg(at));
    if (const core::TokenId first = firstToken(run, token.position, before); first >= 0 && first != token.id)
        add("measureMinus", Words::tr("Measure “%1” minus “%2”").arg(name(first), name(token.id)),
            QStringLiteral("logit_difference:#%1,#%2@%3").arg(first).arg(token.id).arg(at));
    menu.addSeparator();
}

} // namespace app
