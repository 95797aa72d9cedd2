#pragma once

// The rows of the panel of choices by key, and a choice as a person makes it.

#include "widgets/panels/choice_row.h"
#include "widgets/panels/variant_panel.h"

#include <QComboBox>

namespace support {

inline widgets::ChoiceRow* row(const widgets::VariantPanel& panel, const char* key)
{
    for (widgets::ChoiceRow* row : panel.findChildren<widgets::ChoiceRow*>())
        if (row->key().id == key)
            return row;
    return nullptr;
}

inline QComboBox* combo(const widgets::VariantPanel& panel, const char* key)
{
    return qobject_cast<QComboBox*>(row(panel, key)->control());
}

inline void choose(QComboBox* box, const char* word)
{
    box->setCurrentIndex(box->findData(QString::fromLatin1(word)));
    emit box->activated(box->currentIndex());
}

} // namespace support
