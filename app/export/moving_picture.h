#pragma once

// MovingPicture: frames of one size as an animated WebP (every pixel as it is) or GIF (256 colours), by the libraries of these
// formats. A frame is coded as it comes.

#include <QByteArray>
#include <QImage>
#include <QString>
#include <QStringList>

#include <memory>
#include <vector>

namespace app {

class MovingPicture
{
public:
    virtual ~MovingPicture() = default;

    /// Shown for so long. Throws core::Error{Output} when it cannot be coded. REQUIRES: all frames have the same size.
    virtual void add(const QImage& frame, int milliseconds) = 0;

    /// The file; it is shown again from the beginning. REQUIRES: there is a frame.
    virtual QByteArray finish() = 0;

    /// For a file that ends in this word. Throws core::Error{Usage} where the program has none.
    static std::unique_ptr<MovingPicture> make(const QString& ending);

    /// The words that this program knows, "webp", "gif".
    static QStringList endings();
};

/// All frames side by side, in rows, as a sheet of at most this width, px.
QImage contactSheet(const std::vector<QImage>& frames, int width, const QColor& ground);

} // namespace app
