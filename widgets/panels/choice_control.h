#pragma once

// The control of one choice, by the type of its key: a menu, a check box, a number, a list, a word or a table to paint in.

#include "core/model/choices.h"

#include <functional>

class QComboBox;
class QWidget;

namespace widgets {

/// What the person chose. `later`: one of many steps of a number, wait for the last.
using ChosenValue = std::function<void(const core::Json& value, bool later)>;

/// `chosen` is called for what the person does, never for showValue(); `opening` before a menu is opened or walked through by key
/// or wheel: what may be chosen is worked out no sooner.
QWidget* makeControl(
    const core::ChoiceKey& key, QWidget* parent, const ChosenValue& chosen, const std::function<void()>& opening);

void showValue(QWidget* control, const core::Json& value);

/// Labels of words, hints of what may be typed.
void retranslateControl(const core::ChoiceKey& key, QWidget* control);

/// Text of the context "core" in the current language.
QString coreLabel(const std::string& text);

} // namespace widgets
