#include "widgets/plot/svg_text.h"

#include <QFont>
#include <QPainterPath>

#include <cmath>

namespace widgets::svg {

QByteArray number(double value)
{
    QByteArray text = QByteArray::number(std::round(value * 100) / 100, 'f', 2);
    while (text.endsWith('0'))
        text.chop(1);
    if (text.endsWith('.'))
        text.chop(1);
    return text == "-0" ? QByteArray("0") : text;
}

QByteArray point(const QPointF& p) { return number(p.x()) + ' ' + number(p.y()); }

QByteArray rectangle(const QRectF& r)
{
    // Corners are rounded before the sizes, so that neighbours meet exactly.
    const auto round = [](double v) { return std::round(v * 100) / 100; };
    const double width = round(r.right()) - round(r.left());
    const double height = round(r.bottom()) - round(r.top());
    return 'M' + point(r.topLeft()) + 'h' + number(width) + 'v' + number(height) + 'h' + number(-width) + 'z';
}

QByteArray pathData(const QPainterPath& path)
{
    QByteArray d;
    QPointF start;
    for (int i = 0; i < path.elementCount(); ++i) {
        const QPainterPath::Element element = path.elementAt(i);
        switch (element.type) {
        case QPainterPath::MoveToElement:
            start = element;
            d += 'M' + point(element);
            break;
        case QPainterPath::LineToElement: {
            const bool closes = QPointF(element) == start && (i + 1 == path.elementCount() || path.elementAt(i + 1).isMoveTo());
            d += closes ? QByteArray("z") : 'L' + point(element);
            break;
        }
        case QPainterPath::CurveToElement:
            d += 'C' + point(element) + ' ' + point(path.elementAt(i + 1)) + ' ' + point(path.elementAt(i + 2));
            i += 2;
            break;
        case QPainterPath::CurveToDataElement:
            break;
        }
    }
    return d;
}

namespace {

bool isHan(char32_t c)
{
    const QChar::Script script = QChar::script(c);
    return script == QChar::Script_Han || script == QChar::Script_Bopomofo || (c >= 0x3000 && c <= 0x303f)
        || (c >= 0xff00 && c <= 0xffef);
}

} // namespace

QList<std::pair<QString, bool>> scriptRuns(const QString& text)
{
    QList<std::pair<QString, bool>> runs;
    for (const char32_t c : text.toUcs4()) {
        const bool han = isHan(c);
        if (runs.isEmpty() || runs.last().second != han)
            runs.append({QString(), han});
        runs.last().first += QString::fromUcs4(&c, 1);
    }
    return runs;
}

QByteArray familyList(const QFont& font, bool han, bool hasSerifs)
{
    static const QStringList chineseSans{QStringLiteral("Noto Sans CJK SC"), QStringLiteral("Noto Sans SC"),
        QStringLiteral("WenQuanYi Micro Hei"), QStringLiteral("Microsoft YaHei"), QStringLiteral("PingFang SC")};
    const QStringList chinese = (hasSerifs ? QStringList{QStringLiteral("Noto Serif CJK SC")} : QStringList()) + chineseSans;
    QStringList families = han ? chinese : font.families();
    for (const QString& family : han ? font.families() : chinese)
        if (!families.contains(family))
            families << family;
    QStringList quoted;
    for (const QString& family : std::as_const(families))
        quoted << (family.contains(QLatin1Char(' ')) ? QLatin1Char('\'') + family + QLatin1Char('\'') : family);
    quoted << (hasSerifs ? QStringLiteral("serif") : QStringLiteral("sans-serif"));
    return quoted.join(QStringLiteral(", ")).toHtmlEscaped().toUtf8();
}

QByteArray escaped(const QString& text)
{
    QString clean;
    for (const QChar c : text)
        clean += (c.unicode() < 0x20 && c != QLatin1Char('\n') && c != QLatin1Char('\t')) || c.unicode() >= 0xfffe ? QChar(0xfffd)
                                                                                                                   : c;
    return clean.toHtmlEscaped().toUtf8();
}

} // namespace widgets::svg
