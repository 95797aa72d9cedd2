#pragma once

// CompareWords: what A and B have in common, what tells them apart, and how far apart they are, in one line beside the title.

#include "widgets/figure/fairness.h"

#include <QWidget>

namespace widgets {
class ElidedLabel;
class TextLabel;
} // namespace widgets

namespace app {

class CompareWords : public QWidget
{
    Q_OBJECT
public:
    explicit CompareWords(QWidget* parent = nullptr);

    /// REQUIRES: both runs are there.
    void showSlots(const widgets::FigureInfo& figure, const widgets::FigureData& drawn, const widgets::Fairness& fairness);

    /// Instead, of one run: what the text shows; empty: nothing.
    void showHint(const QString& hint);

    /// "same 12 tokens · …", without emphasis.
    QString fairness() const;
    const std::vector<widgets::Metric>& metrics() const { return m_metrics; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override; // of a comparison; a hint gives way to all else

signals:
    void placeChosen(const widgets::Selection& at); // of a metric

private:
    widgets::ElidedLabel* m_words;
    widgets::TextLabel* m_number; // the first with a place; all of them are its tool tip
    std::vector<widgets::Metric> m_metrics;
};

} // namespace app
