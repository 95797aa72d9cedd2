#pragma once

// Greeting: the one card of the first start: a tour, a comparison, or just looking. Whatever is chosen, it does not come again.

#include <QFrame>

#include <vector>

class QPushButton;

namespace widgets {
class TextLabel;
}

namespace app {

class Greeting : public QFrame
{
    Q_OBJECT
public:
    /// In the middle of `under`, over it, until one of its ways is chosen.
    explicit Greeting(QWidget* under);

    QPushButton* tourButton() const { return m_ways[0]; }
    QPushButton* compareButton() const { return m_ways[1]; }
    QPushButton* lookButton() const { return m_ways[2]; }

    /// As by *Just look*.
    void leave();

signals:
    void tourWanted();
    void comparisonWanted();
    void dismissed(); // by any of them, before the others

protected:
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void retranslate();
    void place();

    widgets::TextLabel* m_title;
    widgets::TextLabel* m_words;
    std::vector<QPushButton*> m_ways;
};

} // namespace app
