// Concepts of the course: the ids that figures state, and the page of the documentation.

#include "widgets/views/concepts.h"

#include "widgets/figure/figure.h"
#include "widgets/views/shared/figure_pages.h"

#include <QFile>
#include <QHash>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

#include <algorithm>

using namespace widgets;

class TestConcepts : public QObject
{
    Q_OBJECT
private slots:
    void figuresStateKnownConcepts();
    void aPageOfAFigureIsFound();
    void whatSharesAPageHasOptionsThatItUnderstands();
    void theDocumentedClicksAreThoseOfTheRegistry();
};

void TestConcepts::figuresStateKnownConcepts()
{
    QSet<QString> known;
    for (const Concept& one : allConcepts())
        known << QString::fromLatin1(one.id);
    QCOMPARE(known.size(), 44);
    int stated = 0;
    for (const FigureInfo& figure : allFigures())
        for (const QString& id : conceptsOf(figure)) {
            QVERIFY2(known.contains(id), qPrintable(QLatin1String(figure.id) + QLatin1Char(' ') + id));
            ++stated;
        }
    QVERIFY(stated > 10);
}

void TestConcepts::aPageOfAFigureIsFound()
{
    const auto pages = pagesOf(allConcepts()[18]); // long context
    QVERIFY(!pages.empty());
    const FigureInfo* const rope = findFigure(QStringLiteral("rope"));
    QCOMPARE(conceptsOf(*rope, QStringLiteral("scaling")), QStringList{QStringLiteral("C19")});
    QVERIFY(conceptsOf(*rope).contains(QStringLiteral("C08")));
    bool hasScaling = false;
    for (const ConceptPage& page : pages)
        hasScaling |= page.figure == QLatin1String("rope") && page.page == QLatin1String("scaling")
            && page.view == QLatin1String("rope");
    QVERIFY(hasScaling);
}

void TestConcepts::whatSharesAPageHasOptionsThatItUnderstands()
{
    QHash<QString, QStringList> conceptsOfWords;
    for (const Concept& one : allConcepts())
        for (const ConceptPage& at : pagesOf(one)) {
            conceptsOfWords[at.words()] << QLatin1String(one.id);
            const FigureOptions known = optionsOf(*findFigure(at.figure));
            for (auto said = at.options.begin(); said != at.options.end(); ++said)
                QVERIFY2(std::ranges::any_of(known,
                             [&](const FigureOption& option) {
                                 return option.key == said.key() && isUnderstood(option, said.value().toString());
                             }),
                    qPrintable(at.words()));
        }
    QCOMPARE(conceptsOfWords.value("positions show=relative kind=transformer_xl"), QStringList{"C06"});
    QCOMPARE(conceptsOfWords.value("atlas show=table models=deepseek"), QStringList{"C40"});
    QVERIFY(!conceptsOfWords.contains("positions show=relative"));
}

/// A row is "| C08 | title | clicks | `rope show=plane`, `alibi` |"; a concept without a page has "–".
void TestConcepts::theDocumentedClicksAreThoseOfTheRegistry()
{
    QFile file(QStringLiteral(CONCEPTS_PAGE));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QString page = QString::fromUtf8(file.readAll());
    for (const Concept& one : allConcepts()) {
        QStringList figures;
        for (const ConceptPage& at : pagesOf(one))
            figures << QStringLiteral("`%1`").arg(at.words());
        const QString expected = figures.isEmpty() ? QStringLiteral("–") : figures.join(QStringLiteral(", "));
        const QRegularExpression row(
            QStringLiteral("^\\| %1 \\| ([^|]+) \\| ([^|]+) \\| ([^|]+) \\|$").arg(QLatin1String(one.id)),
            QRegularExpression::MultilineOption);
        const QRegularExpressionMatch match = row.match(page);
        QVERIFY2(match.hasMatch(), one.id);
        QCOMPARE(match.captured(1), QString::fromLatin1(one.title).isEmpty() ? QString() : QString::fromUtf8(one.title));
        QCOMPARE(match.captured(3), expected);
        QCOMPARE(match.captured(2) == QStringLiteral("–"), figures.isEmpty());
    }
}

QTEST_MAIN(TestConcepts)
#include "tst_concepts.moc"
