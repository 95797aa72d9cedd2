#pragma once

// WalkButton: opens the planned steps from the original Transformer to LLaMA, from a page that shows what they change.

#include <QPushButton>

namespace widgets {

class WalkButton : public QPushButton
{
public:
    explicit WalkButton(QWidget* parent);

    /// The planned steps in the language in force; they open as a model does.
    static QString file();

    void retranslate();
};

} // namespace widgets
