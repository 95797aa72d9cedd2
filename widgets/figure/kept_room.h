#pragma once

// KeptRoom: pictures of a series, one that changes, have one layout: chips above and the sentence below have the room of those that
// need most, whatever each of them says.

#include "widgets/figure/figure.h"

class QCPLayoutElement;

namespace widgets {

/// px of the page, with the space beside them.
struct WordRoom
{
    double chips = 0, caption = 0;
    bool operator==(const WordRoom&) const = default;
};

/// In force on this thread: figures for files keep it free at least. At first none.
WordRoom roomInForce();

/// Keeps it for its lifetime.
class KeptRoom
{
public:
    explicit KeptRoom(const WordRoom& room);
    ~KeptRoom();
    KeptRoom(const KeptRoom&) = delete;
    KeptRoom& operator=(const KeptRoom&) = delete;

private:
    static void set(const WordRoom& room);

    WordRoom m_before;
};

/// Gives a row of the page this height, px, whatever it says.
void setHeight(QCPLayoutElement& row, int height);

/// px of the sentence below a picture with the space above it, or that are kept for it (page_words.cpp).
double captionHeight(const QString& caption, const FigureStyle& style);

/// What this picture needs, and not less than what is in force.
WordRoom roomFor(const FigureInfo& info, const FigureData& data, const FigureStyle& style);

} // namespace widgets
