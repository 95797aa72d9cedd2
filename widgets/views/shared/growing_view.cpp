#include "widgets/views/shared/growing_view.h"

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
    return Growing::tr("%1 of %2 layers are there, the others are still computed.")
        .arg(run.trace->layers())
        .arg(run.setup->config.layers());
}

} // namespace widgets
