#pragma once

// The languages of the program. Each is a file, resources/translations/cutaway_LANGUAGE.ts: nothing else lists them.

#include <QStringList>

#include <string>

namespace app {

/// All of them: English, whose words are in the code, then the others by code: "en", "zh_CN".
const QStringList& languages();

/// "en, zh_CN": for messages.
std::string languageWords();

/// What a language calls itself, and its sign: "简体中文", "中".
QString languageName(const QString& language);
QString languageSign(const QString& language);

/// Installs the translators of a language (our own texts and Qt's), replacing those of the language before, and
/// tells the widgets which fonts to use. Every widget gets QEvent::LanguageChange. REQUIRES: a QCoreApplication.
void setLanguage(const QString& language);

/// Switches the language for its lifetime without notifying the widgets: figures translate as they draw.
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

/// The first that the system asks for and the program has; else English.
QString systemLanguage();

/// As set last; before that the language of the system.
QString currentLanguage();

/// True for the words that setLanguage takes.
bool isLanguage(const QString& word);

/// A plain sentence in this language, for a model that has learned nothing.
QString plainSentence(const QString& language);

/// The sentence that the window and `export` start with, for a model of this name.
QString defaultSentence(const QString& model);

} // namespace app
