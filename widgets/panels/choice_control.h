#pragma once

// The control of one choice, by the type of its key: a menu, a check box, a number, a list, a word or a table to paint in.

#include "widgets/panels/choice_editor.h"

#include <functional>

class QComboBox;
class QWidget;

namespace widgets {

/// What the person chose. `later`: one of many steps of a number, wait for the last.
using ChosenValue = std::function<void(const core::Json& value, bool later)>;

/// `chosen` is called for what the person does, never for showValue(); `opening` before a menu is opened or walked through by key
/// or wheel: what may be chosen is computed no sooner.
QWidget* makeControl(
    const core::ChoiceKey& key, QWidget* parent, const ChosenValue& chosen, const std::function<void()>& opening);

/// Shows what runs. REQUIRES: it is known.
void showValue(const ChoiceEditor& editor, const core::ChoiceKey& key, QWidget* control);

/// Disables the words of a menu or of segments that cannot run, with the reason: for `opening`. Resolves the model once per word.
void showRefused(const ChoiceEditor& editor, const core::ChoiceKey& key, QWidget* control);

/// Whether the control is too wide or too high to be beside its name.
bool needsOwnLine(const core::ChoiceKey& key);

/// Labels of words, hints of what may be typed.
void retranslateControl(const core::ChoiceKey& key, QWidget* control);

/// Text of the context "core" in the current language.
QString coreLabel(const std::string& text);

} // namespace widgets
