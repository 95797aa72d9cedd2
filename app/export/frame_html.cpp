#include "app/export/frame_html.h"

#include "widgets/plot/theme.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>

namespace app {

namespace {

struct FrameHtml
{
    Q_DECLARE_TR_FUNCTIONS(FrameHtml)
};

constexpr int maxCells = 4000; // of a table: a page stays light

QString escaped(const QString& words)
{
    QString text = words.toHtmlEscaped();
    text.removeIf([](QChar c) { return c < QChar(' ') && c != QChar('\n') && c != QChar('\t'); }); // no XML has them
    return text;
}

QString row(const QStringList& fields, const QString& tag)
{
    QString cells;
    for (const QString& field : fields)
        cells += QStringLiteral("<%1>%2</%1>").arg(tag, escaped(field));
    return QStringLiteral("<tr>%1</tr>\n").arg(cells);
}

/// As a reader sees it, in the language in force.
QString htmlTable(const widgets::NumberTable& table)
{
    const QStringList keys = table.keyNames();
    QStringList head = keys;
    for (int column = 0; column < table.columns(); ++column)
        head << table.columnName(column);
    const int shown = std::min<int>(table.rows(), std::max<int>(1, int(maxCells / std::max<qsizetype>(head.size(), 1))));
    QString rows = row(head, QStringLiteral("th"));
    for (int line = 0; line < shown; ++line) {
        QStringList fields;
        for (int axis = 0; axis < int(keys.size()); ++axis)
            fields << table.key(line, axis);
        for (int column = 0; column < table.columns(); ++column)
            fields << table.shown(line, column);
        rows += row(fields, QStringLiteral("td"));
    }
    QString note;
    if (shown < table.rows())
        note = QStringLiteral("<p>%1</p>\n")
                   .arg(escaped(FrameHtml::tr("The first %1 of %2 rows; the file of the numbers has all.")
                                    .arg(shown)
                                    .arg(table.rows())));
    return QStringLiteral("<table>\n<caption>%1</caption>\n%2</table>\n%3").arg(escaped(table.shownName()), rows, note);
}

QString htmlTables(const std::vector<widgets::NumberTable>& tables)
{
    if (tables.empty())
        return {};
    QString all;
    for (const widgets::NumberTable& table : tables)
        all += htmlTable(table);
    return QStringLiteral("<details><summary>%1</summary>\n%2</details>\n").arg(escaped(FrameHtml::tr("Numbers")), all);
}

QString styleSheet()
{
    const widgets::Theme& theme = widgets::themeOf(widgets::ThemeId::Light);
    return QStringLiteral("body{margin:2rem auto;max-width:70rem;padding:0 1rem;font-family:Inter,'Noto Sans','Noto Sans CJK SC',"
                          "'Microsoft YaHei','PingFang SC',sans-serif;color:%1;background:%2;line-height:1.5}"
                          "img{width:100%;height:auto;border:1px solid %3}figure{margin:0}figcaption{color:%4}"
                          "section{margin-bottom:3rem}table{margin-bottom:1rem;border-collapse:collapse;font-variant-numeric:tabular-nums}"
                          "caption{text-align:left;color:%4}th,td{border:1px solid %3;padding:.1rem .5rem;text-align:right}"
                          "aside{border-left:3px solid %3;padding-left:1rem;white-space:pre-wrap}")
        .arg(theme.text.name(), theme.surface.name(), theme.border.name(), theme.text2.name());
}

} // namespace

QByteArray htmlPage(const QString& title, const QString& language, const std::vector<HtmlSection>& sections)
{
    QString page = QStringLiteral("<!DOCTYPE html>\n<html lang=\"%1\" xmlns=\"http://www.w3.org/1999/xhtml\">\n<head>\n"
                                  "<meta charset=\"utf-8\"/>\n"
                                  "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; "
                                  "style-src 'unsafe-inline'\"/>\n"
                                  "<meta name=\"viewport\" content=\"width=device-width\"/>\n"
                                  "<title>%2</title>\n<style>%3</style>\n</head>\n<body>\n<h1>%2</h1>\n")
                       .arg(QString(language).replace(QLatin1Char('_'), QLatin1Char('-')), escaped(title), styleSheet());
    int number = 0;
    for (const HtmlSection& section : sections) {
        ++number;
        page += QStringLiteral("<section id=\"scene-%1\">\n<h2>%1 · %2</h2>\n").arg(QString::number(number), escaped(section.title));
        page += QStringLiteral("<figure>\n<img alt=\"%1\" src=\"data:image/svg+xml;base64,%2\"/>\n<figcaption>%1</figcaption>\n"
                               "</figure>\n")
                    .arg(escaped(section.caption), QString::fromLatin1(section.svg.toBase64()));
        if (!section.notes.isEmpty())
            page += QStringLiteral("<aside>%1</aside>\n").arg(escaped(section.notes));
        page += htmlTables(section.tables) + QStringLiteral("</section>\n");
    }
    return (page + QStringLiteral("</body>\n</html>\n")).toUtf8();
}

} // namespace app
