#include "widgets/views/attention/stack_words.h"

#include "core/run/stream_ids.h"

#include <QCoreApplication>

namespace widgets {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(AttentionStacks)
};

} // namespace

QString partText(core::AttentionPart part)
{
    return part == core::AttentionPart::Cross ? Words::tr("decoder → source") : stackText(part);
}

QString stackText(core::AttentionPart part)
{
    return part == core::AttentionPart::Encoder ? Words::tr("encoder") : Words::tr("decoder");
}

QStringList partTokens(const core::Trace& trace, core::AttentionPart part, bool isQuery)
{
    const bool isSource = part == core::AttentionPart::Encoder || (part == core::AttentionPart::Cross && !isQuery);
    QStringList texts;
    for (const std::string& token : isSource ? trace.tokens : core::streamTokens(trace))
        texts << QString::fromStdString(token);
    return texts;
}

} // namespace widgets
