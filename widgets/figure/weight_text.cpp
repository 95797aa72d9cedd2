#include "widgets/figure/weight_text.h"

#include "core/io/shown_text.h"
#include "core/trace/trace.h"
#include "widgets/plot/counting.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <array>

namespace widgets {

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(InterventionText)
};

struct Named
{
    const char* name;
    const char* text;
};

constexpr std::array names{Named{"attn.q", "W_Q"}, Named{"attn.k", "W_K"}, Named{"attn.v", "W_V"}, Named{"attn.o", "W_O"},
    Named{"attn.q_a", "W_DQ"}, Named{"attn.q_b", "W_UQ"}, Named{"attn.kv_a", "W_DKV"}, Named{"attn.kv_b", "W_UKV"},
    Named{"mlp.gate", "W_gate"}, Named{"mlp.up", "W_up"}, Named{"mlp.down", "W_down"}, Named{"mlp.router", "W_router"},
    Named{"embed", "W_E"}, Named{"pos_embed", "W_pos"}, Named{"unembed", "W_U"}};

/// "W_up E3" of "mlp.experts.3.up".
QString textOfExpert(const QString& name)
{
    const QStringList words = name.split(u'.');
    if (words.size() != 4) // of a list from outside
        return name;
    return QStringLiteral("W_%1 %2%3").arg(words[3], words[1] == QLatin1String("experts") ? "E" : "S", countedText(words[2].toInt()));
}

} // namespace

QString matrixText(const std::string& name)
{
    if (name.starts_with("mlp.experts.") || name.starts_with("mlp.shared."))
        return textOfExpert(QString::fromStdString(name));
    if (name.starts_with("cross_"))
        return QStringLiteral("×") + matrixText(name.substr(6));
    const auto found = std::ranges::find_if(names, [&](const Named& one) { return name == one.name; });
    return found == names.end() ? QString::fromStdString(name) : QString::fromLatin1(found->text);
}

QString weightText(std::string_view weight)
{
    constexpr std::string_view end = ".weight";
    const core::NameParts parts = core::partsOfName(weight);
    const bool isPattern = weight.find_first_of("*?[") != std::string_view::npos;
    if (isPattern || !weight.ends_with(end))
        return QString::fromStdString(core::shownText(std::string(weight), 60));
    QStringList words;
    if (parts.isOfEncoder)
        words << Text::tr("encoder");
    if (parts.layer >= 0)
        words << layerLabel(parts.layer);
    const std::string_view rest = parts.rest.substr(0, parts.rest.size() - end.size());
    words << matrixText(core::shownText(std::string(rest), 60));
    return words.join(QLatin1Char(' '));
}

} // namespace widgets
