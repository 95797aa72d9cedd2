// docs/contract.md against the program: choice keys with their words, names of a trace, names of weights.

#include "core/model/choices.h"
#include "core/run/forward.h"
#include "tests/core/support/intervention_runs.h"
#include "tests/core/support/small_models.h"
#include "tests/test_data.h"

#include <QFile>
#include <QRegularExpression>
#include <QTest>

using namespace core;

namespace {

/// The rows of the table of choice keys: each key with the rest of its row, where its values stand.
/// A key may be shortened to ".d_model" behind "sizes.layers".
QHash<QString, QString> documentedKeys(const QString& contract)
{
    QHash<QString, QString> rows;
    const QString part = contract.section("## 2. Choice keys", 1).section("\n## ", 0, 0);
    static const QRegularExpression quoted("`([^`]+)`");
    for (const QString& row : part.split('\n')) {
        if (!row.startsWith("| `"))
            continue;
        QString room;
        for (auto keys = quoted.globalMatch(row.section('|', 1, 1)); keys.hasNext();) {
            QString key = keys.next().captured(1);
            if (key.startsWith('.'))
                key = room + key;
            room = key.section('.', 0, 0);
            rows[key] = row.section('|', 2);
        }
    }
    return rows;
}

/// The last words of all names that a part quotes, with lists in braces taken apart: "blocks.N.attn.{q,k}" is q and k.
QSet<QString> documentedWords(const QString& part)
{
    QSet<QString> words;
    static const QRegularExpression quoted("`([^`]+)`"), separators("[.,{} ]");
    for (auto names = quoted.globalMatch(part); names.hasNext();)
        for (const QString& word : names.next().captured(1).split(separators, Qt::SkipEmptyParts))
            words << word;
    return words;
}

/// Of "blocks.0.mlp.experts.3.out": out.
QString lastWord(const std::string& name) { return QString::fromStdString(name).section('.', -1); }

} // namespace

class TestContract : public QObject
{
    Q_OBJECT

    QHash<QString, QString> m_documented;
    QString m_contract;

    QString part(const char* title) const { return m_contract.section(QLatin1String(title), 1).section("\n## ", 0, 0); }

private slots:
    void initTestCase()
    {
        QFile file(TEST_DATA "/../../docs/contract.md");
        QVERIFY(file.open(QIODevice::ReadOnly));
        m_contract = QString::fromUtf8(file.readAll());
        m_documented = documentedKeys(m_contract);
        QVERIFY(!m_documented.isEmpty());
    }

    void everyKeyAndWordIsDocumented()
    {
        for (const ChoiceKey& key : choiceKeys()) {
            const QString id = QString::fromStdString(key.id);
            QVERIFY2(m_documented.contains(id), qPrintable(id + " is not in docs/contract.md"));
            for (const std::string& word : key.words) {
                const QString quoted = "`" + QString::fromStdString(word) + "`";
                QVERIFY2(m_documented[id].contains(quoted), qPrintable(id + "=" + quoted + " is not in docs/contract.md"));
            }
        }
    }

    void everyDocumentedKeyIsThere()
    {
        for (const QString& id : m_documented.keys())
            QVERIFY2(findChoiceKey(id.toStdString()), qPrintable(id + " is in docs/contract.md only"));
    }

    void everyNameOfATraceAndOfAWeightIsDocumented()
    {
        const QString trace = part("## 3. The trace");
        const auto line = [&](const char* begin) { return trace.section(QLatin1String(begin), 1).section('\n', 0, 0); };
        const QSet<QString> ofTrace = documentedWords(trace), ofMixers = documentedWords(line("\n* Under `blocks.N.mixer`: "));
        const QSet<QString> ofWeights = documentedWords(part("## 4. The native") + line("\n* Norm slots: "));
        QMap<QString, QString> missing; // with the first choice that has it
        const auto check = [&](const QSet<QString>& documented, const QString& word, const std::string& name) {
            if (!documented.contains(word) && !missing.contains(word))
                missing[word] = QString::fromStdString(name);
        };
        for (const std::string& assignments : support::everyChoice()) {
            const SetupPtr setup = support::smallSetup(support::choices(assignments));
            for (const PlannedTensor& tensor : plan(setup->config, 4, support::everything()).tensors)
                check(tensor.name.find(".mixer.") == std::string::npos || tensor.name.ends_with("state") ? ofTrace : ofMixers,
                    lastWord(tensor.name), tensor.name);
            for (const auto& [name, weight] : setup->weights.all()) {
                const QString end = lastWord(name);
                const bool isPart = end == "weight" || end == "bias";
                check(ofWeights, isPart ? QString::fromStdString(name).section('.', -2, -2) : end, name);
            }
        }
        QVERIFY2(missing.isEmpty(), qPrintable(missing.values().join(", ")));
    }
};

QTEST_GUILESS_MAIN(TestContract)
#include "tst_contract.moc"
