#pragma once

// The words of a choice as they are in a switch: what may be chosen, what it is called, and why some of it cannot be.

#include "widgets/panels/choice_editor.h"

#include <QStringList>

namespace widgets {

/// The words of a key that has some, as ids of a switch: kinds, no and yes; of `weights` the two that a window offers. Else
/// empty.
QStringList wordIds(const core::ChoiceKey& key);

/// The value that such an id stands for.
core::Json valueOfWord(const core::ChoiceKey& key, const QString& id);

/// The id of what runs; empty where layers differ and no single one is meant.
QString currentWord(const ChoiceEditor& editor, const core::ChoiceKey& key);

/// The id of what the model itself has; empty where there is none.
QString ownWord(const ChoiceEditor& editor, const core::ChoiceKey& key);

/// What an id is called, and what it means in a line: "Pre", "x + f(norm(x))".
struct WordText
{
    QString label, meaning;
};
WordText wordText(const ChoiceEditor& editor, const core::ChoiceKey& key, const QString& id);

/// What an id is called where there is little room: an abbreviation that its label has in brackets, else what is before them;
/// the whole label where another kind of the key would be called the same.
QString briefWord(const ChoiceEditor& editor, const core::ChoiceKey& key, const QString& id);

/// Why an id cannot be chosen now; empty when it can.
QString whyNotWord(const ChoiceEditor& editor, const core::ChoiceKey& key, const QString& id);

/// What has to be said beside the value: whose weights run; empty for most keys.
QString remarkOn(const ChoiceEditor& editor, const core::ChoiceKey& key);

} // namespace widgets
