// The legend of symbols: the value of each is the size that the model's tensors have, whatever the model.

#include "core/model/symbols.h"

#include "core/files/library/model_files.h"
#include "core/model/model_config.h"
#include "core/run/cost.h"
#include "core/run/model.h"

#include <QSet>
#include <QTest>

#include <algorithm>
#include <map>

using namespace core;

namespace {

SetupPtr setupOf(const std::string& model, const std::vector<std::string>& said = {})
{
    const ModelPtr opened = openModel(model);
    Choices choices;
    for (const std::string& assignment : said)
        choices.setText(assignment, 2);
    return configure(opened, choices);
}

const Symbol& symbol(const char* id)
{
    const auto found = std::ranges::find_if(allSymbols(), [&](const Symbol& one) { return std::string(one.id) == id; });
    if (found == allSymbols().end())
        throw std::runtime_error(id);
    return *found;
}

std::vector<double> valuesOf(const Setup& setup, const char* id)
{
    const SymbolCounts counts{7, std::int64_t(countParameters(setup.specs).parameters)};
    return symbolValues(symbol(id), describe(setup.config), counts).values;
}

std::vector<Index> shapeOf(const Setup& setup, const std::string& ending)
{
    for (const WeightSpec& spec : setup.specs)
        if (spec.name.ends_with(ending))
            return {spec.shape.begin(), spec.shape.end()};
    return {};
}

} // namespace

class TestSymbols : public QObject
{
    Q_OBJECT
private slots:
    void everySymbolIsOnceAndHasItsSources()
    {
        QSet<QString> ids;
        for (const Symbol& one : allSymbols()) {
            QVERIFY2(!ids.contains(one.id), one.id);
            ids << one.id;
            QVERIFY2(*one.meaning, one.id);
            QVERIFY2(*one.letters || !one.others.empty() || *one.keys, one.id);
            for (const SymbolLetters& other : one.others) {
                QVERIFY2(*other.letters, one.id);
                QVERIFY2(std::ranges::any_of(symbolSources(), [&](const SymbolSource& s) { return &s == other.source; }), one.id);
            }
        }
    }

    /// Each key is one of the contract, so that `info` and the legend read the same value.
    void everyKeyIsAChoice()
    {
        for (const Symbol& one : allSymbols())
            for (const QString& key : QString::fromUtf8(one.keys).split(QStringLiteral(" × "), Qt::SkipEmptyParts))
                QVERIFY2(findChoiceKey(key.toStdString()), qPrintable(key));
    }

    void lettersThatMeanSeveralThingsAreKeptApart()
    {
        std::map<std::string, QSet<QString>> meanings; // of "N"
        for (const Symbol& one : allSymbols())
            for (const SymbolLetters& other : one.others)
                for (const QString& letter : QString::fromUtf8(other.letters).split(QStringLiteral(", ")))
                    meanings[letter.toStdString()] << QString::fromLatin1(one.id);
        QCOMPARE(meanings["N"], (QSet<QString>{"layers", "heads", "parameters"}));
        QCOMPARE(meanings["H"], (QSet<QString>{"width", "heads"}));
        QCOMPARE(meanings["L"], (QSet<QString>{"layers", "context"}));
        QCOMPARE(meanings["f"], QSet<QString>{"content_bias"});
        QCOMPARE(meanings["u"], QSet<QString>{"content_bias"});
    }

    void valuesAreTheSizesOfTheTensors_data()
    {
        QTest::addColumn<QString>("model");
        for (const char* model : {"main", "atlas:llama-2-70b", "atlas:gpt-3-175b", "atlas:gemma-7b"})
            QTest::newRow(model) << QString::fromLatin1(model);
    }

    void valuesAreTheSizesOfTheTensors()
    {
        QFETCH(QString, model);
        const SetupPtr setup = setupOf(model.toStdString());
        const std::vector<Index> table = shapeOf(*setup, "embed.weight");
        QCOMPARE(valuesOf(*setup, "vocabulary"), std::vector{double(table.at(0))});
        QCOMPARE(valuesOf(*setup, "width"), std::vector{double(table.at(1))});
        const double heads = valuesOf(*setup, "heads").at(0), width = valuesOf(*setup, "head_width").at(0);
        const std::vector<Index> queries = shapeOf(*setup, "blocks.0.attn.q.weight"),
                                 keys = shapeOf(*setup, "blocks.0.attn.k.weight");
        QCOMPARE(heads * width, double(queries.at(0)));
        QCOMPARE(valuesOf(*setup, "key_heads").at(0) * width, double(keys.at(0)));
        QCOMPARE(valuesOf(*setup, "inner"), std::vector{double(shapeOf(*setup, "blocks.0.mlp.up.weight").at(0))});
        double layers = 0, parameters = 0;
        for (const WeightSpec& spec : setup->specs) {
            layers += spec.name.ends_with(".attn.q.weight");
            double count = 1;
            for (const Index side : spec.shape)
                count *= double(side);
            parameters += count;
        }
        QCOMPARE(valuesOf(*setup, "layers"), std::vector{layers});
        QCOMPARE(valuesOf(*setup, "parameters"), std::vector{parameters});
        QCOMPARE(valuesOf(*setup, "tokens"), std::vector{7.0});
    }

    void aKindThatIsNotThereHasNoValue()
    {
        const SetupPtr plain = setupOf("main");
        for (const char* id : {"latent", "content_bias", "position_bias", "distance", "clip", "buckets", "experts", "positions"})
            QVERIFY2(valuesOf(*plain, id).empty(), id);
        const SetupPtr relative = setupOf("untrained", {"position.kind=transformer_xl"});
        const std::vector<Index> u = shapeOf(*relative, "blocks.0.attn.u.weight");
        QVERIFY(!u.empty());
        QCOMPARE(valuesOf(*relative, "content_bias"), (std::vector<double>(u.begin(), u.end())));
        const SetupPtr experts = setupOf("untrained", {"feed_forward.kind=mixture", "mixture.experts=6", "mixture.top_k=3"});
        QCOMPARE(valuesOf(*experts, "experts"), std::vector{6.0});
        QCOMPARE(valuesOf(*experts, "chosen"), std::vector{3.0});
        QCOMPARE(valuesOf(*experts, "expert_width"), valuesOf(*experts, "inner"));
    }

    void layersThatDifferAreAllSaid()
    {
        const SetupPtr setup = setupOf("untrained", {"sizes.d_ff@1=96"});
        QCOMPARE(valuesOf(*setup, "inner").size(), std::size_t(2));
        QCOMPARE(valuesOf(*setup, "inner").at(1), 96.0);
    }
};

QTEST_APPLESS_MAIN(TestSymbols)
#include "tst_symbols.moc"
