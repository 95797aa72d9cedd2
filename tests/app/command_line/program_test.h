#pragma once

// What tests that run the program as outside scripts do have in common: a folder of their own, and its runs without a display.

#include <QFile>
#include <QJsonDocument>
#include <QTemporaryDir>
#include <QTest>

#include <functional>

class ProgramTest : public QObject
{
protected:
    struct Result
    {
        int exitCode = -1;
        QByteArray out, err;
        QJsonDocument json() const { return QJsonDocument::fromJson(out); }
    };
    Result run(const QStringList& arguments, const QByteArray& input = {});
    QString path(const QString& name) const { return m_folder.filePath(name); }
    void write(const QString& name, const QByteArray& bytes) const
    {
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(bytes);
    }

    QTemporaryDir m_folder;
};

/// A model that is small and needs no file.
inline const QStringList tiny{"--model", "untrained", "--set", "sizes.layers=2"};

QString golden(const QString& name); // folder of that golden model

/// A copy of a golden model folder in which one file is changed.
void copyModel(const QString& from, const QString& to, const QString& file, const std::function<void(QByteArray&)>& change);

QByteArray readAll(const QString& path);
