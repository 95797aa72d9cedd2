#pragma once

#include "widgets/plot/counting.h"

#include <QSpinBox>

namespace widgets {

/// Its value is an index; what is shown and typed is its number (counting.h).
class IndexBox : public QSpinBox
{
public:
    using QSpinBox::QSpinBox;

protected:
    QString textFromValue(int value) const override { return countedText(value); }
    int valueFromText(const QString& text) const override { return fromCounted(numberIn(text).toInt()); }
    QValidator::State validate(QString& text, int&) const override
    {
        bool isNumber = false;
        const QString typed = numberIn(text);
        const int index = fromCounted(typed.toInt(&isNumber));
        return typed.isEmpty()                                     ? QValidator::Intermediate
            : isNumber && index >= minimum() && index <= maximum() ? QValidator::Acceptable
                                                                   : QValidator::Invalid;
    }

private:
    QString numberIn(const QString& text) const
    {
        return (text.startsWith(prefix()) ? text.mid(prefix().size()) : text).trimmed();
    }
};

} // namespace widgets
