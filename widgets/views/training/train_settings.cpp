#include "widgets/views/training/train_settings.h"

#include "core/train/training_data.h"
#include "widgets/plot/number_format.h"
#include "widgets/views/training/sentences.h"

#include <QFileInfo>

namespace widgets {

QString dataWords(const TrainSettings& settings)
{
    if (settings.text.toStdString() != core::corpusName)
        return QFileInfo(settings.text).fileName();
    const double stories = settings.recipe.curriculum.stories;
    if (stories >= 1)
        return TrainingText::tr("corpus");
    if (stories <= 0)
        return TrainingText::tr("repeats only");
    return TrainingText::tr("corpus, %1 % repeats").arg(formatNumber(100 * (1 - stories)));
}

} // namespace widgets
