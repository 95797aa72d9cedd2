#pragma once

// A mark of a model's files, kept in a session, so that one whose files have changed since is told apart. It reads samples, not
// every byte: the sizes, the beginning, the end and some places between of each file.

#include <QString>

namespace app {

/// 32 hexadecimal digits of the model behind a name or path (a step of its training is of the same files); empty where it has no
/// files or they cannot be read. Files that are the same as last time by size and time are not read again.
QString modelMark(const QString& nameOrPath);

} // namespace app
