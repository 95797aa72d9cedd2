#include "app/base/languages.h"

#include "widgets/plot/theme.h"

#include <QApplication>
#include <QDir>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>

#include <map>
#include <memory>
#include <utility>

/// Names the resources, so that the linker keeps them. Outside any namespace, as Qt wants it.
static void initResources()
{
    Q_INIT_RESOURCE(translations);
    Q_INIT_RESOURCE(icons);
    if (!QDir::searchPaths("i18n").contains(":/i18n"))
        QDir::addSearchPath("i18n", ":/i18n");
}

namespace app {

namespace {

const QString english = QStringLiteral("en");

QString fileOf(const QString& language) { return "cutaway_" + language + ".qm"; }

/// Our own texts and Qt's in one language.
struct Texts
{
    QTranslator own, qt;

    explicit Texts(const QString& language)
    {
        initResources();
        if (own.load("i18n:" + fileOf(language)) && language != english) // English: the texts of the code, and its plurals
            static_cast<void>(qt.load("qtbase_" + language, QLibraryInfo::path(QLibraryInfo::TranslationsPath)));
    }
};

const Texts& textsOf(const QString& language)
{
    static std::map<QString, std::unique_ptr<Texts>> known;
    std::unique_ptr<Texts>& texts = known[language];
    if (!texts)
        texts = std::make_unique<Texts>(language);
    return *texts;
}

/// The one translator that Qt knows; the language behind it can change without an event.
class Relay : public QTranslator
{
public:
    const Texts* texts = nullptr;

    bool isEmpty() const override { return false; }
    QString translate(const char* context, const char* source, const char* comment, int n) const override
    {
        if (!texts)
            return {};
        const QString own = texts->own.translate(context, source, comment, n);
        return own.isNull() ? texts->qt.translate(context, source, comment, n) : own;
    }
};

/// A text of the context "app::Languages" in this language, whatever the current one.
struct Marked
{
    const char* source;
    const char* comment;
};
QString inLanguage(const QString& language, const Marked& text)
{
    const QString own = textsOf(language).own.translate("app::Languages", text.source, text.comment);
    return own.isEmpty() ? QString::fromUtf8(text.source) : own;
}

struct Installed
{
    QString language;
    std::unique_ptr<Relay> relay;
};

Installed& installed()
{
    static Installed state;
    return state;
}

} // namespace

const QStringList& languages()
{
    static const QStringList all = [] {
        initResources();
        QStringList found;
        for (const QString& folder : QDir::searchPaths("i18n"))
            for (QString name : QDir(folder).entryList({fileOf("*")}, QDir::Files, QDir::Name))
                found << name.remove("cutaway_").remove(".qm");
        found.removeAll(english);
        found.prepend(english);
        return found;
    }();
    return all;
}

std::string languageWords() { return languages().join(", ").toStdString(); }

QString languageName(const QString& language)
{
    return inLanguage(language, QT_TRANSLATE_NOOP3("app::Languages", "English", "what this language calls itself"));
}

QString languageSign(const QString& language)
{
    return inLanguage(language, QT_TRANSLATE_NOOP3("app::Languages", "EN", "the sign of this language, one or two letters"));
}

QString plainSentence(const QString& language)
{
    // As typed by a person: it is what the model reads.
    return inLanguage(language,
        QT_TRANSLATE_NOOP3(
            "app::Languages", "The cat sat on the mat because it was tired", "a plain sentence for a model to read"));
}

void setLanguage(const QString& language)
{
    Installed& state = installed();
    if (state.language == language)
        return;
    state.language = language;
    if (qobject_cast<QGuiApplication*>(QCoreApplication::instance()))
        widgets::setCurrentLanguage(language);
    QLocale::setDefault(QLocale(language));

    state.relay = std::make_unique<Relay>(); // the old one is removed by its destructor; widgets are notified of the new one
    state.relay->texts = &textsOf(language);
    QCoreApplication::installTranslator(state.relay.get());
}

Speaking::Speaking(const QString& language)
{
    Installed& state = installed();
    if (!state.relay || !isLanguage(language) || language == state.language)
        return;
    m_before = std::exchange(state.language, language);
    state.relay->texts = &textsOf(language);
    widgets::speak(language);
    QLocale::setDefault(QLocale(language));
}

Speaking::~Speaking()
{
    if (m_before.isEmpty())
        return;
    Installed& state = installed();
    state.language = m_before;
    state.relay->texts = &textsOf(m_before);
    widgets::speak(m_before);
    QLocale::setDefault(QLocale(m_before));
}

QString systemLanguage()
{
    for (const QString& asked : QLocale::system().uiLanguages())
        for (const QString& language : languages())
            if (QLocale(asked).language() == QLocale(language).language()) // of whatever country
                return language;
    return english;
}

QString currentLanguage()
{
    if (installed().language.isEmpty())
        return systemLanguage();
    return installed().language;
}

bool isLanguage(const QString& word) { return languages().contains(word); }

QString defaultSentence(const QString& model)
{
    if (!model.startsWith("untrained") && !model.startsWith("atlas:")) // those know no facts
        return "The capital of France is Paris. The capital of Italy is";
    return plainSentence(currentLanguage());
}

} // namespace app
