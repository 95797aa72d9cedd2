#include "widgets/views/shared/cell_words.h"

#include "core/model/choices.h"
#include "widgets/figure/choice_text.h"
#include "widgets/plot/table_words.h"

#include <QHash>
#include <QStringList>

namespace widgets {

namespace {

/// Columns whose cells are texts or names.
bool hasNames(const QString& column)
{
    static const QStringList names{QStringLiteral("token"), QStringLiteral("piece"), QStringLiteral("character"),
        QStringLiteral("letter"), QStringLiteral("label"), QStringLiteral("name"), QStringLiteral("model"),
        QStringLiteral("tensor"), QStringLiteral("node"), QStringLiteral("source"), QStringLiteral("training_source"),
        QStringLiteral("tokenizer"), QStringLiteral("matrix"), QStringLiteral("run")};
    return names.contains(column);
}

/// The label of a kind of whichever family, or of a choice; empty: none has this id.
std::string labelOf(const QString& id)
{
    static const QHash<QString, std::string> labels = [] {
        QHash<QString, std::string> all;
        for (const core::ChoiceKey& key : core::choiceKeys()) {
            all.insert(QString::fromStdString(key.id), key.label);
            for (std::size_t i = 0; i < key.wordLabels.size(); ++i)
                if (const QString word = QString::fromStdString(key.words[i]); !all.contains(word))
                    all.insert(word, key.wordLabels[i]);
        }
        return all;
    }();
    return labels.value(id);
}

QString plainWord(const QString& cell)
{
    if (const std::optional<QString> known = knownTableWord(cell))
        return *known;
    const std::string label = labelOf(cell);
    return label.empty() ? cell : coreText(label);
}

} // namespace

QString cellWord(const QString& column, const QString& cell)
{
    if (hasNames(column))
        return cell;
    if (column != QLatin1String("fact"))
        return plainWord(cell);
    QStringList facts;
    for (const QString& fact : cell.split(QStringLiteral("; "))) {
        QStringList words;
        for (const QString& word : fact.split(QStringLiteral(": ")))
            words << plainWord(word);
        facts << words.join(QStringLiteral(": "));
    }
    return facts.join(QStringLiteral("; "));
}

} // namespace widgets
