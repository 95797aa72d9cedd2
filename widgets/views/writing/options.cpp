#include "widgets/views/writing/options.h"

#include <algorithm>

namespace widgets {

std::vector<core::TokenId> pathOf(const QString& words)
{
    std::vector<core::TokenId> path;
    for (const QString& word : words.split(QLatin1Char('-'), Qt::SkipEmptyParts)) {
        bool isNumber = false;
        const int id = word.toInt(&isNumber);
        if (!isNumber || core::Index(path.size()) == core::maxContinuedTokens)
            break;
        path.push_back(core::TokenId(id));
    }
    return path;
}

QString pathWords(const std::vector<core::TokenId>& path)
{
    QStringList words;
    for (const core::TokenId id : path)
        words << QString::number(id);
    return words.join(QLatin1Char('-'));
}

core::Index shownLength(const FigureData& data)
{
    return std::clamp(tokensOption.in(data, writing::usualTokens), tokensOption.least, tokensOption.most);
}

core::ContinuationOptions continuationOptions(const FigureData& data)
{
    const auto number
        = [&](const NumberOption& option, double usual) { return std::clamp(option.in(data, usual), option.least, option.most); };
    const auto whole
        = [&](const WholeOption& option, int usual) { return std::clamp(option.in(data, usual), option.least, option.most); };
    core::ContinuationOptions options;
    options.sampler = {.temperature = number(temperatureOption, writing::usualTemperature),
        .topK = whole(topKOption, 0),
        .topP = number(topPOption, writing::usualTopP),
        .minP = number(minPOption, 0),
        .repetitionPenalty = number(penaltyOption, writing::usualPenalty),
        .seed = std::uint64_t(whole(seedOption, 0))};
    options.texts = whole(writtenTextsOption, writing::usualTexts);
    options.tokens = std::max<core::Index>(shownLength(data), whole(writtenLengthOption, 1));
    for (const QString& branch : branchesOption.listIn(data))
        if (std::vector<core::TokenId> path = pathOf(branch); !path.empty())
            options.branches.push_back(std::move(path));
    return options;
}

FigureOptions writingOptions(const FigureData&)
{
    return {temperatureOption, topKOption, topPOption, minPOption, penaltyOption, seedOption, writtenTextsOption, tokensOption,
        writtenLengthOption, nodeOption, branchesOption};
}

} // namespace widgets
