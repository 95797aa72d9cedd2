// The tables of all figures on screen: headings, parts and words in the language of the window. Names of models, tensors and symbols
// are the same in each.

#include "app/base/languages.h"

#include "tests/app/support/drawable_figure.h"
#include "tests/widgets/support/quiet.h"
#include "widgets/views/atlas/table_rows.h"
#include "widgets/views/shared/figure_pages.h"
#include "widgets/views/shared/table_page.h"

#include <QRegularExpression>
#include <QScopeGuard>

using namespace widgets;

class TestFigureTables : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { app::setLanguage("en"); }

    void isInTheLanguageOfTheWindow_data()
    {
        QTest::addColumn<QString>("id");
        for (const FigureInfo& figure : allFigures())
            QTest::newRow(figure.id) << QString(figure.id);
    }
    void isInTheLanguageOfTheWindow()
    {
        QFETCH(QString, id);
        const FigureInfo& figure = *findFigure(id);
        const FigureData shown = support::drawable(figure);
        QVERIFY(shown.a);
        app::setLanguage("zh_CN");
        const auto english = qScopeGuard([] { app::setLanguage("en"); });
        static const QRegularExpression idOrWord("^[a-z][a-z_ ]{2,}$");
        static const QStringList symbols{"d_model", "d_ff", "softmax", "logit", "tanh", "inf"};
        static const QStringList tensors{"rot_k", "c_kv", "k_rope", "ln_final"}; // as the trace calls them
        static const QStringList models{"main", "deepnorm"};
        static const QStringList names{"记录", "词元", "片段", "字符", "字母", "文字", "名称", "模型", "张量", "方框", "出处", "训练出处",
            "分词器", "矩阵", "运行", "词"};
        QStringList found;
        const auto check = [&](const QString& what, const QString& word) {
            if (idOrWord.match(word).hasMatch() && !(symbols + tensors + models).contains(word) && !found.contains(what + word))
                found << what + word;
        };
        QStringList tokens;
        for (const std::string& token : shown.a->trace->tokens)
            tokens << QString::fromStdString(token).trimmed();
        for (const QVariantMap& variant : figure.variants ? figure.variants() : std::vector<QVariantMap>{{}}) {
            FigureData data = shown;
            data.options.insert(variant);
            data = support::fulfilled(figure, data);
            for (const NumberTable& table : figureTables(figure, data)) {
                check("part ", table.shownName());
                for (const QString& key : table.keyNames())
                    check("key ", key);
                for (int column = 0; column < table.columns(); ++column) {
                    const QString heading = table.columnName(column);
                    if (!tokens.contains(heading.trimmed()))
                        check("heading ", heading);
                    for (int row = 0; row < table.rows() && !names.contains(heading); ++row)
                        check("cell of " + heading + ": ", table.shown(row, column));
                }
            }
        }
        QVERIFY2(found.isEmpty(), qPrintable(found.join(" | ")));
    }

    void theCourseIsInTheLanguageOfTheWindow()
    {
        QCOMPARE(courseWord("topology", "encdec"), QStringLiteral("encdec")); // as it prints it
        app::setLanguage("zh_CN");
        const auto english = qScopeGuard([] { app::setLanguage("en"); });
        QCOMPARE(courseWord("topology", "encdec"), QStringLiteral("编码器-解码器"));
        QCOMPARE(courseWord("placement", "pre"), QStringLiteral("前置"));
        QCOMPARE(courseWord("activation", "SwiGLU"), QStringLiteral("SwiGLU"));
        QCOMPARE(courseWord("model", "prefix"), QStringLiteral("prefix"));
        QVERIFY(courseColumnTitle("ffn") != QLatin1String("ffn"));
    }

    void aNormIsThatOfALayerWhereItsCellsAreWords()
    {
        app::setLanguage("zh_CN");
        const auto english = qScopeGuard([] { app::setLanguage("en"); });
        const auto heading = [](const char* csv) { return NumberTable::ofCsv({}, QLatin1String(csv), nullptr).columnName(1); };
        QCOMPARE(heading("model,norm\nGPT-3,LayerNorm\n"), QStringLiteral("归一化"));
        QCOMPARE(heading("matrix,norm\nW_Q,2.5\n"), QStringLiteral("范数"));
    }
};

QUIET_TEST_MAIN(TestFigureTables)
#include "tst_figure_tables.moc"
