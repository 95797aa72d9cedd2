// The mark of a model's files: the same for the same bytes wherever they are, another for other bytes.

#include "app/session/model_mark.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

namespace {

void write(const QString& path, const QByteArray& bytes)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(bytes), qint64(bytes.size()));
}

} // namespace

class TestModelMark : public QObject
{
    Q_OBJECT
private slots:
    void itIsOfTheBytesAndNotOfThePlace()
    {
        QTemporaryDir folder;
        for (const char* place : {"here", "there"}) {
            QDir(folder.path()).mkpath(place);
            write(folder.filePath(QString(place) + "/config.json"), "{}");
            write(folder.filePath(QString(place) + "/model.safetensors"), QByteArray(500'000, 'w'));
        }
        const QString here = app::modelMark(folder.filePath("here")), there = app::modelMark(folder.filePath("there"));
        QCOMPARE(here, there);
        QCOMPARE(app::modelMark(folder.filePath("here@100")), here); // a step of its training
        QByteArray other(500'000, 'w');
        other.replace(250'000, 30'000, QByteArray(30'000, 'v'));
        write(folder.filePath("there/model.safetensors"), other);
        QVERIFY(app::modelMark(folder.filePath("there")) != here);
    }

    void whatHasNoFilesHasNone()
    {
        for (const char* name : {"untrained", "atlas:gpt_2", "/no/such/folder", ""})
            QCOMPARE(app::modelMark(name), QString());
    }
};

QTEST_GUILESS_MAIN(TestModelMark)
#include "tst_model_mark.moc"
