#include "widgets/figure/page_words.h"

#include "widgets/figure/caveats.h"
#include "widgets/figure/compose.h"
#include "widgets/figure/fairness.h"
#include "widgets/figure/sides.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QImage>

#include <algorithm>
#include <cmath>

namespace widgets {

namespace {

struct Page
{
    Q_DECLARE_TR_FUNCTIONS(Compose)
};

constexpr double mostOfWords = 0.5; // of the page
constexpr int mostSentences = 12;
constexpr double mostGrowth = 3, step = 10; // times, and px: where a page with room is looked for
constexpr double muchWider = 1.3;               // times: rather a higher page

double innerWidth(const FigureStyle& style) { return style.size.width() - 2 * pageMargin(style); }

/// As high as a TitleElement of these words, whatever the screen's resolution.
double heightOf(const QString& text, const FigureStyle& style, bool isTitle, double width)
{
    if (text.isEmpty())
        return 0;
    FigureStyle points = style;
    points.dpiFactor = 1;
    QImage page(1, 1, QImage::Format_RGB32);
    page.setDotsPerMeterX(int(std::lround(96 / 0.0254)));
    page.setDotsPerMeterY(int(std::lround(96 / 0.0254)));
    const QFontMetricsF metrics(isTitle ? titleFont(points) : labelFont(points), &page);
    const QRectF room(0, 0, std::max(40.0, width), 100'000);
    return std::ceil(metrics.boundingRect(room, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, text).height()) + space::s;
}

double chipHeight(const QString& text, const FigureStyle& style)
{
    return text.isEmpty() ? 0 : 2 * space::xs + heightOf(text, style, false, innerWidth(style) - 2 * space::s);
}

double caveatsHeight(const FigureInfo& info, const FigureData& data, const FigureStyle& style)
{
    double height = chipHeight(whyNoDeltaPanel(info, data), style);
    if (info.isOfRun)
        for (const Caveat& caveat : comparedCaveats(data))
            height += chipHeight(caveat.text, style);
    if (!data.isLocked) // the chip that says so, in one line
        height += 2 * space::xs + heightOf(QStringLiteral("A"), style, false, innerWidth(style));
    return height;
}

bool isCompared(const FigureInfo& info, const FigureData& data) { return panelSides(info, data).size() > 1; }

} // namespace

QString whyNoDeltaPanel(const FigureInfo& info, const FigureData& data)
{
    return panelSides(info, data).size() < shownSides(info, data).size()
        ? Page::tr("No Δ: %1").arg(whyNotSide(info, data, Side::Delta))
        : QString();
}

PanelLayout panelsOf(const FigureInfo& info, const FigureData& data, const FigureStyle& style, double wordsHeight)
{
    const double height = style.size.height() - 2 * pageMargin(style) - wordsHeight - caveatsHeight(info, data, style);
    const QSizeF least = info.leastPanel ? info.leastPanel(data) : panelOfMap;
    return arrangePanels(int(panelSides(info, data).size()), {innerWidth(style), height}, style, least);
}

void shortenCaption(const FigureInfo& info, const FigureData& data, const std::function<bool()>& isTooMuch,
    const std::function<void(const QString&)>& set)
{
    QString last = composedCaption(info, data);
    for (int sentences = mostSentences; sentences >= 0 && isTooMuch(); --sentences) {
        const QString fewer = sentences == 0 ? QString() : composedCaption(info, data, sentences);
        if (fewer == last)
            continue;
        set(fewer);
        last = fewer;
    }
}

PageWords pageWords(const FigureInfo& info, const FigureData& data, const FigureStyle& style)
{
    PageWords words;
    if (style.showTitle) {
        words.title = titleText(info, data);
        words.subtitle = info.subtitle ? info.subtitle(data) : QString();
        if (info.comparing != Comparing::Nothing && showsBoth(data))
            words.fairness = fairnessText(data, fairnessOf(data));
    }
    const double width = innerWidth(style);
    const auto measure = [&] {
        words.height = heightOf(words.title, style, true, width) + heightOf(words.subtitle, style, false, width)
            + heightOf(words.fairness, style, false, width) + heightOf(words.caption, style, false, width);
    };
    const auto tryCaption = [&](const QString& caption) {
        words.caption = caption;
        measure();
    };
    const bool isOwn = !style.caption.isEmpty(); // a person's own words stay as they are
    tryCaption(!style.showCaption ? QString() : isOwn ? style.caption : composedCaption(info, data));
    const auto hasNoRoom = [&] { return isCompared(info, data) && !panelsOf(info, data, style, words.height).fits; };
    const auto isTooMuch = [&] { return words.height > mostOfWords * style.size.height() || hasNoRoom(); };
    if (style.showCaption && !isOwn)
        shortenCaption(info, data, isTooMuch, tryCaption);
    if (hasNoRoom()) { // rather two panels without what a cell is than none
        words.subtitle.clear();
        measure();
    }
    return words;
}

QString whyNoRoom(const FigureInfo& info, const FigureData& data, const FigureStyle& style)
{
    return isCompared(info, data) ? whyNoRoom(info, data, style, pageWords(info, data, style).height) : QString();
}

QString whyNoRoom(const FigureInfo& info, const FigureData& data, const FigureStyle& style, double wordsHeight)
{
    if (!isCompared(info, data) || panelsOf(info, data, style, wordsHeight).fits)
        return {};
    const int panels = int(panelSides(info, data).size());
    const auto fits = [&](const FigureStyle& larger) {
        return panelsOf(info, data, larger, wordsHeight > 0 ? pageWords(info, data, larger).height : 0).fits;
    };
    const auto millimetres = [](double px) { return int(std::ceil(px * 25.4 / 96)); };
    FigureStyle wider = style, higher = style;
    while (!fits(wider) && wider.size.width() < mostGrowth * style.size.width())
        wider.size.rwidth() += step;
    while (!fits(higher) && higher.size.height() < mostGrowth * style.size.height())
        higher.size.rheight() += step;
    const double width = wider.size.width(), height = higher.size.height();
    if (fits(higher) && width > muchWider * style.size.width())
        return wordsHeight > 0 ? Page::tr("%1 panels need a page at least %2 mm high.").arg(panels).arg(millimetres(height))
                               : Page::tr("%1 panels need a picture at least %2 px high.").arg(panels).arg(height, 0, 'f', 0);
    if (fits(wider))
        return wordsHeight > 0
            ? Page::tr("%1 panels side by side need a page at least %2 mm wide.").arg(panels).arg(millimetres(width))
            : Page::tr("%1 panels side by side need a picture at least %2 px wide.").arg(panels).arg(width, 0, 'f', 0);
    return Page::tr("%1 panels need a larger page.").arg(panels);
}

} // namespace widgets
