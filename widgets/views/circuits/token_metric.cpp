#include "widgets/views/circuits/token_metric.h"

#include "core/run/metric.h"
#include "widgets/controls/menu_text.h"
#include "widgets/views/shared/predictions.h"
#include "widgets/views/shared/read_out.h"
#include "widgets/views/shared/token_question.h"

#include <QMenu>

#include <algorithm>

namespace widgets {

namespace {

constexpr int likeliest = 8; // next tokens that are offered
constexpr std::size_t most = 40; // of all

QString menuTextOf(const RunResult& run, core::TokenId id) { return menuText(QStringLiteral("“%1”").arg(tokenText(run, id))); }

} // namespace

TokenMetric::TokenMetric(QWidget* parent)
    : QToolButton(parent)
{
    setObjectName(QStringLiteral("tokenMetric"));
    setPopupMode(QToolButton::InstantPopup);
    setFocusPolicy(Qt::TabFocus);
    auto* const menu = new QMenu(this);
    setMenu(menu);
    connect(menu, &QMenu::aboutToShow, this, &TokenMetric::fill);
    retranslate();
}

void TokenMetric::show(const std::vector<RunPtr>& runs, const QString& metric, const QString& measured)
{
    m_runs = runs;
    m_metric = metric;
    m_token = m_other = -1;
    m_isRank = false;
    if (const QString& inForce = metric.isEmpty() ? measured : metric; !m_runs.empty() && !inForce.isEmpty())
        try {
            const core::Metric parsed = core::parseMetric(inForce.toStdString(), *m_runs.front()->setup);
            m_token = parsed.token;
            m_other = parsed.other;
            m_isRank = parsed.kind == core::MetricKind::Rank;
        } catch (const core::Error&) { // the figure says what is wrong
        }
    setEnabled(!m_runs.empty() && !offered().empty());
    retranslate();
}

void TokenMetric::retranslate()
{
    const auto name = [&](core::TokenId id) { return tokenText(*m_runs.front(), id).trimmed(); };
    setText(m_metric.isEmpty() ? tr("token")
            : m_token < 0      ? m_metric
            : m_isRank         ? tr("rank of “%1”").arg(name(m_token))
            : m_other < 0      ? QStringLiteral("“%1”").arg(name(m_token))
                               : QStringLiteral("“%1” − “%2”").arg(name(m_token), name(m_other)));
    setToolTip(tr("The log probability of a token that you choose, its logit minus that of another, or its rank"));
    setAccessibleName(tr("Token that is measured"));
}

/// The likeliest next tokens of each run, then those of its text from the end on, each once.
std::vector<core::TokenId> TokenMetric::offered() const
{
    std::vector<core::TokenId> all;
    const auto add = [&](core::TokenId id) {
        if (all.size() < most && std::ranges::find(all, id) == all.end())
            all.push_back(id);
    };
    for (const RunPtr& run : m_runs)
        for (const core::TokenProbability& next : nextTokens(*run->trace, int(streamTokens(*run->trace).size()) - 1, likeliest))
            add(next.id);
    if (all.empty()) // a run without logits
        return all;
    for (const RunPtr& run : m_runs) {
        const std::vector<core::TokenId>& ids = streamIds(*run->trace);
        std::for_each(ids.rbegin(), ids.rend(), add);
    }
    return all;
}

void TokenMetric::fill()
{
    menu()->clear();
    for (QMenu* const old : menu()->findChildren<QMenu*>(Qt::FindDirectChildrenOnly))
        old->deleteLater();
    QMenu* const measured = menu()->addMenu(tr("Measure this token"));
    measured->setObjectName(QStringLiteral("measured"));
    addTokens(*measured, m_token, tr("Measure the token"), [this](core::TokenId id) { choose(id, m_other); });
    QMenu* const minus = menu()->addMenu(tr("Measure minus this token"));
    minus->setObjectName(QStringLiteral("minus"));
    const core::TokenId first = m_token >= 0 ? m_token : offered().front(); // the answer
    QAction* const nothing = minus->addAction(tr("nothing"));
    nothing->setCheckable(true);
    nothing->setChecked(m_token >= 0 && m_other < 0 && !m_isRank);
    connect(nothing, &QAction::triggered, this, [this, first] { choose(first, -1); });
    minus->addSeparator();
    addTokens(*minus, m_other, tr("Measure minus the token"), [this, first](core::TokenId id) { choose(first, id); });
    QAction* const rank = menu()->addAction(tr("Measure its rank"));
    rank->setObjectName(QStringLiteral("rank"));
    rank->setCheckable(true);
    rank->setChecked(m_isRank);
    connect(rank, &QAction::triggered, this,
        [this, first](bool on) { on ? emit chosen(QStringLiteral("rank:#%1@-1").arg(first)) : choose(first, -1); });
}

/// Those that are offered, the one in force also where it is none of them, and the question for any other.
void TokenMetric::addTokens(QMenu& menu, core::TokenId current, const QString& question, const Chosen& choose)
{
    std::vector<core::TokenId> all = offered();
    if (current >= 0 && std::ranges::find(all, current) == all.end())
        all.insert(all.begin(), current);
    for (const core::TokenId id : all) {
        QAction* const action = menu.addAction(menuTextOf(*m_runs.front(), id));
        action->setData(int(id));
        action->setCheckable(true);
        action->setChecked(id == current);
        connect(action, &QAction::triggered, this, [choose, id] { choose(id); });
    }
    menu.addSeparator();
    QAction* const another = menu.addAction(tr("Another &token…"));
    another->setObjectName(QStringLiteral("another"));
    connect(another, &QAction::triggered, this, [this, question, choose] { ask(question, choose); });
}

void TokenMetric::ask(const QString& question, const Chosen& choose)
{
    auto* const asked = new TokenQuestion(question, m_runs.front()->setup, window());
    connect(asked, &TokenQuestion::chosen, this,
        [setup = m_runs.front()->setup, choose](const QString& text) { choose(tokenOf(*setup, text)); });
    asked->ask(mapToGlobal(QPoint(0, height())));
}

/// A difference of a token with itself is none.
void TokenMetric::choose(core::TokenId token, core::TokenId other)
{
    emit chosen(other < 0 || other == token ? QStringLiteral("log_prob:#%1@-1").arg(token)
                                            : QStringLiteral("logit_difference:#%1,#%2@-1").arg(token).arg(other));
}

} // namespace widgets
