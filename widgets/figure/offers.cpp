#include "widgets/figure/offers.h"

#include "core/base/error.h"
#include "core/files/library/bundled_models.h"
#include "widgets/figure/sides.h"

#include <QCoreApplication>
#include <QDir>

namespace widgets {

namespace {

struct Offers
{
    Q_DECLARE_TR_FUNCTIONS(Offers)
};

/// The choices that an offer makes: "KEY=VALUE" each; none where it opens a model or brings a text.
QStringList choicesOf(const ChoiceOffer& offer)
{
    if (offer.key == QLatin1String(comparedOffer))
        return offer.value.split(QLatin1Char(' '));
    return core::findChoiceKey(offer.key.toStdString())
        ? QStringList{offer.key + QLatin1Char('=') + offer.value}
        : QStringList();
}

/// Whether the model of the run takes what is offered. A model that the offer opens does.
bool isTaken(const ChoiceOffer& offer, const RunPtr& run)
{
    if (!run || !run->setup)
        return true;
    try {
        core::Choices said = run->setup->said;
        for (const QString& choice : choicesOf(offer)) {
            if (!choice.contains(QLatin1Char('=')))
                return true;
            said.setText(choice.toStdString(), 0);
        }
        core::resolve(run->setup->model->choices, said);
        return true;
    } catch (const core::Error&) {
        return false;
    }
}

} // namespace

ChoiceOffer openOffer(const QString& model)
{
    if (!QDir(QString::fromStdString(core::bundledModelsFolder())).exists(model))
        return {};
    return {Offers::tr("Open “%1”").arg(model), QLatin1String(modelOffer), model};
}

std::vector<ChoiceOffer> offersOf(const FigureInfo& figure, const FigureData& data)
{
    const ChoiceOffer all = !whyNoNumbers(figure, data).isEmpty() ? openOffer(QStringLiteral("main"))
        : figure.offer                                            ? figure.offer(data)
                                                                  : ChoiceOffer();
    if (all.label.isEmpty())
        return {};
    const QStringList labels = all.label.split(QLatin1Char('\n')), values = all.value.split(QLatin1Char('\n'));
    std::vector<ChoiceOffer> offers;
    for (qsizetype i = 0; i < labels.size(); ++i)
        if (const ChoiceOffer offer{labels[i], all.key, values.value(i)}; isTaken(offer, shownRun(data)))
            offers.push_back(offer);
    return offers;
}

} // namespace widgets
