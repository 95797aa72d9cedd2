// gallery: the window on every page, and every figure in every variant, in both languages, all themes and two sizes, as pictures
// in a folder with a page that shows them. For looking: what is clipped, overlaps or looks poor is seen here first.

#include "app/command_line/command.h"

#include "app/base/languages.h"
#include "app/base/model_names.h"
#include "app/export/recipe.h"
#include "app/window/main_window.h"
#include "app/window/screenshot.h"

#include "core/files/library/model_files.h"
#include "widgets/figure/compose.h"
#include "widgets/figure/sides.h"
#include "widgets/views/shared/view.h"

#include <QApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QTimer>

namespace app {

namespace {

constexpr Option galleryOptions[] = {{"--model", "MODEL", QT_TRANSLATE_NOOP("commandLine", "only this one; may be repeated")},
    {"--view", "VIEW", QT_TRANSLATE_NOOP("commandLine", "only this page or figure; may be repeated")},
    {"--quick", nullptr, QT_TRANSLATE_NOOP("commandLine", "1366 × 768, light and dark, a sentence of ordinary length only")},
    {"-o", "FOLDER", QT_TRANSLATE_NOOP("commandLine", "where the pictures go (build/gallery)")}, languageOption, helpOption};

constexpr int patienceMs = 120'000;

/// One word, and sixty tokens or so.
QString textOf(const QString& model, const QString& language, const QString& length)
{
    const QString sentence = plainSentence(language);
    if (length == "one")
        return sentence.section(' ', 1, 1).isEmpty() ? sentence.left(1) : sentence.section(' ', 1, 1);
    QString text;
    if (length == "long")
        for (int i = 0; i < 6; ++i)
            text += sentence + QStringLiteral(". ");
    Q_UNUSED(model)
    return text.trimmed(); // empty: the sentence that the window opens with
}

void waitForRun(MainWindow& window)
{
    if (!window.isBusy())
        return;
    QEventLoop loop;
    QObject::connect(&window, &MainWindow::runShown, &loop, &QEventLoop::quit);
    QTimer::singleShot(patienceMs, &loop, &QEventLoop::quit);
    loop.exec();
}

class Gallery
{
public:
    Gallery(QString folder, const Arguments& arguments, std::stop_token stop)
        : m_folder(std::move(folder))
        , m_only(arguments.all("--view"))
        , m_isQuick(arguments.has("--quick"))
        , m_stop(std::move(stop))
    {
    }

    void add(const std::string& model)
    {
        const QString name = QString::fromStdString(model);
        for (const QString& language : languages())
            for (const char* length : {"usual", "one", "long"}) {
                if (m_isQuick && length != std::string("usual"))
                    continue;
                setLanguage(language);
                MainWindow window({.model = name, .text = textOf(name, language, length), .remembers = false});
                window.resize(1366, 768);
                window.show();
                waitForRun(window);
                settle(20);
                pages(window, QStringList{name, language, length}.join('-'));
                if (length == std::string("usual"))
                    figures(window, QStringList{name, language}.join('-'));
            }
    }

    int count() const { return int(m_pictures.size()); }

    void writeIndex() const
    {
        QString html
            = "<!doctype html><meta charset=\"utf-8\"><title>Cutaway</title><style>body{font:14px sans-serif;margin:16px}"
              "figure{display:inline-block;margin:8px;width:640px;vertical-align:top}img{width:100%;border:1px solid #ccc}"
              "</style><input placeholder=\"filter\" autofocus oninput=\"for(const f of document.querySelectorAll('figure'))"
              "f.style.display=this.value.split(' ').every(w=>f.textContent.includes(w))?'':'none'\"><br>\n";
        for (const QString& picture : m_pictures)
            html += QString("<figure><a href=\"%1\"><img loading=\"lazy\" src=\"%1\"></a><figcaption>%1</figcaption></figure>\n")
                        .arg(picture);
        widgets::writeFigure(m_folder + "/index.html", html.toUtf8());
    }

private:
    bool wants(const char* id) const { return m_only.empty() || std::ranges::find(m_only, id) != m_only.end(); }

    void keep(const QPixmap& picture, const QString& name)
    {
        if (m_stop.stop_requested())
            throw core::Stopped();
        if (!picture.save(m_folder + "/" + name, "PNG", 80))
            throw core::Error(
                {core::ErrorKind::Output, (m_folder + "/" + name).toStdString(), {}, CUTAWAY_TR("cannot be written"), {}, {}});
        m_pictures << name;
    }

    void pages(MainWindow& window, const QString& name)
    {
        for (const widgets::ThemeId theme : widgets::allThemes()) {
            if (m_isQuick && theme != widgets::ThemeId::Light && theme != widgets::ThemeId::Dark)
                continue;
            window.setTheme(theme);
            for (const QSize size : {QSize(1366, 768), QSize(1920, 1080)}) {
                if (m_isQuick && size.width() > 1366)
                    continue;
                window.resize(size);
                for (const widgets::ViewInfo& view : widgets::allViews()) {
                    if (!wants(view.id))
                        continue;
                    window.showView(view.id);
                    waitForRun(window);
                    settlePage(window, 15);
                    keep(window.grab(),
                        QString("window-%1-%2-%3-%4.png").arg(view.id, name, widgets::themeWord(theme)).arg(size.width()));
                }
            }
        }
        window.setTheme(widgets::ThemeId::Light);
        window.resize(1366, 768);
    }

    /// Beside A: the same with another norm placement, which changes every picture.
    static RunRequest besides(const RunRequest& a)
    {
        RunRequest b = a;
        b.said.set("norm.placement", "sandwich");
        return b;
    }

    void figures(MainWindow& window, const QString& name)
    {
        RunDesk desk; // knows only runs that are held elsewhere
        SlotsRequest both{window.state().a, besides(window.state().a)};
        const widgets::RunPtr a = desk.carryOut(both.a);
        widgets::RunPtr b;
        try {
            b = desk.carryOut(*both.b);
        } catch (const core::Error&) { // the model has no such placement: it is alone
            both.b.reset();
        }
        const Fulfil fulfil = fulfilling(desk, both, {a, b, {}, {}}, {});
        for (const widgets::FigureInfo& figure : widgets::allFigures()) {
            if (!wants(figure.id))
                continue;
            int number = 0;
            for (const QVariantMap& variant : figure.variants ? figure.variants() : std::vector<QVariantMap>{{}}) {
                widgets::FigureData data;
                data.selection = window.selection()->pinned();
                data.options = variant;
                data.a = a;
                data.b = b;
                for (const auto& [preset, mode] :
                    {std::pair{"slide-16x9", widgets::SlotMode::A}, {"paper-1col", widgets::SlotMode::A},
                        {"slide-16x9", widgets::SlotMode::All}, {"slide-half", widgets::SlotMode::SideBySide}}) {
                    if (m_isQuick && preset != std::string("slide-16x9"))
                        continue;
                    data.mode = mode;
                    fulfil(figure, data);
                    if (mode != widgets::SlotMode::A && (!data.b || figure.comparing == widgets::Comparing::Nothing))
                        continue;
                    widgets::FigureStyle style = widgets::findPreset(preset)->style;
                    style.language = currentLanguage();
                    widgets::RenderOptions resolution;
                    resolution.pngDpi = preset == std::string("slide-16x9") ? 96 : 192;
                    const QByteArray png = widgets::renderFigure(figure, data, style, widgets::FigureFormat::Png, resolution);
                    QPixmap picture;
                    picture.loadFromData(png);
                    keep(picture,
                        QString("figure-%1-%2-%3-%4-%5.png")
                            .arg(figure.id)
                            .arg(number)
                            .arg(name, preset, widgets::slotModeWord(mode)));
                }
                ++number;
            }
        }
    }

    QString m_folder;
    std::vector<std::string> m_only;
    bool m_isQuick;
    std::stop_token m_stop;
    QStringList m_pictures;
};

/// Throws core::Error{Usage} for what is neither a page nor a figure.
void checkViews(const Arguments& arguments)
{
    QStringList known;
    for (const widgets::ViewInfo& view : widgets::allViews())
        known << QString::fromLatin1(view.id);
    for (const widgets::FigureInfo& figure : widgets::allFigures())
        if (!known.contains(QString::fromLatin1(figure.id)))
            known << QString::fromLatin1(figure.id);
    for (const std::string& view : arguments.all("--view"))
        if (!known.contains(QString::fromStdString(view)))
            refuse("--view", CUTAWAY_TR("unknown page"), known.join(QStringLiteral(", ")).toStdString(), view);
}

int runGallery(const Arguments& arguments, const std::stop_token& stop)
{
    checkViews(arguments);
    const QString language = currentLanguage();
    const QString folder = QString::fromStdString(arguments.text("-o").value_or("build/gallery"));
    if (!QDir().mkpath(folder))
        throw core::Error({core::ErrorKind::Output, folder.toStdString(), {}, CUTAWAY_TR("cannot be written"), {}, {}});
    std::vector<std::string> models = arguments.all("--model");
    if (models.empty()) {
        models = {core::defaultModel()};
        for (const std::string& known : modelNames())
            if (known == "smollm2" || known == "minilm")
                models.push_back(known);
    }
    Gallery gallery(folder, arguments, stop);
    for (const std::string& model : models)
        gallery.add(model);
    gallery.writeIndex();
    setLanguage(language); // that of the last pictures was another
    print(QCoreApplication::translate("commandLine", "%1 pictures: %2")
              .arg(gallery.count())
              .arg(folder + "/index.html")
              .toStdString());
    return Done;
}

} // namespace

extern const Command galleryCommand;
const Command galleryCommand{"gallery",
    QT_TRANSLATE_NOOP("commandLine", "draws every page and every figure, in all themes and languages, into a folder"),
    "[--model M …] [--view V …] [--quick] [-o FOLDER]", "cutaway gallery -o build/gallery", galleryOptions, 0,
    [](const Arguments&) { return true; }, runGallery};

} // namespace app
