#include "core/files/traces/trace_axes.h"

namespace core {

namespace {

struct Row
{
    std::string_view ending; // of the name, after a dot or whole
    Axes axes;
};

/// The first row that fits counts.
const std::vector<Row>& rows()
{
    static const Axes scores = {axis::head, axis::query, axis::key};
    static const Axes heads = {axis::token, axis::head, axis::dHead};
    static const Axes kvHeads = {axis::token, axis::kvHead, axis::dHead};
    static const Axes stream = {axis::token, axis::dModel};
    static const Axes hidden = {axis::token, axis::dMlp};
    static const Axes inner = {axis::token, axis::dInner};
    static const Axes expert = {axis::token, "expert"};
    static const Axes rank = {axis::token, "rank"};
    static const std::vector<Row> table = {
        {"logits", {axis::token, axis::vocabulary}},
        {"log_z", {axis::token}},
        {"mean", {axis::token}},
        {"scale", {axis::token}},
        {"mixer.normalized", heads},
        {"normalized", stream},
        {"attn.scores_content", scores},
        {"attn.scores_content_content", scores},
        {"attn.scores_content_position", scores},
        {"attn.scores_position_content", scores},
        {"attn.scores_position_position", scores},
        {"attn.bias", scores},
        {"attn.bias_u", scores},
        {"attn.bias_qr", scores},
        {"attn.bias_wr", scores},
        {"attn.bias_content_to_position", scores},
        {"attn.bias_position_to_content", scores},
        {"attn.scores", scores},
        {"attn.pattern", scores},
        {"attn.sink_weight", {axis::head, axis::query}},
        {"attn.q", heads},
        {"attn.q_normed", heads},
        {"attn.rot_q", heads},
        {"attn.z", heads},
        {"attn.k", kvHeads},
        {"attn.v", kvHeads},
        {"attn.k_normed", kvHeads},
        {"attn.rot_k", kvHeads},
        {"attn.q_input", stream},
        {"attn.k_input", stream},
        {"attn.v_input", stream},
        {"mlp.input", stream},
        {"attn.c_q", rank},
        {"attn.c_kv", rank},
        {"attn.k_rope", {axis::token, "d_rope"}},
        {"mixer.q", heads}, // k, v and post are by head or by d_inner, as the kind is
        {"mixer.g", heads},
        {"mixer.rot_q", heads},
        {"mixer.rot_k", heads},
        {"mixer.z", heads},
        {"mixer.scores", scores},
        {"mixer.state", {axis::token, axis::head, axis::dState, axis::dHead}},
        {"mixer.r", inner},
        {"mixer.wkv", inner},
        {"mixer.pre", inner},
        {"mixer.gate", inner},
        {"mixer.conv", inner},
        {"mixer.dt", inner},
        {"mixer.y", inner},
        {"mixer.input_gate", inner},
        {"mixer.recurrent_gate", inner},
        {"mixer.decay", inner},
        {"mixer.h", inner},
        {"mixer.step", {axis::token, axis::head}},
        {"mixer.b", {axis::token, axis::dState}},
        {"mixer.c", {axis::token, axis::dState}},
        {"mixer.input", stream},
        {"mlp.receptance", stream},
        {"mlp.pre", hidden},
        {"mlp.pre_linear", hidden},
        {"mlp.post", hidden},
        {"mlp.router_logits", expert},
        {"mlp.router_probs", expert},
        {"mlp.gates", expert},
        {"mlp.shared_gate", {axis::token}},
        {"mlp.dropped", expert},
        {"head.pre", stream},
        {"head.post", stream},
        {"embed", stream},
        {"pos_embed", stream},
        {"token_type_embed", stream},
        {"out", stream},
        {"attn_out", stream},
        {"mlp_out", stream},
        {"mixer_out", stream},
        {"cross_attn_out", stream},
        {"resid_pre", stream},
        {"resid_mid", stream},
        {"resid_mid_sum", stream},
        {"resid_mid_cross", stream},
        {"resid_mid_cross_sum", stream},
        {"resid_post", stream},
        {"resid_post_sum", stream},
    };
    return table;
}

bool hasEnding(std::string_view name, std::string_view ending)
{
    if (!name.ends_with(ending))
        return false;
    if (name.size() == ending.size())
        return true;
    const char before = name[name.size() - ending.size() - 1];
    return before == '.' || (before == '_' && name.find("cross_attn.") != std::string_view::npos && ending.starts_with("attn."));
}

} // namespace

Axes axesOf(std::string_view name)
{
    // What an expert computes is by the tokens that it gets: "blocks.0.mlp.experts.3.pre".
    if (const std::size_t expert = name.find("mlp.experts."); expert != std::string_view::npos) {
        const std::string_view last = name.substr(name.rfind('.') + 1);
        if (last == "tokens")
            return {axis::routedToken};
        return {axis::routedToken, last == "out" ? axis::dModel : axis::dMlp};
    }
    if (name.find("mlp.shared.") != std::string_view::npos)
        return {axis::token, name.ends_with(".out") ? axis::dModel : axis::dMlp};
    for (const Row& row : rows())
        if (hasEnding(name, row.ending))
            return row.axes;
    return {};
}

} // namespace core
