#include "core/model/choices.h"
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

} // namespace

class TestContract : public QObject
{
    Q_OBJECT

    QHash<QString, QString> m_documented;

private slots:
    void initTestCase()
    {
        QFile file(TEST_DATA "/../../docs/contract.md");
        QVERIFY(file.open(QIODevice::ReadOnly));
        m_documented = documentedKeys(QString::fromUtf8(file.readAll()));
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
};

QTEST_GUILESS_MAIN(TestContract)
#include "tst_contract.moc"
