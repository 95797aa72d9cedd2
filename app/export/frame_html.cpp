#include "app/export/frame_html.h"

#include "widgets/plot/theme.h"

#include <QCoreApplication>
#include <QStringList>

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

/// The lines of a CSV as fields.
std::vector<QStringList> fieldsOf(const QString& csv)
{
    std::vector<QStringList> lines;
    QStringList line;
    QString field;
    bool isQuoted = false;
    for (qsizetype i = 0; i < csv.size(); ++i) {
        const QChar c = csv[i];
        if (c == QLatin1Char('"') && isQuoted && i + 1 < csv.size() && csv[i + 1] == c)
            field += csv[++i];
        else if (c == QLatin1Char('"'))
            isQuoted = !isQuoted;
        else if ((c == QLatin1Char(',') || c == QLatin1Char('\n')) && !isQuoted) {
            line << std::exchange(field, {});
            if (c == QLatin1Char('\n'))
                lines.push_back(std::exchange(line, {}));
        } else {
            field += c;
        }
    }
    return lines;
}

QString tableOf(const QByteArray& csv)
{
    const std::vector<QStringList> lines = fieldsOf(QString::fromUtf8(csv));
    if (lines.size() < 2)
        return {};
    QString rows;
    qsizetype cells = 0;
    std::size_t shown = 0;
    for (const QStringList& line : lines) {
        if ((cells += line.size()) > maxCells)
            break;
        const QString tag = shown++ == 0 ? QStringLiteral("th") : QStringLiteral("td");
        rows += QStringLiteral("<tr>");
        for (const QString& field : line)
            rows += QStringLiteral("<%1>%2</%1>").arg(tag, escaped(field));
        rows += QStringLiteral("</tr>\n");
    }
    QString note;
    if (shown < lines.size())
        note = QStringLiteral("<p>%1</p>\n")
                   .arg(escaped(FrameHtml::tr("The first %1 of %2 rows; the file of the numbers has all.")
                                    .arg(shown - 1)
                                    .arg(lines.size() - 1)));
    return QStringLiteral("<details><summary>%1</summary>\n<table>\n%2</table>\n%3</details>\n")
        .arg(escaped(FrameHtml::tr("Numbers")), rows, note);
}

QString styleSheet()
{
    const widgets::Theme& theme = widgets::themeOf(widgets::ThemeId::Light);
    return QStringLiteral("body{margin:2rem auto;max-width:70rem;padding:0 1rem;font-family:Inter,'Noto Sans','Noto Sans CJK SC',"
                          "'Microsoft YaHei','PingFang SC',sans-serif;color:%1;background:%2;line-height:1.5}"
                          "img{width:100%;height:auto;border:1px solid %3}figure{margin:0}figcaption{color:%4}"
                          "section{margin-bottom:3rem}table{border-collapse:collapse;font-variant-numeric:tabular-nums}"
                          "th,td{border:1px solid %3;padding:.1rem .5rem;text-align:right}"
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
        page += tableOf(section.csv) + QStringLiteral("</section>\n");
    }
    return (page + QStringLiteral("</body>\n</html>\n")).toUtf8();
}

} // namespace app
