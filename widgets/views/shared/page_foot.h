#pragma once

// PageFoot: the lines below a picture: a sentence with its numbers, and after it, on coloured grounds, what must not be missed
// beside the picture. It is as high as its lines whatever is said, so that no word moves the picture.

#include "widgets/figure/compose.h"

#include <QWidget>

#include <optional>
#include <vector>

namespace widgets {

class PageChips;
class TextLabel;

class PageFoot : public QWidget
{
    Q_OBJECT
public:
    explicit PageFoot(QWidget* parent);
    ~PageFoot() override;

    void setLines(int lines);

    /// px that so many lines take, in the theme and language in force.
    int heightOf(int lines) const;

    /// The sentence of these panels as far as the lines hold it, whole as the tool tip; nullopt: there is no picture. Where there is
    /// no room for all, what is least important goes first: further sentences of the chips, then those of the picture; then a
    /// chip, where there are many, and last a clause of what is left, of the chips before the picture.
    void show(const std::optional<ShownPanels>& panels, std::vector<Chip> chips);

    /// The whole sentence, without emphasis.
    const QString& caption() const { return m_caption; }

    /// What of it is shown, and whether a sentence ends in "…" because the lines do not hold it.
    const QString& shownText();
    bool isSentenceCut();

    /// What stands on the coloured grounds, and whether all of it can be read.
    QStringList chipTexts() const;
    bool areChipsWhole();

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    void fixHeight();
    void arrangeSoon();
    void arrange();
    QRect roomOfChips() const;
    bool holds(const QString& text, double size, int chips);
    QString cutToFit(QStringList sides);

    TextLabel* m_words;
    PageChips* m_chips;
    Captions m_captions;
    QString m_caption;
    QString m_shown; // of it
    bool m_isSentenceCut = false;
    int m_lines = 2;
    bool m_isStale = false; // what has room is yet to be found out
};

/// Numbers and quoted tokens of a sentence in bold accent, as rich text.
QString emphasised(const QString& sentence);

} // namespace widgets
