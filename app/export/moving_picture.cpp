#include "app/export/moving_picture.h"

#include "core/base/error.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

#ifdef CUTAWAY_WEBP
#include <webp/encode.h>
#include <webp/mux.h>
#endif
#ifdef CUTAWAY_GIF
#include <gif_lib.h>
#endif

namespace app {

namespace {

[[noreturn]] void fail(const char* why)
{
    throw core::Error({.kind = core::ErrorKind::Output, .problem = CUTAWAY_TR("cannot code the moving picture"), .found = why});
}

#ifdef CUTAWAY_WEBP
class WebP : public MovingPicture
{
public:
    void add(const QImage& frame, int milliseconds) override
    {
        if (!m_encoder) {
            WebPAnimEncoderOptions options;
            WebPAnimEncoderOptionsInit(&options);
            options.anim_params.loop_count = 0; // for ever
            m_encoder.reset(WebPAnimEncoderNew(frame.width(), frame.height(), &options));
            if (!m_encoder)
                fail("WebP");
        }
        WebPConfig config;
        WebPPicture picture;
        if (!WebPConfigInit(&config) || !WebPConfigLosslessPreset(&config, level) || !WebPPictureInit(&picture))
            fail("WebP");
        picture.use_argb = 1;
        picture.width = frame.width();
        picture.height = frame.height();
        const QImage pixels = frame.convertToFormat(QImage::Format_RGB888);
        const bool isCoded = WebPPictureImportRGB(&picture, pixels.constBits(), int(pixels.bytesPerLine()))
            && WebPAnimEncoderAdd(m_encoder.get(), &picture, m_time, &config);
        WebPPictureFree(&picture);
        if (!isCoded)
            fail(WebPAnimEncoderGetError(m_encoder.get()));
        m_time += milliseconds;
    }

    QByteArray finish() override
    {
        WebPData data;
        WebPDataInit(&data);
        if (!WebPAnimEncoderAdd(m_encoder.get(), nullptr, m_time, nullptr) || !WebPAnimEncoderAssemble(m_encoder.get(), &data))
            fail(WebPAnimEncoderGetError(m_encoder.get()));
        QByteArray bytes(reinterpret_cast<const char*>(data.bytes), qsizetype(data.size));
        WebPDataClear(&data);
        return bytes;
    }

private:
    static constexpr int level = 3; // of 9: a frame in a moment
    struct Delete
    {
        void operator()(WebPAnimEncoder* encoder) const { WebPAnimEncoderDelete(encoder); }
    };
    std::unique_ptr<WebPAnimEncoder, Delete> m_encoder;
    int m_time = 0; // ms, where the next frame begins
};
#endif

#ifdef CUTAWAY_GIF
constexpr int colorCount = 256;

/// A picture of at most so many colours.
struct Indexed
{
    std::vector<GifByteType> pixels; // row by row
    std::vector<GifColorType> colors;
};

Indexed indexed(const QImage& frame)
{
    const std::size_t count = std::size_t(frame.width()) * std::size_t(frame.height());
    std::vector<GifByteType> red, green, blue;
    for (std::vector<GifByteType>* plane : {&red, &green, &blue})
        plane->reserve(count);
    const QImage pixels = frame.convertToFormat(QImage::Format_RGB32);
    for (int y = 0; y < pixels.height(); ++y) {
        const auto* const line = reinterpret_cast<const QRgb*>(pixels.constScanLine(y));
        for (int x = 0; x < pixels.width(); ++x) {
            red.push_back(GifByteType(qRed(line[x])));
            green.push_back(GifByteType(qGreen(line[x])));
            blue.push_back(GifByteType(qBlue(line[x])));
        }
    }
    Indexed made{std::vector<GifByteType>(count), std::vector<GifColorType>(colorCount, GifColorType{0, 0, 0})};
    int size = colorCount;
    if (GifQuantizeBuffer(unsigned(frame.width()), unsigned(frame.height()), &size, red.data(), green.data(), blue.data(),
            made.pixels.data(), made.colors.data())
        != GIF_OK)
        fail("GIF");
    for (GifColorType& color : made.colors) // the library keeps five bits of eight: white is white again
        for (GifByteType* part : {&color.Red, &color.Green, &color.Blue})
            *part = GifByteType(std::min(255, *part * 255 / 248));
    return made;
}

class Gif : public MovingPicture
{
public:
    Gif()
    {
        int error = 0;
        m_file.reset(EGifOpen(
            &m_bytes,
            [](GifFileType* file, const GifByteType* bytes, int count) {
                static_cast<QByteArray*>(file->UserData)->append(reinterpret_cast<const char*>(bytes), count);
                return count;
            },
            &error));
        if (!m_file)
            fail(GifErrorString(error));
        EGifSetGifVersion(m_file.get(), true);
    }

    void add(const QImage& frame, int milliseconds) override
    {
        if (!m_isBegun)
            begin(frame.size());
        Indexed picture = indexed(frame); // not const: giflib takes its rows as such
        const std::unique_ptr<ColorMapObject, void (*)(ColorMapObject*)> map(
            GifMakeMapObject(colorCount, picture.colors.data()), GifFreeMapObject);
        GraphicsControlBlock control{DISPOSE_DO_NOT, false, std::max(2, milliseconds / 10), NO_TRANSPARENT_COLOR};
        GifByteType extension[4];
        EGifGCBToExtension(&control, extension);
        check(EGifPutExtension(m_file.get(), GRAPHICS_EXT_FUNC_CODE, 4, extension));
        check(EGifPutImageDesc(m_file.get(), 0, 0, frame.width(), frame.height(), false, map.get()));
        for (int y = 0; y < frame.height(); ++y)
            check(EGifPutLine(m_file.get(), &picture.pixels[std::size_t(y) * frame.width()], frame.width()));
    }

    QByteArray finish() override
    {
        int error = 0;
        if (EGifCloseFile(m_file.release(), &error) != GIF_OK)
            fail(GifErrorString(error));
        return m_bytes;
    }

private:
    struct Close
    {
        void operator()(GifFileType* file) const { EGifCloseFile(file, nullptr); }
    };

    void check(int result) const
    {
        if (result != GIF_OK)
            fail(GifErrorString(m_file->Error));
    }

    void begin(const QSize& size)
    {
        m_isBegun = true;
        check(EGifPutScreenDesc(m_file.get(), size.width(), size.height(), 8, 0, nullptr));
        const char name[] = "NETSCAPE2.0"; // the extension that repeats: for ever
        const GifByteType forEver[] = {1, 0, 0};
        check(EGifPutExtensionLeader(m_file.get(), APPLICATION_EXT_FUNC_CODE));
        check(EGifPutExtensionBlock(m_file.get(), 11, name));
        check(EGifPutExtensionBlock(m_file.get(), 3, forEver));
        check(EGifPutExtensionTrailer(m_file.get()));
    }

    QByteArray m_bytes;
    std::unique_ptr<GifFileType, Close> m_file;
    bool m_isBegun = false;
};
#endif

} // namespace

QStringList MovingPicture::endings()
{
    QStringList words;
#ifdef CUTAWAY_WEBP
    words << QStringLiteral("webp");
#endif
#ifdef CUTAWAY_GIF
    words << QStringLiteral("gif");
#endif
    return words;
}

std::unique_ptr<MovingPicture> MovingPicture::make(const QString& ending)
{
#ifdef CUTAWAY_WEBP
    if (ending == QLatin1String("webp"))
        return std::make_unique<WebP>();
#endif
#ifdef CUTAWAY_GIF
    if (ending == QLatin1String("gif"))
        return std::make_unique<Gif>();
#endif
    throw core::Error({.kind = core::ErrorKind::Usage,
        .problem = CUTAWAY_TR("this program codes no moving picture of this kind"),
        .expected = endings().join(QStringLiteral(", ")).toStdString(),
        .found = ending.toStdString()});
}

QImage contactSheet(const std::vector<QImage>& frames, int width, const QColor& ground)
{
    if (frames.empty())
        return {};
    const int columns = int(std::ceil(std::sqrt(double(frames.size())))), rows = (int(frames.size()) + columns - 1) / columns;
    constexpr int gap = 8;
    const int cell = (width - (columns + 1) * gap) / columns;
    const int high = std::max(1, cell * frames[0].height() / std::max(1, frames[0].width()));
    QImage sheet(width, rows * (high + gap) + gap, QImage::Format_RGB32);
    sheet.fill(ground);
    QPainter painter(&sheet);
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    for (std::size_t i = 0; i < frames.size(); ++i) {
        const int column = int(i) % columns, row = int(i) / columns;
        painter.drawImage(QPoint(gap + column * (cell + gap), gap + row * (high + gap)),
            frames[i].scaled(cell, high, Qt::IgnoreAspectRatio, Qt::SmoothTransformation));
    }
    return sheet;
}

} // namespace app
