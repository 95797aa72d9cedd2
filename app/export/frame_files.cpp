#include "app/export/frame_files.h"

#include "app/base/languages.h"
#include "app/export/frame_html.h"

#include "app/export/figure_book.h"
#include "app/export/moving_picture.h"
#include "core/base/error.h"
#include "widgets/figure/compose.h"
#include "widgets/plot/plot.h"
#include "widgets/views/shared/table_page.h"

#include <QBuffer>
#include <QFileInfo>

#include <utility>
#include <vector>

namespace app {

namespace {

const QString frameWord = QStringLiteral("{frame}");

} // namespace

class FrameFiles::Writer
{
public:
    Writer(QString path, FrameSettings settings)
        : m_path(std::move(path))
        , m_settings(std::move(settings))
    {
    }
    virtual ~Writer() = default;
    virtual void add(const FramePage& page) = 0;
    virtual QStringList finish() = 0;

    const FrameSettings& settings() const { return m_settings; }

protected:
    const QString& path() const { return m_path; }
    /// With the title of the page as its heading, where the figure's own does not say it: that a scene was kept with begins with
    /// it.
    HeadedFigure headed(const FramePage& page) const
    {
        const bool isOwn = m_settings.style.showTitle && page.title.startsWith(widgets::titleText(*page.figure, page.data));
        return {isOwn ? QString() : page.title, *page.figure, page.data, m_settings.style};
    }
    QImage imageOf(const FramePage& page, double dpi) const
    {
        const Speaking speaking(m_settings.style.language);
        return headedImage(headed(page), dpi);
    }
    QStringList write(const QByteArray& bytes) const
    {
        widgets::writeFigure(m_path, bytes);
        return {m_path};
    }

private:
    QString m_path;
    FrameSettings m_settings;
};

bool growRoom(FrameSettings& settings, const FramePage& page)
{
    if (!settings.isSeries)
        return false;
    const Speaking speaking(settings.style.language);
    const widgets::WordRoom before = std::exchange(settings.style.room, widgets::roomFor(*page.figure, page.data, settings.style));
    return settings.style.room != before;
}

namespace {

using Writer = FrameFiles::Writer;

class Book : public Writer
{
public:
    Book(const QString& path, const FrameSettings& settings)
        : Writer(path, settings)
        , m_book(settings.style.size, settings.title)
    {
    }
    void add(const FramePage& page) override
    {
        const Speaking speaking(settings().style.language);
        const HeadedFigure one = headed(page);
        m_book.add(one, makeRecipe(page.inputs, page.figure->id, page.data, figureStyleOf(one)));
    }
    QStringList finish() override { return write(m_book.finish()); }

private:
    FigureBook m_book;
};

class Page : public Writer
{
public:
    using Writer::Writer;
    void add(const FramePage& page) override
    {
        widgets::FigureStyle style = settings().style;
        style.showCaption = false;
        HtmlSection section{page.title, {}, settings().hasNotes ? page.notes : QString(), {}, {}};
        {
            const Speaking speaking(style.language);
            section.caption = widgets::whyNothing(*page.figure, page.data);
            if (section.caption.isEmpty())
                section.caption = widgets::composedCaption(*page.figure, page.data);
            section.tables = widgets::figureTables(*page.figure, page.data);
        }
        section.svg = figureBytes(page.inputs, {*page.figure, page.data, style, widgets::FigureFormat::Svg});
        m_sections.push_back(std::move(section));
    }
    QStringList finish() override
    {
        const QString& said = settings().style.language;
        const QString language = said.isEmpty() ? currentLanguage() : said;
        const Speaking speaking(language);
        return write(htmlPage(settings().title, language, m_sections));
    }

private:
    std::vector<HtmlSection> m_sections;
};

class Numbered : public Writer
{
public:
    Numbered(const QString& path, const FrameSettings& settings, std::size_t count)
        : Writer(path, settings)
        , m_digits(std::max(2, int(QString::number(count).size())))
    {
        widgets::parseFormat(QFileInfo(path).suffix(), &m_format);
    }
    void add(const FramePage& page) override
    {
        QString name = path();
        name.replace(frameWord, QStringLiteral("%1").arg(m_written.size() + 1, m_digits, 10, QLatin1Char('0')));
        m_written << exportFigure(name, page.inputs, {*page.figure, page.data, settings().style, m_format, settings().pngDpi});
    }
    QStringList finish() override { return m_written; }

private:
    int m_digits;
    widgets::FigureFormat m_format = widgets::FigureFormat::Svg;
    QStringList m_written;
};

class Sheet : public Writer
{
public:
    using Writer::Writer;
    void add(const FramePage& page) override { m_frames.push_back(imageOf(page, frameDpi)); }
    QStringList finish() override
    {
        QByteArray bytes;
        QBuffer buffer(&bytes);
        buffer.open(QIODevice::WriteOnly);
        contactSheet(m_frames, sheetWidth, widgets::themeOf(settings().style).window).save(&buffer, "PNG");
        return write(bytes);
    }

private:
    static constexpr double frameDpi = 48; // as small as they are seen
    static constexpr int sheetWidth = 1920;
    std::vector<QImage> m_frames;
};

class Moving : public Writer
{
public:
    Moving(const QString& path, const FrameSettings& settings)
        : Writer(path, settings)
        , m_picture(MovingPicture::make(QFileInfo(path).suffix().toLower()))
    {
    }
    void add(const FramePage& page) override { m_picture->add(imageOf(page, settings().movingDpi), settings().milliseconds); }
    QStringList finish() override { return write(m_picture->finish()); }

private:
    std::unique_ptr<MovingPicture> m_picture;
};

std::unique_ptr<Writer> writerOf(const QString& path, const FrameSettings& settings, std::size_t count)
{
    const QString ending = QFileInfo(path).suffix().toLower();
    const bool isNumbered = path.contains(frameWord);
    if (ending == QLatin1String("pdf"))
        return std::make_unique<Book>(path, settings);
    if (ending == QLatin1String("html"))
        return std::make_unique<Page>(path, settings);
    if ((ending == QLatin1String("svg") || ending == QLatin1String("png")) && isNumbered)
        return std::make_unique<Numbered>(path, settings, count);
    if (ending == QLatin1String("png"))
        return std::make_unique<Sheet>(path, settings);
    if (MovingPicture::endings().contains(ending))
        return std::make_unique<Moving>(path, settings);
    throw core::Error({.kind = core::ErrorKind::Usage,
        .where = "-o",
        .problem = ending == QLatin1String("svg") ? CUTAWAY_TR("several pictures need several files")
                                                  : CUTAWAY_TR("no file of several pictures has this extension"),
        .expected = frameEndings().toStdString(),
        .found = path.toStdString()});
}

} // namespace

FrameFiles::FrameFiles(const QString& path, const FrameSettings& settings, std::size_t count)
    : m_writer(writerOf(path, settings, count))
{
}

FrameFiles::~FrameFiles() = default;
FrameFiles::FrameFiles(FrameFiles&&) noexcept = default;

void FrameFiles::add(const FramePage& page) { m_writer->add(page); }

QStringList FrameFiles::finish() { return m_writer->finish(); }

QString frameEndings()
{
    QStringList words{QStringLiteral(".pdf"), QStringLiteral(".html"), frameWord + QStringLiteral(".svg"),
        frameWord + QStringLiteral(".png"), QStringLiteral(".png")};
    for (const QString& ending : MovingPicture::endings())
        words << QLatin1Char('.') + ending;
    return words.join(QStringLiteral(", "));
}

} // namespace app
