#include "widgets/figure/page_words.h"

#include "widgets/figure/compose.h"
#include "widgets/figure/fairness.h"
#include "widgets/figure/sentences.h"
#include "widgets/figure/sides.h"
#include "widgets/figure/word_room.h"
#include "widgets/plot/color_bar.h"
#include "widgets/plot/plot.h"
#include "widgets/plot/title_element.h"

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

constexpr double maxOfWords = 0.5; // of the page
constexpr int maxSentences = 12;
constexpr double maxGrowth = 3, step = 10; // times, and px: where a page with room is looked for
constexpr double muchWider = 1.3;               // times: rather a higher page

double innerWidth(const FigureStyle& style) { return style.size.width() - 2 * pageMargin(style); }

/// A page on which a px is that of a style's size, whatever the screen's resolution.
QImage pageOf96()
{
    QImage page(1, 1, QImage::Format_RGB32);
    page.setDotsPerMeterX(int(std::lround(96 / 0.0254)));
    page.setDotsPerMeterY(int(std::lround(96 / 0.0254)));
    return page;
}

FigureStyle inPoints(FigureStyle style)
{
    style.dpiFactor = 1;
    return style;
}

/// As high as a TitleElement of these words, whatever the screen's resolution.
double heightOf(const QString& text, const FigureStyle& style, bool isTitle, double width)
{
    if (text.isEmpty())
        return 0;
    const FigureStyle points = inPoints(style);
    QImage page = pageOf96();
    return wrappedHeight(text, isTitle ? titleFont(points) : labelFont(points), &page, std::max(40.0, width)) + space::s;
}

/// A single picture takes what there is.
bool fit(const ShownPanels& shown, const FigureStyle& style, double wordsHeight)
{
    return !shown.areCompared() || panelsOf(shown, style, wordsHeight).fits;
}

/// Whether the page has room for all that stay when there is none for the difference.
bool fitSome(const ShownPanels& shown, const FigureStyle& style, double wordsHeight)
{
    return fit(fittingPanels(shown, style, wordsHeight), style, wordsHeight);
}

/// Gives up, one after the other, what a page cannot hold beside all of these panels.
void makeRoom(PageWords& words, const ShownPanels& shown, const FigureStyle& style, bool isLastResort)
{
    const double width = innerWidth(style), chips = chipsHeight(shown, style);
    const auto measure = [&] {
        words.height = heightOf(words.title, style, true, width) + heightOf(words.subtitle, style, false, width)
            + heightOf(words.fairness, style, false, width) + captionHeight(words.caption, style);
    };
    const auto tryCaption = [&](const QString& caption) {
        words.caption = caption;
        measure();
    };
    const bool isOwn = !style.caption.isEmpty(); // a person's own words stay as they are
    tryCaption(!style.showCaption ? QString() : isOwn ? style.caption : Captions(shown).text());
    const auto hasNoRoom = [&] { return !fit(shown, style, words.height); };
    const auto isTooMuch = [&] { return words.height + chips > maxOfWords * style.size.height() || hasNoRoom(); };
    if (style.showCaption && !isOwn)
        shortenCaption(shown, isTooMuch, tryCaption);
    std::vector<QString*> next{&words.subtitle};
    if (isLastResort)
        next.insert(next.end(), {&words.title, &words.fairness});
    for (QString* text : next)
        if (hasNoRoom()) {
            text->clear();
            measure();
        }
}

} // namespace

std::vector<Chip> chipsOf(const ShownPanels& shown, bool scalesDiffer)
{
    std::vector<Chip> chips;
    if (scalesDiffer)
        chips.push_back({Page::tr("Scales differ: the same colour is not the same number in A and B."), true});
    if (!shown.missing.isEmpty())
        chips.push_back({shown.missing, false});
    for (const Caveat& caveat : shown.caveats)
        chips.push_back({spacedSentence(caveat.text), caveat.isWarning});
    return chips;
}

double chipsHeight(const ShownPanels& shown, const FigureStyle& style)
{
    if (!shown.hasChips)
        return 0;
    QImage page = pageOf96();
    double height = style.room.chips;
    for (const QRectF& chip :
        placeChips(chipsOf(shown, !shown.data.isLocked), labelFont(inPoints(style)), &page, innerWidth(style)))
        height = std::max(height, chip.bottom() + space::s);
    return height;
}

double captionHeight(const QString& caption, const FigureStyle& style)
{
    return style.showCaption ? std::max(style.room.caption, heightOf(caption, style, false, innerWidth(style))) : 0;
}

PanelLayout panelsOf(const ShownPanels& shown, const FigureStyle& style, double wordsHeight)
{
    const double height = style.size.height() - 2 * pageMargin(style) - wordsHeight - chipsHeight(shown, style);
    const QSizeF least = shown.info.minPanel ? shown.info.minPanel(shown.data) : panelOfMap;
    return arrangePanels(int(shown.sides.size()), {innerWidth(style), height}, style, least);
}

ShownPanels fittingPanels(const ShownPanels& shown, const FigureStyle& style, double wordsHeight)
{
    if (fit(shown, style, wordsHeight) || shown.sides.back() != Side::Delta)
        return shown;
    ShownPanels others = withoutDelta(shown);
    return fit(others, style, wordsHeight) ? others : shown;
}

bool fitAll(const ShownPanels& shown, const FigureStyle& style) { return fit(shown, style, pageWords(shown, style).height); }

void shortenCaption(
    const ShownPanels& shown, const std::function<bool()>& isTooMuch, const std::function<void(const QString&)>& set)
{
    const Captions captions(shown);
    QString last = captions.text();
    for (int sentences = maxSentences; sentences >= 0 && isTooMuch(); --sentences) {
        const QString fewer = sentences == 0 ? QString() : captions.text(sentences);
        if (fewer == last)
            continue;
        set(fewer);
        last = fewer;
    }
}

PageWords pageWords(const ShownPanels& shown, const FigureStyle& style)
{
    const FigureInfo& info = shown.info;
    const FigureData& data = shown.data;
    PageWords words;
    if (style.showTitle) {
        words.title = titleText(info, data);
        words.subtitle = info.subtitle ? spacedSentence(info.subtitle(data)) : QString();
        if (info.comparing != Comparing::Nothing && showsBoth(data))
            words.fairness = fairnessText(data, fairnessOf(data));
    }
    const PageWords whole = words;
    const bool hasDelta = shown.areSeveral() && shown.sides.back() == Side::Delta;
    makeRoom(words, shown, style, !hasDelta);
    if (hasDelta && !fit(shown, style, words.height)) {
        const ShownPanels others = withoutDelta(shown);
        words = whole;
        makeRoom(words, others, style, true);
        if (fit(others, style, words.height))
            return words;
    }
    if (!fit(shown, style, words.height)) { // for the page with that option
        words = whole;
        makeRoom(words, shown, style, false);
    }
    return words;
}

QString keyWords(const Plot& plot)
{
    QStringList words;
    for (const CellPlottable* const cells : plot.cellMaps()) {
        const auto* const bar = cells->keyAxis()->axisRect()->findChild<const ColorBar*>(QString(), Qt::FindDirectChildrenOnly);
        if (!bar)
            continue;
        const ScaleChoice& choice = bar->scale().choice;
        const QString said = bar->title().replace(QLatin1Char('\n'), QLatin1Char(' '));
        if ((choice.transform != ScaleTransform::Linear || choice.withoutFirst) && !words.contains(said))
            words << said;
    }
    return words.isEmpty() ? QString() : Page::tr("Colours: %1").arg(words.join(QStringLiteral(" · ")));
}

FigureStyle withRoom(const FigureInfo& info, const FigureData& data, const FigureStyle& style)
{
    const ShownPanels shown = shownPanels(info, data);
    const auto fits = [&](const FigureStyle& page) { return fitSome(shown, page, pageWords(shown, page).height); };
    if (fits(style))
        return style;
    const double width = innerWidth(style);
    const double words = style.showTitle ? heightOf(titleText(info, data), style, true, width) : 0;
    // If it has to grow at all, to where the difference has room and the title stays.
    const auto fitsWhole = [&](const FigureStyle& page) { return fit(shown, page, words + pageWords(shown, page).height); };
    for (const bool isWhole : {true, false})
        for (FigureStyle higher = style; higher.size.height() < maxGrowth * style.size.height(); higher.size.rheight() += step)
            if (isWhole ? fitsWhole(higher) : fits(higher))
                return higher;
    return style;
}

QString whyNoRoom(const FigureInfo& info, const FigureData& data, const FigureStyle& style)
{
    return whyNoRoom(shownPanels(info, data), style);
}

QString whyNoRoom(const ShownPanels& shown, const FigureStyle& style)
{
    return shown.areCompared() ? whyNoRoom(shown, style, pageWords(shown, style).height) : QString();
}

QString whyNoRoom(const ShownPanels& shown, const FigureStyle& style, double wordsHeight)
{
    if (fitSome(shown, style, wordsHeight))
        return {};
    const int panels = std::max(2, int(shown.sides.size()) - (shown.sides.back() == Side::Delta ? 1 : 0)); // it goes first
    const auto fitLarger = [&](const FigureStyle& larger) {
        return fitSome(shown, larger, wordsHeight > 0 ? pageWords(shown, larger).height : 0);
    };
    const auto millimetres = [](double px) { return int(std::ceil(px * 25.4 / 96)); };
    FigureStyle wider = style, higher = style;
    while (!fitLarger(wider) && wider.size.width() < maxGrowth * style.size.width())
        wider.size.rwidth() += step;
    while (!fitLarger(higher) && higher.size.height() < maxGrowth * style.size.height())
        higher.size.rheight() += step;
    const double width = wider.size.width(), height = higher.size.height();
    if (fitLarger(higher) && width > muchWider * style.size.width())
        return wordsHeight > 0 ? Page::tr("%1 panels need a page at least %2 mm high.").arg(panels).arg(millimetres(height))
                               : Page::tr("%1 panels need a picture at least %2 px high.").arg(panels).arg(height, 0, 'f', 0);
    if (fitLarger(wider))
        return wordsHeight > 0
            ? Page::tr("%1 panels side by side need a page at least %2 mm wide.").arg(panels).arg(millimetres(width))
            : Page::tr("%1 panels side by side need a picture at least %2 px wide.").arg(panels).arg(width, 0, 'f', 0);
    return Page::tr("%1 panels need a larger page.").arg(panels);
}

} // namespace widgets
