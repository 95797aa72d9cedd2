#pragma once

// Choices in words: labels of keys and values in the current language.

#include "core/io/json.h"

#include <QString>

#include <string>
#include <utility>

namespace widgets {

/// A text that core marked with CUTAWAY_TR or as a label.
QString coreText(const std::string& english);

/// What a key is called: "Norm placement", "Layers"; the key itself when there is no such key.
QString choiceName(const std::string& key);

/// A value of a choice as people say it: "Pre", "RoPE", "Biases of q, k, v: no"; empty when the key has none here.
QString choiceText(const std::string& key, const core::Json& value);

/// Two values of a key that differ, each in words: what differs by layer says in which ("Window: 64 in L0–L2, 32 in L5").
std::pair<QString, QString> choiceTexts(const std::string& key, const core::Json& a, const core::Json& b);

/// "L3", "L0–L2".
QString layersText(int first, int last);

} // namespace widgets
