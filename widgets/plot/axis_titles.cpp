#include "widgets/plot/axis_titles.h"

#include <qcustomplot.h>

#include <algorithm>

namespace widgets {

namespace {

// What fitAxisTitles changed: the whole title, and what it put in its place.
const char* const wholeTitle = "wholeTitle";
const char* const shownTitle = "shownTitle";

/// "dimension (the mean of 2)" -> "dimension\n(the mean of 2)"; unchanged without brackets.
QString brokenBeforeBrackets(const QString& title)
{
    const qsizetype at = std::max(title.indexOf(QLatin1Char('(')), title.indexOf(QChar(0xff08)));
    return at <= 0 ? title : title.left(at).trimmed() + QLatin1Char('\n') + title.mid(at);
}

} // namespace

void restoreAxisTitles(QCPAxisRect& rect)
{
    for (QCPAxis* const axis : rect.axes()) {
        const QVariant whole = axis->property(wholeTitle);
        if (whole.isValid() && axis->label() == axis->property(shownTitle).toString())
            axis->setLabel(whole.toString());
        if (whole.isValid())
            axis->setProperty(wholeTitle, QVariant());
    }
}

void fitAxisTitles(QCPAxisRect& rect)
{
    for (QCPAxis* const axis : rect.axes()) {
        if (axis->label().isEmpty() || !axis->visible())
            continue;
        const QMargins around = rect.margins();
        const double room = axis->orientation() == Qt::Horizontal ? rect.width() + 2 * std::min(around.left(), around.right())
                                                                  : rect.height() + 2 * std::min(around.top(), around.bottom());
        const QFontMetricsF metrics(axis->labelFont(), axis->parentPlot());
        const auto isTooLong
            = [&](const QString& title) { return metrics.boundingRect({}, Qt::TextDontClip, title).width() > room; };
        QString title = axis->label();
        if (!isTooLong(title))
            continue;
        axis->setProperty(wholeTitle, title);
        title = brokenBeforeBrackets(title);
        axis->setLabel(isTooLong(title) ? QString() : title);
        axis->setProperty(shownTitle, axis->label());
    }
}

} // namespace widgets
