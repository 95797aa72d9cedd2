// What stands below a picture: the caveats of a run come and go there without moving anything, and are never cut while there is
// room for them.

#include "tests/widgets/support/answered_view.h"
#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/controls/text_label.h"
#include "widgets/figure/compose.h"
#include "widgets/figure/shown_panels.h"
#include "widgets/plot/chip_element.h"
#include "widgets/plot/plot.h"
#include "widgets/views/attention/figures.h"
#include "widgets/views/shared/figure_view.h"
#include "widgets/views/shared/page_foot.h"

#include <QAbstractTextDocumentLayout>
#include <QRegularExpression>
#include <QSet>
#include <QTest>
#include <QTextBlock>
#include <QTextDocument>

#include <memory>

using namespace widgets;

namespace {

constexpr const char* sentence = "The capital of France is Paris. The capital of Italy is";

/// The same run, of which the end of the text was left out: a caveat of every page.
RunPtr withCaveat(const RunPtr& run)
{
    RunResult other = *run;
    other.leftOut = {"Rome", "."};
    return std::make_shared<RunResult>(other);
}

/// Where everything of the picture stands.
QList<QRect> placesOf(const FigureView& view)
{
    QList<QRect> places{view.picture()->geometry()};
    for (const QCPAxisRect* rect : view.plot()->axisRects())
        places << rect->rect() << rect->outerRect();
    return places;
}

} // namespace

class TestPageFoot : public QObject
{
    Q_OBJECT

    const RunPtr m_plain = support::tinyRun(sentence), m_post = support::tinyRun(sentence, {"norm.placement=post"});
    const RunPtr m_experts = support::tinyRun(sentence, {"feed_forward.kind=mixture", "mixture.experts=4", "mixture.top_k=2"});

private slots:
    void cleanup() { setCurrentTheme(ThemeId::Light), setCurrentLanguage(QStringLiteral("en")); }

    void aSizeInANameIsNoNumber()
    {
        QCOMPARE(emphasised(QStringLiteral("Llama 2 70B, as Pythia 6.9B")).count("<b "), 0);
        const QString both = emphasised(QStringLiteral("Gemma 7B has 8.54B parameters in 28 layers"));
        QCOMPARE(both.count("<b "), 2);
        QVERIFY(both.contains(QStringLiteral("Gemma 7B has")) && both.contains(QStringLiteral(">8.54B</b>")));
        QVERIFY(!emphasised(QString::fromUtf8("与Llama 2 70B相同")).contains(QStringLiteral("<b ")));
    }

    /// However broad the lines are, and where Qt would break them: a number at the beginning, and one behind "(1)".
    void noLineEndsInANumber()
    {
        const QString power = QString::fromUtf8("1.00\u2009×\u200910⁻³⁰");
        for (const QString& text : {QStringLiteral("1.25–2.5 of it and 12.5 % more"), QStringLiteral("1.25。 3,072 of them"),
                 QStringLiteral("normalised (condition 1) %1 of the distance, 12,288 values").arg(power),
                 QString::fromUtf8("归一化（条件数 1）剩下 %1 的距离").arg(power)}) {
            QTextDocument sentence;
            sentence.setHtml(emphasised(text));
            const auto shown = [&](const QTextLine& line) {
                QString words = sentence.firstBlock().text().mid(line.textStart(), line.textLength());
                return words.remove(QChar(0x2060)).replace(QChar::Nbsp, u' ');
            };
            int broken = 0;
            for (int width = 130; width < 400; width += 3) { // from where the longest has room
                sentence.setTextWidth(width);
                sentence.documentLayout()->documentSize(); // laid out
                QStringList lines;
                const QTextLayout* const layout = sentence.firstBlock().layout();
                for (int i = 0; i < layout->lineCount(); ++i)
                    lines << shown(layout->lineAt(i)).trimmed();
                broken += lines.size() > 1;
                QCOMPARE(lines.join(QString()).remove(u' '), QString(text).remove(u' ').remove(QChar(0x2009))); // as it is written
                for (qsizetype i = 0; i + 1 < lines.size(); ++i) {
                    const QString pair = lines[i] + QLatin1Char('|') + lines[i + 1];
                    QVERIFY2(!pair.contains(QRegularExpression(QStringLiteral("\\d[.,]?\\|[\\d%]|\\|×|×\\|"))), qPrintable(pair));
                }
            }
            QVERIFY(broken > 0);
        }
    }

    void aCaveatMovesNothing_data()
    {
        QTest::addColumn<int>("mode");
        QTest::addColumn<int>("theme");
        for (const SlotMode mode : {SlotMode::A, SlotMode::SideBySide, SlotMode::All})
            for (const ThemeId theme : {ThemeId::Light, ThemeId::Projector})
                if (mode != SlotMode::SideBySide || theme == ThemeId::Light)
                    QTest::addRow("%s %s", slotModeWord(mode), qPrintable(themeWord(theme))) << int(mode) << int(theme);
    }
    void aCaveatMovesNothing()
    {
        QFETCH(int, mode);
        QFETCH(int, theme);
        setCurrentTheme(ThemeId(theme));
        SelectionModel selection;
        selection.pin({.layer = 1, .head = 2, .query = 7, .key = 3});
        int pictures = 0;
        for (const ViewInfo& page : allViews()) {
            const std::unique_ptr<View> made(page.create(&selection, nullptr));
            auto* const view = qobject_cast<FigureView*>(made.get());
            QVERIFY(view);
            support::answer(*view);
            view->resize(1300, 560);
            view->show();
            view->setSlotMode(SlotMode(mode), true);
            for (const FigureInfo& figure : allFigures())
                for (const QVariantMap& options : figure.variants ? figure.variants() : std::vector<QVariantMap>{{}}) {
                    const RunPtr a = qstrcmp(page.id, "mixture") == 0 ? m_experts : m_plain;
                    const RunPtr b = SlotMode(mode) == SlotMode::A ? nullptr : a == m_plain ? m_post : m_experts;
                    if (!view->restore(QLatin1String(figure.id), options))
                        continue; // of another page
                    view->setRun(a, b);
                    if (view->isEmpty())
                        continue;
                    const QList<QRect> before = placesOf(*view);
                    view->setRun(withCaveat(a), b ? withCaveat(b) : nullptr);
                    if (view->isEmpty())
                        continue; // a full text is not written on
                    auto* const foot = view->findChild<PageFoot*>();
                    const QString where = QStringLiteral("%1 %2").arg(QLatin1String(figure.id), options.value("show").toString());
                    if (figure.isOfRun)
                        QVERIFY2(foot->chipTexts().join(QLatin1Char('\n')).contains("left out"), qPrintable(where));
                    QVERIFY2(foot->areChipsWhole() || foot->chipTexts().size() > 2, qPrintable(where));
                    QVERIFY2(placesOf(*view) == before, qPrintable(where));
                    ++pictures;
                }
        }
        QVERIFY(pictures > 20);
    }

    void withoutRoomTheSentenceIsInSmallerType()
    {
        const ShownPanels panels
            = shownPanels(attentionFigure, {m_plain, nullptr, {.layer = 1, .head = 2, .query = 7, .key = 3}, {}});
        PageFoot foot(nullptr);
        foot.setLines(1);
        const QFont type = fontOf(TextRole::Body, currentTheme());
        const int needed = QFontMetrics(type).horizontalAdvance(Captions(panels).text(1));
        const auto* const words = foot.findChild<TextLabel*>();
        const auto shownAt = [&](double share) {
            foot.resize(int(share * needed) + 2 * space::l, foot.height());
            foot.show(panels, {});
            return words->text();
        };
        QVERIFY(!shownAt(1.3).contains(QChar(0x2026)));
        QCOMPARE(words->font().pointSizeF(), type.pointSizeF());
        QVERIFY(!shownAt(0.9).contains(QChar(0x2026)));
        QVERIFY(words->font().pointSizeF() < type.pointSizeF());
        QVERIFY(shownAt(0.2).contains(QChar(0x2026)));
    }

    void aCaveatIsNoSmallerThanItsSentenceNeeds()
    {
        setCurrentTheme(ThemeId::Projector);
        const ShownPanels panels
            = shownPanels(attentionFigure, {m_plain, nullptr, {.layer = 1, .head = 2, .query = 7, .key = 3}, {}});
        const std::vector<Chip> chips{{QStringLiteral("Shown: ALiBi on the same weights. The model itself: Rotary (RoPE).")}};
        PageFoot foot(nullptr);
        const double ordinary = fontOf(TextRole::Caption, currentTheme()).pointSizeF();
        const auto* const ofChips = foot.findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly).last();
        QSet<int> sizes; // per cent
        for (int width = 1600; width > 700; width -= 5) {
            foot.resize(width, foot.height());
            foot.show(panels, chips);
            sizes << qRound(100 * ofChips->font().pointSizeF() / ordinary);
        }
        for (const int size : {100, 90})
            QVERIFY2(sizes.contains(size), qPrintable(QString::number(size)));
        for (const int size : std::as_const(sizes)) // below, it is hard to read: the sentence gives way first
            QVERIFY2(size >= 80, qPrintable(QString::number(size)));
    }

    /// Chips are measured once: those that are said again stand where new ones would, whatever was said between, and in another
    /// type or width anew.
    void chipsThatAreSaidAgainStandWhereNewOnesWould()
    {
        const ShownPanels panels
            = shownPanels(attentionFigure, {m_plain, nullptr, {.layer = 1, .head = 2, .query = 7, .key = 3}, {}});
        const std::vector<Chip> chips{{QStringLiteral("Shown: ALiBi on the same weights. The model itself: Rotary (RoPE).")}};
        const auto placeOf = [&](PageFoot& foot, const std::vector<Chip>& said) {
            QEvent restyle(QEvent::StyleChange);
            QCoreApplication::sendEvent(foot.findChild<TextLabel*>(), &restyle);
            foot.setLines(1);
            foot.setLines(2); // as high as its lines in this theme
            foot.show(panels, said);
            const auto* const ofChips = foot.findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly).last();
            return std::pair(ofChips->geometry(), ofChips->font());
        };
        PageFoot kept(nullptr);
        for (const auto& [theme, width] : {std::pair(ThemeId::Light, 1300), {ThemeId::Projector, 1300}, {ThemeId::Projector, 900}}) {
            setCurrentTheme(theme);
            PageFoot fresh(nullptr);
            fresh.resize(width, fresh.height());
            kept.resize(width, kept.height());
            QCOMPARE(placeOf(kept, chips), placeOf(fresh, chips));
            QVERIFY(placeOf(kept, {chips[0], chips[0]}) != placeOf(fresh, chips));
            QCOMPARE(placeOf(kept, chips), placeOf(fresh, chips));
        }
    }

    void ofTwoSidesBothBegin()
    {
        const ShownPanels panels = shownPanels(
            attentionFigure, {m_plain, m_post, {.layer = 1, .head = 2, .query = 7, .key = 3}, {}, SlotMode::SideBySide});
        const QStringList sides = Captions(panels).ofSides(1);
        QCOMPARE(sides.size(), 2);
        PageFoot foot(nullptr);
        foot.setLines(1);
        foot.resize(QFontMetrics(fontOf(TextRole::Body, currentTheme())).horizontalAdvance(sides.join(' ')) / 3, foot.height());
        foot.show(panels, {});
        const QString words = foot.findChild<TextLabel*>()
                                  ->text()
                                  .remove(QRegularExpression(QStringLiteral("<[^>]*>")))
                                  .replace(QChar::Nbsp, u' '); // a number keeps its line
        QVERIFY2(words.startsWith(sides[0].left(12)), qPrintable(words));
        QVERIFY2(words.contains(sides[1].left(12)), qPrintable(words));
        QVERIFY(foot.findChild<TextLabel*>()->heightForWidth(foot.width() - 2 * space::l) <= foot.height());
    }

    void chipsSayLessBeforeASentenceIsCut()
    {
        const QString first = QStringLiteral("Trained with Pre-norm, run as Post-norm: shows sensitivity, not quality."),
                      second
            = QStringLiteral(" New, as identity: blocks.0.attn.q_norm.weight, blocks.0.attn.k_norm.weight and 6 more.");
        const ShownPanels panels
            = shownPanels(attentionFigure, {m_plain, nullptr, {.layer = 1, .head = 2, .query = 7, .key = 3}, {}});
        PageFoot foot(nullptr);
        foot.setLines(1);
        const QFontMetrics body(fontOf(TextRole::Body, currentTheme())), caption(fontOf(TextRole::Caption, currentTheme()));
        const int words = body.horizontalAdvance(Captions(panels).text(1)), brief = caption.horizontalAdvance(first);
        const auto* const label = foot.findChild<TextLabel*>();
        const auto show = [&](int width, const std::vector<Chip>& chips) {
            foot.resize(width, foot.height());
            foot.show(panels, chips);
            return !label->isHidden() && !label->text().isEmpty() && !label->text().contains(QChar(0x2026));
        };
        QVERIFY(show(words + brief + 120, {{first + second, true}}));
        QVERIFY(foot.areChipsWhole());
        QVERIFY(foot.chipTexts().first().contains(second)); // its tool tip has it
        QVERIFY(show(words + brief + 120, std::vector<Chip>(4, {first + second, true}))); // one of them, and "+3"
        QVERIFY(!foot.areChipsWhole());
    }

    /// What the picture says goes before the further sentences of a chip, in a line as in two.
    void theSentencesOfThePictureAreWholeBeforeThoseOfAChip()
    {
        const QString first = QStringLiteral("Trained with Pre-norm, run as Post-norm: shows sensitivity, not quality."),
                      second
            = QStringLiteral(" New, as identity: blocks.0.attn.q_norm.weight, blocks.0.attn.k_norm.weight and 6 more.");
        const ShownPanels panels
            = shownPanels(attentionFigure, {m_plain, nullptr, {.layer = 1, .head = 2, .query = 7, .key = 3}, {}});
        const Captions captions(panels);
        QVERIFY(captions.text(1) != captions.text());
        const QFontMetrics body(fontOf(TextRole::Body, currentTheme())), caption(fontOf(TextRole::Caption, currentTheme()));
        for (const int lines : {1, 2}) {
            PageFoot foot(nullptr);
            foot.setLines(lines);
            const int words = body.horizontalAdvance(captions.text()) / lines, brief = caption.horizontalAdvance(first) / lines;
            foot.resize(words + brief + 120, foot.height());
            foot.show(panels, {{first + second, true}});
            QCOMPARE(foot.shownText(), captions.text());
            QVERIFY(foot.areChipsWhole());
        }
    }

    /// Of a sentence that is longer than the line as much is shown as has room beside a clause of the chip.
    void aClauseOfAChipGoesBeforeOneOfTheSentence()
    {
        const QString brief = QStringLiteral("Trained with Pre-norm, run as Post-norm.");
        const Chip chip{QStringLiteral("Trained with Pre-norm, run as Post-norm: shows sensitivity, not quality."), true};
        const ShownPanels panels
            = shownPanels(attentionFigure, {m_plain, nullptr, {.layer = 1, .head = 2, .query = 7, .key = 3}, {}});
        PageFoot foot(nullptr);
        foot.setLines(1);
        const QString one = Captions(panels).text(1);
        const int words = QFontMetrics(fontOf(TextRole::Body, currentTheme())).horizontalAdvance(one),
                  least = QFontMetrics(fontOf(TextRole::Caption, currentTheme())).horizontalAdvance(brief);
        foot.resize(int(0.9 * words) + least + 60, foot.height());
        foot.show(panels, {chip});
        QCOMPARE(foot.shownText(), one);
    }

    void chipsGoBeforeTheSentence()
    {
        PageFoot foot(nullptr);
        foot.resize(900, foot.height());
        const FigureData data{m_plain, nullptr, {.layer = 1, .head = 2, .query = 7, .key = 3}, {}};
        ShownPanels panels = shownPanels(attentionFigure, data);
        const auto* const words = foot.findChild<TextLabel*>();
        for (const int lines : {1, 2}) {
            foot.setLines(lines);
            foot.show(panels, {});
            const int high = foot.height(), whole = words->width();
            QVERIFY(foot.areChipsWhole());
            const Chip one{QStringLiteral("Trained with Pre-norm, run as Post-norm: shows sensitivity, not quality."), true};
            foot.show(panels, {one});
            QCOMPARE(foot.height(), high);
            QVERIFY(foot.areChipsWhole());
            QVERIFY(words->width() < whole);
            QVERIFY(words->heightForWidth(words->width()) <= words->height());
            foot.show(panels, std::vector<Chip>(std::size_t(8 * lines), one)); // more than there is room for
            QCOMPARE(foot.height(), high);
            QVERIFY(!foot.areChipsWhole());
            foot.show(panels, {});
            QCOMPARE(words->width(), whole);
        }
    }
};

QUIET_TEST_MAIN(TestPageFoot)
#include "tst_page_foot.moc"
