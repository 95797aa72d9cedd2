#include "app/base/languages.h"

#include "widgets/plot/theme.h"

#include <QApplication>
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
}

namespace app {

namespace {

/// Our own texts and Qt's in one language.
struct Texts
{
    QTranslator own, qt;

    explicit Texts(const QString& language)
    {
        initResources();
        if (!own.load(":/i18n/cutaway_" + language + ".qm"))
            return; // English: the texts of the code
        if (language == "zh_CN")
            static_cast<void>(qt.load("qtbase_zh_CN", QLibraryInfo::path(QLibraryInfo::TranslationsPath)));
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

void setLanguage(const QString& language)
{
    Installed& state = installed();
    if (state.language == language)
        return;
    state.language = language;
    if (qobject_cast<QGuiApplication*>(QCoreApplication::instance()))
        widgets::setCurrentLanguage(language);
    QLocale::setDefault(QLocale(language));

    state.relay = std::make_unique<Relay>(); // the old one leaves as it dies; widgets hear of the new one
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

QString currentLanguage()
{
    if (installed().language.isEmpty())
        return QLocale::system().language() == QLocale::Chinese ? "zh_CN" : "en";
    return installed().language;
}

bool isLanguage(const QString& word) { return word == "en" || word == "zh_CN"; }

QString defaultSentence(const QString& model)
{
    if (!model.startsWith("untrained"))
        return "The capital of France is Paris. The capital of Italy is";
    // As typed by a person, not translated: it is what the model reads.
    return currentLanguage() == "zh_CN" ? QString::fromUtf8("猫坐在垫子上，因为它累了")
                                        : "The cat sat on the mat because it was tired";
}

} // namespace app
