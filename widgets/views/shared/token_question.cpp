#include "widgets/views/shared/token_question.h"

#include "core/io/shown_text.h"
#include "core/run/metric.h"

#include <QStringList>

#include <algorithm>
#include <vector>

namespace widgets {

namespace {

constexpr std::size_t saidTokens = 6; // of a text that is several

bool isToken(const core::Setup& setup, const QString& text)
{
    try {
        return tokenOf(setup, text) >= 0;
    } catch (const core::Error&) {
        return false;
    }
}

/// “c”, “up”, …
QString listOf(const core::Tokenizer& tokenizer, const std::vector<core::TokenId>& ids)
{
    QStringList words;
    for (std::size_t i = 0; i < std::min(saidTokens, ids.size()); ++i)
        words << QStringLiteral("“%1”").arg(QString::fromStdString(core::shownText(tokenizer.tokenText(ids[i]), 30)));
    if (ids.size() > saidTokens)
        words << QStringLiteral("…");
    return words.join(TokenQuestion::tr(", "));
}

QString whyNoToken(const core::Setup& setup, const QString& text)
{
    if (isToken(setup, text))
        return {};
    const core::Tokenizer* const tokenizer = setup.model ? setup.model->tokenizer.get() : nullptr;
    if (text.startsWith(QLatin1Char('#')) || !tokenizer)
        return TokenQuestion::tr("The vocabulary of this model has the ids #0 to #%1.").arg(setup.config.vocabulary - 1);
    if (isToken(setup, QLatin1Char(' ') + text))
        return TokenQuestion::tr("“%1” is no token of this model; “ %1”, with a space before it, is one.").arg(text);
    const std::vector<core::TokenId> ids = tokenizer->encode(text.toStdString(), /*special=*/false);
    return TokenQuestion::tr("“%1” is not one token of this model: %2. Type one, or #ID.").arg(text, listOf(*tokenizer, ids));
}

} // namespace

TokenQuestion::TokenQuestion(const QString& question, const core::SetupPtr& setup, QWidget* window)
    : LineQuestion(question, tr("With the space before it, where the token has one, or #ID."), {}, window)
{
    if (setup)
        setCheck([setup](const QString& text) { return whyNoToken(*setup, text); });
}

std::string saidToken(const core::Setup& setup, core::TokenId id)
{
    const std::string text = setup.model && setup.model->tokenizer ? setup.model->tokenizer->tokenText(id) : std::string();
    const QString said = QString::fromStdString(text);
    return !text.empty() && said.toStdString() == text && isToken(setup, said) && tokenOf(setup, said) == id
        ? text
        : "#" + std::to_string(id);
}

core::TokenId tokenOf(const core::Setup& setup, const QString& text)
{
    return core::parseMetric("logit:" + text.toStdString() + "@-1", setup).token;
}

} // namespace widgets
