#pragma once

#include <QTabBar>

#include <map>
#include <vector>

namespace app {

/// The pages of the window as words; the current one is underlined in the accent colour.
class TabStrip : public QTabBar
{
    Q_OBJECT
public:
    explicit TabStrip(QWidget* parent = nullptr);

    /// Less room above and below the words, for a low window.
    void setDense(bool dense);

    /// A tab is there or not.
    void setTabShown(int index, bool isShown);

    /// The words of a tab, with "…" for what the edge cuts of them where not all tabs have room.
    QString shownText(int index) const;

    QSize minimumTabSizeHint(int index) const override { return tabSizeHint(index); }

protected:
    QSize tabSizeHint(int index) const override;
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    const std::vector<int>& wordWidths(double factor) const;
    int wordsWidth(double factor) const;
    double typeFactor() const;
    QRect seenOf(int index) const;

    mutable std::map<double, std::vector<int>> m_widths; // of each word at a part of its size, as far as asked for …
    mutable QStringList m_words;                         // … of these words
    mutable QFont m_type;                                // … in this type
    int m_hovered = -1;
    bool m_isDense = false;
};

} // namespace app
