#include "widgets/panels/read_out.h"

#include "widgets/plot/number_format.h"
#include "widgets/views/token_groups.h"

#include <QCoreApplication>

namespace widgets {

namespace {
struct ReadOut
{
    Q_DECLARE_TR_FUNCTIONS(ReadOut)
};
} // namespace

QString quotedToken(const core::Trace& trace, int position)
{
    if (position < 0 || std::size_t(position) >= streamTokens(trace).size())
        return QStringLiteral("?");
    return ReadOut::tr("“%1”").arg(visibleToken(tokenWord(trace, position)));
}

QString readOut(const RunPtr& run, const Selection& selection)
{
    if (!run)
        return {};
    const core::Trace& trace = *run->trace;
    QStringList parts;
    parts << ReadOut::tr("L%1 H%2").arg(selection.layer).arg(selection.head);
    if (selection.query >= 0) {
        const QString query = ReadOut::tr("query %1 %2").arg(selection.query).arg(quotedToken(trace, selection.query));
        if (selection.key < 0)
            parts << query;
        else
            parts << ReadOut::tr("%1 → key %2 %3").arg(query).arg(selection.key).arg(quotedToken(trace, selection.key));
    }
    const core::Tensor* pattern = trace.find(core::blockName(selection.layer, "attn.pattern"));
    const bool inside = pattern && pattern->rank() == 3 && selection.head < pattern->dim(0) && selection.query >= 0
        && selection.query < pattern->dim(1) && selection.key >= 0 && selection.key < pattern->dim(2);
    if (inside)
        parts
            << ReadOut::tr("weight %1").arg(formatNumber(double(pattern->at({selection.head, selection.query, selection.key}))));
    return parts.join(QStringLiteral(" · "));
}

} // namespace widgets
