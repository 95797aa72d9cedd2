#include "core/text/post_processor.h"

#include "core/text/stage_list.h"

#include <limits>

namespace core {

namespace {

TokenId readId(const JsonValue& json) { return static_cast<TokenId>(json.integer(0, std::numeric_limits<TokenId>::max())); }

/// [token, id] of BertProcessing and RobertaProcessing.
TokenId readPair(const JsonValue& json)
{
    if (json.arraySize(2) != 2)
        json.refuse(CUTAWAY_TR("wrong type"), "[token, id]");
    json[0].string();
    return readId(json[1]);
}

std::vector<TokenId> readSpecial(const JsonValue& specials, const JsonValue& name)
{
    if (!specials.has(name.string()))
        name.refuse(CUTAWAY_TR("the template names a special token that it does not define"));
    const JsonValue special = specials[name.string()];
    const JsonValue list = special["ids"];
    const std::size_t count = list.arraySize(/*most=*/1024);
    if (special["tokens"].arraySize(/*most=*/1024) != count)
        special.refuse(CUTAWAY_TR("ids and tokens differ in length"));
    std::vector<TokenId> ids;
    for (std::size_t i = 0; i < count; ++i)
        ids.push_back(readId(list[i]));
    return ids;
}

PostProcessor readTemplate(const JsonValue& json)
{
    const JsonValue parts = json["single"];
    const std::size_t count = parts.arraySize(/*most=*/1024);
    PostProcessor result;
    bool isTextSeen = false;
    for (std::size_t i = 0; i < count; ++i) {
        const JsonValue part = parts[i];
        if (part.has("Sequence")) {
            const JsonValue id = part["Sequence"]["id"];
            if (id.string() != "A" || isTextSeen)
                id.refuse(CUTAWAY_TR("a template for one text holds it once"), "A");
            isTextSeen = true;
            continue;
        }
        std::vector<TokenId>& side = isTextSeen ? result.after : result.before;
        const std::vector<TokenId> ids = readSpecial(json["special_tokens"], part["SpecialToken"]["id"]);
        side.insert(side.end(), ids.begin(), ids.end());
    }
    if (!isTextSeen)
        parts.refuse(CUTAWAY_TR("a template for one text holds it once"), "A");
    return result;
}

} // namespace

PostProcessor readPostProcessor(const JsonValue& json)
{
    PostProcessor result;
    eachStage(json, "processors", [&](const JsonValue& stage, const std::string& type) {
        PostProcessor next;
        if (type == "TemplateProcessing")
            next = readTemplate(stage);
        else if (type == "BertProcessing" || type == "RobertaProcessing")
            next = {{readPair(stage["cls"])}, {readPair(stage["sep"])}};
        else if (type != "ByteLevel") // which only trims offsets
            refuseType(stage, "TemplateProcessing, BertProcessing, RobertaProcessing, ByteLevel or Sequence");
        result.before.insert(result.before.begin(), next.before.begin(), next.before.end());
        result.after.insert(result.after.end(), next.after.begin(), next.after.end());
    });
    return result;
}

} // namespace core
