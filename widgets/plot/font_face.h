#pragma once

// FontFace: the type of a figure. The screen has one face; a paper wants that of its text.

#include "widgets/plot/theme.h"

#include <QStringList>

#include <optional>
#include <span>

namespace widgets {

enum class FontFace
{
    Inter,         // the program's own, without serifs
    Serif,         // Times-like
    ComputerModern // that of LaTeX
};

/// "inter", "serif", "cm" as --font of the command line says them; and back, nothing for another word.
QString fontFaceWord(FontFace face);
std::optional<FontFace> fontFaceOf(const QString& word);
std::span<const FontFace> fontFaces();

/// Its families in the order in which letters are looked for. Beside serifs Chinese has a face of its own, and Latin letters keep
/// theirs in a Chinese figure.
QStringList familiesOf(FontFace face, Script script);

/// The Debian package that brings the face when this machine has none of its families; empty: it has one.
QString missingPackage(FontFace face);

} // namespace widgets
