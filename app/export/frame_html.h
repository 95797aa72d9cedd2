#pragma once

// FrameHtml: pictures with their words and numbers as one web page that needs no network and no script: each picture is an SVG inside
// the page, its numbers the tables that the key T shows, below it. Every word is escaped.

#include "widgets/plot/number_table.h"

#include <QByteArray>
#include <QString>

#include <vector>

namespace app {

/// What the page has of one picture.
struct HtmlSection
{
    QString title, caption;
    QString notes; // empty: none
    QByteArray svg;
    std::vector<widgets::NumberTable> tables; // its numbers
};

/// `language` is that of the words, "zh_CN".
QByteArray htmlPage(const QString& title, const QString& language, const std::vector<HtmlSection>& sections);

} // namespace app
