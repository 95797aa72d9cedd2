// No word of any figure is on another, is cut off or is covered: alone on every page that can be exported and in both
// languages, side by side on five of the pages. Pages that follow each other share the combinations.

#include "app/base/languages.h"

#include "tests/widgets/support/drawn_words.h"
#include "tests/widgets/support/fulfilled.h"
#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/figure/column_page.h"
#include "widgets/figure/compose.h"
#include "widgets/figure/figure_export.h"
#include "widgets/figure/page_words.h"

#include <algorithm>

using namespace widgets;

namespace {

const char* const sentence = "The capital of France is Paris. The capital of Italy is";

/// A model that was trained, with its training.
RunPtr trainedRun()
{
    const core::ModelPtr model = core::openModel("main");
    const core::SetupPtr setup = core::configure(model, {});
    core::ForwardInput input{.ids = model->tokenizer->encode(sentence), .sequenceStarts = {}};
    auto trace = core::forward(*setup, input);
    trace->tokens.clear();
    for (const core::TokenId id : input.ids)
        trace->tokens.push_back(model->tokenizer->tokenText(id));
    return std::make_shared<RunResult>(RunResult{trace, setup});
}

/// Draws each picture of each figure on this page; how many there were.
int look(const FigurePreset& preset, const FigureData& shown, QStringList& found)
{
    const FigureStyle& ordinary = preset.style;
    int drawn = 0;
    for (const FigureInfo& info : allFigures())
        for (const QVariantMap& options : info.variants ? info.variants() : std::vector<QVariantMap>{{}}) {
            FigureData data = shown;
            data.options = options;
            data = support::fulfilled(info, data);
            if (!whyNothing(info, data).isEmpty())
                continue;
            FigureStyle page = ordinary;
            if (preset.isColumn) { // as it is exported: high enough for all that is on it
                page = columnPage(info, data, page);
                if (const QString reason = whyNoRoom(info, data, page); !reason.isEmpty())
                    found << QStringLiteral("%1: %2").arg(QLatin1String(info.id), reason);
            }
            if (!whyNoRoom(info, data, page).isEmpty())
                continue;
            ++drawn;
            const QByteArray file = renderFigure(info, data, page, FigureFormat::Svg, {});
            for (const QString& fault : support::unreadableWords(file))
                found << QStringLiteral("%1 %2 %3: %4")
                             .arg(QLatin1String(info.id), QStringList(options.keys()).join(QLatin1Char('+')),
                                 options.isEmpty() ? QString() : options.first().toString(), fault);
        }
    return drawn;
}

void addPages(const QStringList& some = {})
{
    QTest::addColumn<QString>("page");
    for (const FigurePreset& preset : figurePresets())
        if (some.isEmpty() || some.contains(QLatin1String(preset.id)))
            QTest::newRow(preset.id) << QString::fromLatin1(preset.id);
}

int indexOf(const QString& page)
{
    const std::span<const FigurePreset> all = figurePresets();
    return int(std::ranges::find(all, page, [](const FigurePreset& preset) { return QString::fromLatin1(preset.id); }) - all.begin());
}

} // namespace

class TestReadableWords : public QObject
{
    Q_OBJECT

    static RunPtr runOf(const std::vector<std::string>& choices = {}) { return support::tinyRun(sentence, choices); }

    const Selection m_at{.layer = 1, .head = 2, .query = 7, .key = 3};
    RunPtr m_plain = runOf(), m_post = runOf({"norm.placement=post"}), m_alibi = runOf({"position.kind=alibi"});
    RunPtr m_experts = runOf({"feed_forward.kind=mixture", "mixture.experts=4", "mixture.top_k=2"});
    RunPtr m_fewer = runOf({"feed_forward.kind=mixture", "mixture.experts=4", "mixture.top_k=1"});
    RunPtr m_trained = trainedRun();

    static void check(const QStringList& found)
    {
        for (const QString& fault : found)
            qInfo("%s", qPrintable(fault));
        QVERIFY(found.isEmpty());
    }

private slots:
    void initTestCase() { app::setLanguage("en"); }

    void whatCannotBeReadIsFound()
    {
        const auto faults = [](const QByteArray& drawn) {
            return support::unreadableWords(
                "<svg width=\"100\" height=\"50\"><clipPath id=\"c1\"><path d=\"M0 0h60v50h-60z\"/></clipPath>"
                "<path fill=\"#ffffff\" d=\"M0 0h100v50h-100z\"/>"
                + drawn + "</svg>");
        };
        const auto word = [](const char* place, const char* text) {
            return "<text " + QByteArray(place) + " font-size=\"10\" font-family=\"Inter\">" + text + "</text>";
        };
        const QByteArray one = word("x=\"5\" y=\"20\"", "one"), block = "<path fill=\"#ff0000\" d=\"M0 0h12v30h-12z\"/>";
        QCOMPARE(faults(one), QStringList());
        QCOMPARE(faults(one + word("x=\"8\" y=\"22\"", "two")), QStringList("“two” lies on “one”"));
        QCOMPARE(faults(one + word("x=\"5\" y=\"34\"", "two")), QStringList());
        QCOMPARE(faults(one + block), QStringList("“one” is covered"));
        QCOMPARE(faults(block + one), QStringList());
        QCOMPARE(faults(word("x=\"90\" y=\"20\"", "three")), QStringList("“three” is cut off"));
        QCOMPARE(
            faults("<g clip-path=\"url(#c1)\">" + word("x=\"50\" y=\"20\"", "four") + "</g>"), QStringList("“four” is cut off"));
        QCOMPARE(faults(word("transform=\"matrix(0 -1 1 0 20 48)\"", "upwards")), QStringList());
    }

    void ofOneRun_data() { addPages(); }
    void ofOneRun()
    {
        QFETCH(QString, page);
        QStringList found;
        int drawn = 0;
        // A page has each run in one language; the next page has it in the other.
        const int at = indexOf(page);
        for (int run = 0; run < 2; ++run) {
            const app::Speaking speaking{(at + run) % 2 == 0 ? QStringLiteral("en") : QStringLiteral("zh_CN")};
            drawn += look(*findPreset(page), {run == 0 ? m_trained : m_experts, nullptr, m_at, {}}, found);
        }
        QVERIFY(drawn > 100);
        check(found);
    }

    void ofTwoRuns_data() { addPages({"slide-16x9", "slide-half", "slide-4x3", "paper-1col", "paper-2col"}); }
    void ofTwoRuns()
    {
        QFETCH(QString, page);
        QStringList found;
        int drawn = 0;
        int pair = indexOf(page); // each pair in one mode; the next page has it in the other
        for (const auto& [a, b] : {std::pair{m_plain, m_post}, std::pair{m_plain, m_alibi}, std::pair{m_experts, m_fewer}})
            drawn += look(*findPreset(page), {a, b, m_at, {}, ++pair % 2 == 0 ? SlotMode::SideBySide : SlotMode::All}, found);
        QVERIFY(drawn > 100);
        check(found);
    }
};

QUIET_TEST_MAIN(TestReadableWords)
#include "tst_readable_words.moc"
