#pragma once

// CompareBar: which of the two slots is edited and how they are shown. Part of the prompt's line while there is a B; what
// tells the two apart is said by CompareWords.

#include "widgets/figure/fairness.h"

#include <QWidget>

class QToolButton;

namespace widgets {
class SegmentedSwitch;
}

namespace app {

class CompareBar : public QWidget
{
    Q_OBJECT
public:
    explicit CompareBar(QWidget* parent = nullptr);

    /// REQUIRES: both runs are there.
    void showSlots(
        const widgets::FigureInfo& figure, const widgets::FigureData& drawn, const widgets::Fairness& fairness, int edited);

    /// Without the buttons that the Compare menu has too, for a narrow window.
    void setShort(bool isShort);

    /// Without the buttons that exchange the two or end the comparison, where a class may not.
    void setFixed(bool isFixed);

signals:
    void modeChosen(widgets::SlotMode mode);
    void slotChosen(int slot); // 0 = A, 1 = B: the one to edit
    void lockChosen(bool locked);
    void swapWanted();
    void closeWanted();

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();

    widgets::SegmentedSwitch* m_slot;
    widgets::SegmentedSwitch* m_mode;
    QToolButton* m_lock;
    QToolButton* m_swap;
    QToolButton* m_close;
    bool m_isFixed = false;
    std::pair<QString, QString> m_names;
};

} // namespace app
