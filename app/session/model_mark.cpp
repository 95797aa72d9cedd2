#include "app/session/model_mark.h"

#include "app/runs/prompt_guide.h"

#include "core/files/library/training_runs.h"

#include <QCryptographicHash>
#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QHash>

namespace app {

namespace {

constexpr qint64 edge = 64 * 1024, sample = 1024; // bytes
constexpr int samples = 64;

/// folderOfModel(), which reads all models that there are, once for each.
QString knownFolder(const QString& model)
{
    static QHash<QString, QString> known; // empty: it has none
    auto folder = known.find(model);
    if (folder == known.end() || (!folder->isEmpty() && !QFileInfo::exists(*folder)))
        folder = known.insert(model, QString::fromStdString(folderOfModel(model)));
    return *folder;
}

QFileInfoList filesOf(const QString& model)
{
    const QString path = QString::fromStdString(core::withoutStep(model.toStdString()));
    if (QFileInfo(path).isFile())
        return {QFileInfo(path)};
    const QFileInfo there(knownFolder(model));
    if (!there.exists())
        return {};
    return there.isDir()
        ? QDir(there.filePath())
              .entryInfoList({"*.safetensors", "*.gguf", "*.json", "*.model", "*.jinja"}, QDir::Files | QDir::Readable, QDir::Name)
        : QFileInfoList{there};
}

void addSamples(QCryptographicHash& hash, const QFileInfo& info)
{
    QFile file(info.filePath());
    if (!file.open(QIODevice::ReadOnly))
        return;
    const qint64 size = file.size();
    hash.addData(QByteArray::number(size) + ' ' + info.fileName().toUtf8() + '\n');
    hash.addData(file.read(edge));
    const qint64 between = size - 2 * edge;
    for (int i = 0; between > 0 && i < samples; ++i) {
        file.seek(edge + between / samples * i);
        hash.addData(file.read(sample));
    }
    if (size > edge) {
        file.seek(std::max(edge, size - edge));
        hash.addData(file.read(edge));
    }
}

} // namespace

QString modelMark(const QString& nameOrPath)
{
    const QFileInfoList files = filesOf(nameOrPath);
    if (files.isEmpty())
        return {};
    QString stamp; // of the files as they are now
    for (const QFileInfo& file : files)
        stamp += QStringLiteral("%1 %2 %3\n")
                     .arg(file.absoluteFilePath())
                     .arg(file.size())
                     .arg(file.lastModified().toMSecsSinceEpoch());
    static QHash<QString, QString> known;
    QString& mark = known[stamp];
    if (mark.isEmpty()) {
        QCryptographicHash hash(QCryptographicHash::Sha256);
        for (const QFileInfo& file : files)
            addSamples(hash, file);
        mark = QString::fromLatin1(hash.result().toHex().left(32));
    }
    return mark;
}

} // namespace app
