#include "widgets/views/shared/growing_view.h"

#include "core/analysis/attention_part.h"

#include <QCoreApplication>

namespace widgets {

namespace {

struct Growing
{
    Q_DECLARE_TR_FUNCTIONS(widgets::GrowingView)
};

} // namespace

QString unfinishedSentence(const RunResult& run)
{
    const core::ModelConfig& config = run.setup->config; // an encoder's layers come first
    const core::Index there = run.trace->layers() + core::layersOf(*run.trace, core::AttentionPart::Encoder);
    const core::Index all = config.layers() + core::Index(config.encoderBlocks.size());
    return there < all ? Growing::tr("%1 of %2 layers are there, the others are still computed.").arg(there).arg(all)
                       : Growing::tr("The last of %1 layers is still computed.").arg(all);
}

} // namespace widgets
