#include "widgets/plot/strong_type.h"

#include "widgets/plot/theme.h"

#include <algorithm>

namespace widgets {

void makeBold(QFont& font)
{
    font.setWeight(QFont::Bold);
    font.setHintingPreference(QFont::PreferNoHinting);
}

QFont strong(QFont font, const QString& text)
{
    const QList<uint> letters = text.toUcs4();
    const bool isChinese = font.families().value(0) == fontFamilies(Script::Han).value(0)
        || std::ranges::any_of(letters, [](uint letter) { return QChar::script(letter) == QChar::Script_Han; });
    isChinese ? makeBold(font) : font.setWeight(QFont::DemiBold);
    return font;
}

} // namespace widgets
