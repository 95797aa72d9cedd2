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
constexpr double widestPage = 4000, step = 10; // px, where a page with room is looked for

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

double caveatsHeight(const FigureInfo& info, const FigureData& data, const FigureStyle& style)
{
    double height = 0;
    if (info.isOfRun)
        for (const Side side : {Side::A, Side::B})
            for (const Caveat& caveat : caveatsOf(ofSide(data, side)))
                height += 2 * space::xs
                    + heightOf(QStringLiteral("A: ") + caveat.text, style, false, innerWidth(style) - 2 * space::s);
    if (!data.isLocked) // the chip that says so, in one line
        height += 2 * space::xs + heightOf(QStringLiteral("A"), style, false, innerWidth(style));
    return height;
}

bool isCompared(const FigureInfo& info, const FigureData& data) { return shownSides(info, data).size() > 1; }

} // namespace

PanelLayout panelsOf(const FigureInfo& info, const FigureData& data, const FigureStyle& style, double wordsHeight)
{
    const double height = style.size.height() - 2 * pageMargin(style) - wordsHeight - caveatsHeight(info, data, style);
    return arrangePanels(int(shownSides(info, data).size()), {innerWidth(style), height}, style);
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
        if (info.comparing != Comparing::Nothing && data.b && data.mode != SlotMode::A && data.mode != SlotMode::B)
            words.fairness = fairnessText(data, fairnessOf(data));
    }
    const double width = innerWidth(style);
    const double others = heightOf(words.title, style, true, width) + heightOf(words.subtitle, style, false, width)
        + heightOf(words.fairness, style, false, width);
    words.height = others;
    if (!style.showCaption)
        return words;
    const auto tryCaption = [&](const QString& caption) {
        words.caption = caption;
        words.height = others + heightOf(caption, style, false, width);
    };
    tryCaption(style.caption.isEmpty() ? composedCaption(info, data) : style.caption);
    if (!style.caption.isEmpty()) // a person's own words stay as they are
        return words;
    const auto isTooMuch = [&] {
        return words.height > mostOfWords * style.size.height()
            || (isCompared(info, data) && !panelsOf(info, data, style, words.height).fits);
    };
    shortenCaption(info, data, isTooMuch, tryCaption);
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
    const int panels = int(shownSides(info, data).size());
    for (FigureStyle wider = style; wider.size.width() < widestPage; wider.size.rwidth() += step) {
        const double height = wordsHeight > 0 ? pageWords(info, data, wider).height : 0;
        if (panelsOf(info, data, wider, height).fits)
            return wordsHeight > 0 ? Page::tr("%1 panels side by side need a page at least %2 mm wide.")
                                         .arg(panels)
                                         .arg(int(std::ceil(wider.size.width() * 25.4 / 96)))
                                   : Page::tr("%1 panels side by side need a picture at least %2 px wide.")
                                         .arg(panels)
                                         .arg(wider.size.width(), 0, 'f', 0);
    }
    return Page::tr("%1 panels need a larger page.").arg(panels);
}

} // namespace widgets
