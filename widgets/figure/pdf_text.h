#pragma once

// Features of PDF files that Qt 6.4 lacks: Chinese text that can be searched, and reading attachments back.

#include <QByteArray>

namespace widgets {

/// Some fonts share a glyph between a character and its radical, and the PDF then says "⼒" (U+2F12) where "力" was drawn, so
/// that searching fails. Puts the characters back in the ToUnicode tables, byte for byte in place. Result: how many.
int repairPdfText(QByteArray& pdf);

/// The character people write for a radical of U+2E80…2FDF; the code itself when there is none.
char16_t unifiedIdeograph(char16_t code);

/// The attachment of a PDF written by QPdfWriter, at most `maxBytes` long; empty when there is none.
QByteArray pdfAttachment(const QByteArray& pdf, qsizetype maxBytes);

} // namespace widgets
