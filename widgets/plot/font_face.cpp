#include "widgets/plot/font_face.h"

#include "widgets/plot/theme.h"

#include <QFontDatabase>

#include <algorithm>
#include <array>

namespace widgets {

namespace {

struct FaceInfo
{
    FontFace face;
    const char* word;
    const char* package; // of Debian 12
    QStringList families;
};

const std::array<FaceInfo, 3>& faces()
{
    static const std::array<FaceInfo, 3> all{
        FaceInfo{FontFace::Inter, "inter", "fonts-inter", {}},
        FaceInfo{FontFace::Serif, "serif", "fonts-liberation",
            {QStringLiteral("Liberation Serif"), QStringLiteral("Times New Roman"), QStringLiteral("Noto Serif")}},
        FaceInfo{FontFace::ComputerModern, "cm", "fonts-cmu",
            {QStringLiteral("CMU Serif"), QStringLiteral("Latin Modern Roman"), QStringLiteral("Computer Modern")}},
    };
    return all;
}

const FaceInfo& infoOf(FontFace face) { return faces()[std::size_t(face)]; }

} // namespace

QString fontFaceWord(FontFace face) { return QLatin1String(infoOf(face).word); }

std::optional<FontFace> fontFaceOf(const QString& word)
{
    const auto found = std::ranges::find_if(faces(), [&](const FaceInfo& info) { return word == QLatin1String(info.word); });
    return found == faces().end() ? std::nullopt : std::optional(found->face);
}

std::span<const FontFace> fontFaces()
{
    static constexpr std::array all{FontFace::Inter, FontFace::Serif, FontFace::ComputerModern};
    return all;
}

QStringList familiesOf(FontFace face, Script script)
{
    if (face == FontFace::Inter)
        return fontFamilies(script);
    QStringList families = infoOf(face).families;
    if (face != FontFace::Serif)
        families << infoOf(FontFace::Serif).families;
    families << QStringLiteral("DejaVu Serif"); // signs that they lack
    if (script == Script::Han)
        families << QStringLiteral("Noto Serif CJK SC");
    return families + fontFamilies(script);
}

QString missingPackage(FontFace face)
{
    const QStringList& families = infoOf(face).families;
    const bool isThere = families.isEmpty()
        || std::ranges::any_of(families, [](const QString& family) { return QFontDatabase::hasFamily(family); });
    return isThere ? QString() : QLatin1String(infoOf(face).package);
}

} // namespace widgets
