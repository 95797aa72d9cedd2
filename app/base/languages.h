#pragma once

#include <QString>

namespace app {

/// Installs the translators of "en" or "zh_CN" (our own texts and Qt's), replacing those of the language before, and
/// tells the widgets which fonts to use. Every widget gets QEvent::LanguageChange. REQUIRES: a QCoreApplication.
void setLanguage(const QString& language);

/// While it lives the program speaks another language, unheard by the widgets: figures translate as they draw.
class Speaking
{
public:
    /// Empty or unknown words change nothing.
    explicit Speaking(const QString& language);
    ~Speaking();
    Speaking(const Speaking&) = delete;
    Speaking& operator=(const Speaking&) = delete;

private:
    QString m_before;
};

/// "en" or "zh_CN", as set last; before that what the system speaks.
QString currentLanguage();

/// True for the words that setLanguage takes.
bool isLanguage(const QString& word);

/// The sentence that the window and `export` start with, for a model of this name.
QString defaultSentence(const QString& model);

} // namespace app
