#pragma once

// Texts that a model can learn from and that come with the program: share/cutaway/texts/learn/NAME.txt, then the sets with answers.

#include <string>
#include <vector>

namespace widgets {

/// "stories", … and the names of core::bundledTextSets(). Reads the names of files.
std::vector<std::string> trainingTexts();

/// What `core::TrainingText` opens for a name of them; anything else as it is.
std::string trainingTextPath(const std::string& name);

} // namespace widgets
