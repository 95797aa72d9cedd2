#include "widgets/plot/strong_type.h"

#include "widgets/plot/theme.h"

#include <algorithm>

namespace widgets {

QFont strong(QFont font, const QString& text)
{
    const QList<uint> letters = text.toUcs4();
    const bool isChinese = font.families().value(0) == fontFamilies(Script::Han).value(0)
        || std::ranges::any_of(letters, [](uint letter) { return QChar::script(letter) == QChar::Script_Han; });
    font.setWeight(isChinese ? QFont::Bold : QFont::DemiBold);
    return font;
}

} // namespace widgets
