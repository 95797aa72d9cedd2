#pragma once

// TokenMetric: the button that chooses the tokens of a metric: one is measured, by its rank too, another may be subtracted. Likely
// tokens and those of the text are listed, any other is typed.

#include "widgets/run/run_result.h"

#include <QToolButton>

#include <functional>
#include <vector>

namespace widgets {

class TokenMetric : public QToolButton
{
    Q_OBJECT
public:
    explicit TokenMetric(QWidget* parent);

    /// The runs whose tokens are offered, the first one names them (none: the button is greyed), and the metric in force as the
    /// commands have it; empty: one without a token that was chosen here, and `measured` is what it comes to, for the ticks.
    void show(const std::vector<RunPtr>& runs, const QString& metric, const QString& measured);

    void retranslate();

signals:
    /// "log_prob:#512@-1", "logit_difference:#512,#98@-1" or "rank:#512@-1".
    void chosen(const QString& metric);

private:
    void fill();
    using Chosen = std::function<void(core::TokenId)>;
    void addTokens(QMenu& menu, core::TokenId current, const QString& question, const Chosen& choose);
    void ask(const QString& question, const Chosen& choose);
    void choose(core::TokenId token, core::TokenId other);
    std::vector<core::TokenId> offered() const;

    std::vector<RunPtr> m_runs;
    QString m_metric;
    core::TokenId m_token = -1, m_other = -1; // of the metric in force; −1: none
    bool m_isRank = false; // it is the rank of the token
};

} // namespace widgets
