// What no page was made for, a text of one token, a width of one, 128 experts, 4,096 tokens, a model without the parts that a
// page shows: of every page a whole picture, or one sentence with a way out, in both languages.

#include "app/base/languages.h"

#include "tests/widgets/support/fulfilled.h"
#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/figure/compose.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/plot.h"
#include "widgets/plot/plotted_numbers.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace widgets;

namespace {

/// Of so many tokens, of a model that is small enough for them.
RunPtr longRun(int tokens)
{
    const core::SetupPtr setup = support::tinySetup({"sizes.layers=1", "sizes.d_model=8", "sizes.heads=1", "sizes.d_head=8",
        "sizes.d_ff=8", "sizes.context=4096", "position.kind=none"});
    core::ForwardInput input;
    for (int i = 0; i < tokens; ++i)
        input.ids.push_back(core::TokenId(5 + i % 90));
    auto trace = core::forward(*setup, input);
    trace->tokens.clear();
    for (const core::TokenId id : input.ids)
        trace->tokens.push_back(setup->model->tokenizer->tokenText(id));
    return std::make_shared<RunResult>(RunResult{trace, setup});
}

/// Whether anything of it is a number.
bool hasNumbers(const FigureInfo& figure, const FigureData& data, const Plot& plot)
{
    if (figure.table && figure.table(data).count(u'\n') > 1)
        return true;
    const std::vector<NumberSet> sets = plottedNumbers(plot);
    return std::ranges::any_of(sets,
        [](const NumberSet& set) { return std::ranges::any_of(set.values, [](double value) { return std::isfinite(value); }); });
}

/// Whether the sentence, in English, says what to do.
bool advises(const QString& sentence)
{
    static const QRegularExpression verb(QStringLiteral("\\b(add|choose|compare|look|make|needs|open|shorten|write)\\b"),
        QRegularExpression::CaseInsensitiveOption);
    return app::currentLanguage() != QLatin1String("en") || verb.match(sentence).hasMatch();
}

/// What is wrong with the words of a picture; empty when nothing is.
QString faultOf(const QString& sentence)
{
    static const QRegularExpression noNumber(QStringLiteral("\\b(nan|inf)\\b"), QRegularExpression::CaseInsensitiveOption);
    static const QRegularExpression hole(QStringLiteral("%\\d|  |“”|：。|: \\."));
    return sentence.isEmpty()                 ? QStringLiteral("no sentence")
        : noNumber.match(sentence).hasMatch() ? QStringLiteral("no number: ") + sentence
        : hole.match(sentence).hasMatch()     ? QStringLiteral("a hole: ") + sentence
                                              : QString();
}

} // namespace

class TestBadInput : public QObject
{
    Q_OBJECT

    /// Of every page of every figure, whatever it needs computed or, of a long text, only where it needs nothing.
    static QStringList faultsOf(const RunPtr& run, bool isComputed)
    {
        QStringList faults;
        for (const FigureInfo& figure : allFigures())
            for (const QVariantMap& options : figure.variants ? figure.variants() : std::vector<QVariantMap>{{}}) {
                FigureData data{run, nullptr, {}, options};
                if (isComputed)
                    data = support::fulfilled(figure, data);
                else if (!missingNeeds(figure, data).empty())
                    continue;
                const auto add = [&](const QString& fault) {
                    faults << QStringLiteral("%1 %2: %3")
                                  .arg(QLatin1String(figure.id), options.isEmpty() ? QString() : options.first().toString(),
                                      fault);
                };
                if (const QString why = whyNothing(figure, data); !why.isEmpty()) {
                    if (const QString fault = faultOf(why); !fault.isEmpty())
                        add(fault);
                    const bool isOffered = figure.offer && !figure.offer(data).key.isEmpty();
                    if (!isOffered && !advises(why))
                        add(QStringLiteral("no way out: ") + why);
                    continue;
                }
                Plot plot;
                plot.resize(1320, 470);
                plot.setViewport(QRect(0, 0, 1320, 470));
                composeFigure(plot, figure, data, screenStyle({1320, 470}));
                plot.replot();
                if (const QString fault = faultOf(composedCaption(figure, data)); !fault.isEmpty())
                    add(fault);
                if (qstrcmp(figure.id, "diagram") != 0 && !hasNumbers(figure, data, plot)) // boxes and words
                    add(QStringLiteral("an empty picture"));
            }
        faults.removeDuplicates();
        return faults;
    }

private slots:
    void cleanup() { app::setLanguage("en"); }

    void isAPictureOrASentence_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("choices");
        QTest::newRow("one token") << "The"
                                   << "";
        QTest::newRow("one token, experts") << "The"
                                            << "feed_forward.kind=mixture";
        QTest::newRow("width of one") << "The cat sat on the mat"
                                      << "sizes.d_model=1 sizes.heads=1 sizes.d_head=1 sizes.d_ff=1 position.kind=none";
        QTest::newRow("128 experts") << "The cat sat on the mat"
                                     << "feed_forward.kind=mixture mixture.experts=128";
        QTest::newRow("no parts") << "The cat sat on the mat"
                                  << "mixer.kind=linear_recurrence feed_forward.kind=none norm.placement=none output.head=none";
    }
    void isAPictureOrASentence()
    {
        QFETCH(QString, text);
        QFETCH(QString, choices);
        std::vector<std::string> said;
        for (const QString& choice : choices.split(u' ', Qt::SkipEmptyParts))
            said.push_back(choice.toStdString());
        const RunPtr run = support::tinyRun(text.toStdString(), said);
        for (const char* language : {"en", "zh_CN"}) {
            app::setLanguage(language);
            const QStringList faults = faultsOf(run, true);
            for (const QString& fault : faults)
                qInfo("%s", qPrintable(fault));
            QVERIFY(faults.isEmpty());
        }
    }

    void aLongTextToo()
    {
        const QStringList faults = faultsOf(longRun(4096), false);
        for (const QString& fault : faults)
            qInfo("%s", qPrintable(fault));
        QVERIFY(faults.isEmpty());
    }
};

QUIET_TEST_MAIN(TestBadInput)
#include "tst_bad_input.moc"
