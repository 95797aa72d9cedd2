#pragma once

// PageChips: what must not be missed beside a picture, on coloured grounds at the foot of its page, in as little width as it can be
// read in.

#include "widgets/plot/chip_element.h"

#include <QWidget>

#include <vector>

namespace widgets {

class PageChips : public QWidget
{
public:
    explicit PageChips(QWidget* parent);

    void setChips(std::vector<Chip> chips);
    QStringList texts() const;
    int count() const { return int(m_chips.size()); }

    /// Whether all of them can be read.
    bool isWhole() const { return m_chips.empty() || (m_now.isWhole && m_folded == 0); }

    /// How much is said of each; its tool tip has all.
    enum class Said
    {
        All,
        FirstSentence,
        Clause // of the first sentence, where that ends at one
    };

    /// So many of them, warnings before others, and how many more there are.
    void say(Said said, int kept);

    /// Places them, in smaller type (at most this share of their own) where there are many, or the sentence has no room; the px of
    /// width that they take of a foot of this size. Where they stood before is measured once: under a training that is watched the
    /// same ones are placed ten times a second.
    int arrange(const QSize& foot, double largest);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    struct Places
    {
        double largest = 1; // size of type that was asked for
        std::vector<Chip> words = {}; // that were said
        QFont type = {};
        std::vector<QRect> places = {};
        bool isWhole = true;
        int width = 0;
    };

    Places measured(const QSize& foot, double largest) const;
    bool tryWidth(const QSize& room, Places& into) const;

    std::vector<Chip> m_chips;
    std::vector<Chip> m_shown; // what is said of them
    int m_folded = 0; // chips that are not
    Places m_now;
    std::vector<Places> m_known; // of these chips in this foot and type
    QSize m_foot;
    QFont m_ordinary;
};

} // namespace widgets
