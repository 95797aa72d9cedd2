#pragma once

// ExportCaptions: two boxes for a person's own caption and alternative text, one of each per language. Empty boxes show what the
// figure says by itself.

#include <QMap>
#include <QObject>
#include <QString>

class QPlainTextEdit;
class QWidget;

namespace app {

class ExportCaptions : public QObject
{
    Q_OBJECT
public:
    explicit ExportCaptions(QWidget* parent);

    QPlainTextEdit* captionBox() const { return m_caption; }
    QPlainTextEdit* altTextBox() const { return m_altText; }

    /// By language, where something was written.
    const QMap<QString, QString>& captions() const { return m_captions; }
    const QMap<QString, QString>& altTexts() const { return m_altTexts; }

    /// The words of this language, and the figure's own sentence in it.
    void showLanguage(const QString& language, const QString& ownSentence);

signals:
    void changed();

private:
    void keep();

    QMap<QString, QString> m_captions, m_altTexts;
    QString m_language;
    bool m_isFilling = false;
    QPlainTextEdit* m_caption;
    QPlainTextEdit* m_altText;
};

} // namespace app
