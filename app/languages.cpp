#include "app/languages.h"

#include "widgets/plot/theme.h"

#include <QApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>

#include <memory>

/// Names the resources, so that the linker keeps them. Outside any namespace, as Qt wants it.
static void initResources()
{
    Q_INIT_RESOURCE(translations);
    Q_INIT_RESOURCE(icons);
}

namespace app {

namespace {

struct Installed
{
    QString language;
    std::unique_ptr<QTranslator> own, qt;
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
    initResources();
    if (qobject_cast<QGuiApplication*>(QCoreApplication::instance()))
        widgets::setCurrentLanguage(language);
    QLocale::setDefault(QLocale(language));

    // Removed before they die, and new ones installed at once: widgets hear of it once for each.
    state.own = std::make_unique<QTranslator>();
    state.qt = std::make_unique<QTranslator>();
    if (state.own->load(":/i18n/cutaway_" + language + ".qm"))
        QCoreApplication::installTranslator(state.own.get());
    if (language == "zh_CN" && state.qt->load("qtbase_zh_CN", QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
        QCoreApplication::installTranslator(state.qt.get());
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
