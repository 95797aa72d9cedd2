#pragma once

// CompareBar: which slots there are, what tells them apart, and how they are shown. Stands under the tabs while there is a B.

#include "widgets/figure/figure.h"

#include <QWidget>

class QToolButton;

namespace widgets {
class ElidedLabel;
class SegmentedSwitch;
class TextLabel;
} // namespace widgets

namespace app {

class CompareBar : public QWidget
{
    Q_OBJECT
public:
    explicit CompareBar(QWidget* parent = nullptr);

    /// REQUIRES: both runs are there.
    void showSlots(const widgets::FigureInfo& figure, const widgets::FigureData& drawn, int edited);

    /// One line of words for a low window: all numbers but the first with a place, and what is too long, are tool tips.
    void setDense(bool dense);

    /// "same 12 tokens · …", without emphasis.
    QString fairness() const;
    const std::vector<widgets::Metric>& metrics() const { return m_metrics; }

signals:
    void modeChosen(widgets::SlotMode mode);
    void slotChosen(int slot); // 0 = A, 1 = B: the one to edit
    void lockChosen(bool locked);
    void swapWanted();
    void closeWanted();
    void placeChosen(const widgets::Selection& at); // of a metric

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();
    void showWords();

    widgets::SegmentedSwitch* m_slot;
    widgets::SegmentedSwitch* m_mode;
    QToolButton* m_lock;
    QToolButton* m_swap;
    QToolButton* m_close;
    widgets::TextLabel* m_fairness;
    widgets::ElidedLabel* m_fairnessLine; // instead, in a low window
    widgets::TextLabel* m_numbers;
    std::vector<widgets::Metric> m_metrics;
    std::pair<QString, QString> m_names;
    QString m_fair;
    bool m_isDense = false;
};

} // namespace app
