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
    return Growing::tr("%1 of %2 layers are there, the others are still computed.")
        .arg(run.trace->layers() + core::layersOf(*run.trace, core::AttentionPart::Encoder))
        .arg(config.layers() + core::Index(config.encoderBlocks.size()));
}

} // namespace widgets
