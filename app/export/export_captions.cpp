#include "app/export/export_captions.h"

#include "widgets/plot/theme.h"

#include <QPlainTextEdit>
#include <QScopedValueRollback>

namespace app {

namespace {

QPlainTextEdit* boxOf(const char* name, QWidget* parent)
{
    auto* box = new QPlainTextEdit(parent);
    box->setObjectName(name);
    box->setTabChangesFocus(true);
    box->setFixedHeight(3 * box->fontMetrics().height() + widgets::space::m);
    return box;
}

} // namespace

ExportCaptions::ExportCaptions(QWidget* parent)
    : QObject(parent)
    , m_caption(boxOf("caption", parent))
    , m_altText(boxOf("altText", parent))
{
    for (QPlainTextEdit* box : {m_caption, m_altText})
        connect(box, &QPlainTextEdit::textChanged, this, &ExportCaptions::keep);
}

void ExportCaptions::showLanguage(const QString& language, const QString& ownSentence)
{
    const QScopedValueRollback guard(m_isFilling, true);
    m_caption->setPlaceholderText(ownSentence);
    m_altText->setPlaceholderText(m_captions.value(language, ownSentence));
    if (m_language == language)
        return;
    m_language = language;
    m_caption->setPlainText(m_captions.value(language));
    m_altText->setPlainText(m_altTexts.value(language));
}

void ExportCaptions::keep()
{
    if (m_isFilling || m_language.isEmpty())
        return;
    const auto keepOne = [&](QMap<QString, QString>& words, const QPlainTextEdit* box) {
        const QString text = box->toPlainText().simplified();
        if (text.isEmpty())
            words.remove(m_language);
        else
            words[m_language] = text;
    };
    keepOne(m_captions, m_caption);
    keepOne(m_altTexts, m_altText);
    emit changed();
}

} // namespace app
