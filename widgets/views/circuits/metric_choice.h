#pragma once

// MetricChoice: what a page measures, on its line of controls: one of a few metrics, or tokens that a person chose.

#include "widgets/figure/figure.h"

#include <QObject>
#include <QVariantMap>

#include <string>

class QWidget;

namespace widgets {

class ControlLine;
class SegmentedSwitch;
class TokenMetric;

/// The metrics of a page that compares many runs, the answer first.
QStringList metricsOfRuns();

class MetricChoice : public QObject
{
    Q_OBJECT
public:
    /// `metrics`: those of the switch, as the commands have them, the first without a choice. The controls belong to `parent`.
    MetricChoice(const QStringList& metrics, ControlLine& line, QWidget* parent);

    /// As the commands have it: one of the switch, or "log_prob:#512@-1".
    QString current() const;

    /// What an opened file says: empty for the first.
    void restore(const QString& metric);

    /// The tokens that a person chose, under the key of metricOption; empty: none. And back: tokens that are no longer chosen
    /// leave the answer.
    QVariantMap whatIf() const;
    void setWhatIf(const QVariantMap& numbers);

    /// Offers tokens of the runs of a picture. `measured`: what the picture measures, whose tokens are ticked; empty: not known.
    void show(const FigureData& now, const std::string& measured);

    void setVisible(bool isVisible);
    void retranslate();

signals:
    void chosen(); // another metric
    void tokensChosen(); // whatIf() has changed; after chosen()

private:
    void takeTokens(const QString& metric);

    QStringList m_metrics;
    SegmentedSwitch* m_switch;
    TokenMetric* m_tokens;
    QString m_other; // that an opened file or the choice of tokens says and the switch does not have
    bool m_isTokenChosen = false; // it is a choice of the person
};

} // namespace widgets
