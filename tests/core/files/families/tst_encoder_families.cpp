// What the configurations of encoders, encoder–decoders and XLNet mean beyond what the checkpoints of tests/data/families show.

#include "core/files/families/encoder_words.h"
#include "core/files/families/families.h"
#include "tests/core/support/temporary_files.h"

#include <QTest>

using namespace core;

namespace {

/// The choices of a configuration with these stored tensors, by name only.
Choices choicesOf(const QString& family, const QByteArray& config, const std::vector<std::string>& stored = {})
{
    StoredTensors tensors;
    for (const std::string& name : stored)
        tensors[name];
    std::vector<std::string> notes;
    const JsonConfig source(Json::parse(config.toStdString()), "config.json");
    return readChoices(*findFamily(huggingFaceFamilies(), family.toStdString()), source, tensors, notes);
}

} // namespace

class TestEncoderFamilies : public QObject
{
    Q_OBJECT

private slots:
    void keysMeanChoices_data();
    void keysMeanChoices();
    void whatCannotRunIsRefused_data();
    void whatCannotRunIsRefused();
    void aHeadOfItsOwnIsNotScaled();
};

void TestEncoderFamilies::keysMeanChoices_data()
{
    QTest::addColumn<QString>("family");
    QTest::addColumn<QByteArray>("config");
    QTest::addColumn<QString>("choice");
    QTest::addColumn<QByteArray>("value");
    const auto row = [](const char* family, const char* config, const char* choice, const char* value) {
        QTest::addRow("%s %s %s", family, config, choice) << family << QByteArray(config) << choice << QByteArray(value);
    };
    row("roberta", "{}", "learned.offset", "2");
    row("roberta", "{}", "sizes.context", "510");
    row("roberta", "{}", "output.head", "\"none\"");
    row("camembert", R"({"pad_token_id":5,"max_position_embeddings":20})", "sizes.context", "14");
    row("distilbert", "{}", "sizes.layers", "6");
    row("albert", "{}", "embedding.projection", "\"last\"");
    row("albert", R"({"embedding_size":4096})", "embedding.width", "4096"); // projected all the same
    row("electra", R"({"embedding_size":256})", "embedding.width", "0");
    row("electra", "{}", "embedding.width", "128");
    row("deberta-v2", "{}", "position.kind", "\"learned\"");
    row("deberta-v2", R"({"position_biased_input":false})", "position.kind", "\"none\"");
    row("deberta-v2", R"({"relative_attention":true,"pos_att_type":"p2c"})", "disentangled.content_to_position", "false");
    row("deberta-v2", R"({"relative_attention":true,"pos_att_type":["p2c"]})", "disentangled.position_to_content", "true");
    row("deberta-v2", R"({"relative_attention":true})", "disentangled.max_distance", "512");
    row("deberta-v2", R"({"relative_attention":true})", "disentangled.buckets", "0");
    row("deberta-v2", R"({"relative_attention":true,"norm_rel_ebd":"layer_norm"})", "disentangled.norm", "true");
    row("modernbert", "{}", "mask.window", "65");
    row("modernbert", "{}", "rope.base", "160000.0");
    row("t5", "{}", "output.scale", "0.044194173824159216");
    row("t5", R"({"num_layers":3})", "sizes.layers", "3");
    row("t5", R"({"feed_forward_proj":"gated-gelu"})", "activation.kind", "\"gelu_tanh\"");
    row("t5", R"({"feed_forward_proj":"gelu"})", "activation.kind", "\"gelu\"");
    row("mt5", "{}", "feed_forward.kind", "\"gated\"");
    row("mt5", "{}", "output.scale", "1.0");
    row("umt5", "{}", "output.scale", "0.044194173824159216");
    row("umt5", R"({"scale_decoder_outputs":false})", "output.tied", "true");
    row("umt5", R"({"scale_decoder_outputs":false})", "output.scale", "0.044194173824159216");
    row("umt5", R"({"tie_word_embeddings":false})", "output.scale", "0.044194173824159216");
    row("bart", R"({"scale_embedding":true,"d_model":16})", "block.embedding_scale", "4.0");
    row("blenderbot-small", R"({"scale_embedding":true,"d_model":64})", "block.encoder_embedding_scale", "8.0");
    row("blenderbot-small", R"({"scale_embedding":true,"d_model":64})", "block.embedding_scale", "null");
    row("marian", "{}", "position.kind", "\"sinusoidal\"");
    row("m2m_100", R"({"pad_token_id":3})", "sinusoidal.offset", "4");
    row("blenderbot-small", "{}", "norm.tokens_first", "true");
    row("xlnet", "{}", "topology", "\"encoder\"");
    row("xlnet", R"({"attn_type":"uni"})", "topology", "\"causal_decoder\"");
}

void TestEncoderFamilies::keysMeanChoices()
{
    QFETCH(QString, family);
    QFETCH(QByteArray, config);
    QFETCH(QString, choice);
    QFETCH(QByteArray, value);
    const Json found = choicesOf(family, config).value(choice.toStdString());
    QVERIFY2(found == Json::parse(value.toStdString()), found.dump().c_str());
}

void TestEncoderFamilies::whatCannotRunIsRefused_data()
{
    QTest::addColumn<QString>("family");
    QTest::addColumn<QByteArray>("config");
    QTest::addColumn<QString>("where");
    const auto row = [](const char* family, const char* config, const char* where) {
        QTest::addRow("%s %s", family, config) << family << QByteArray(config) << where;
    };
    row("roberta", R"({"pad_token_id":-1})", "pad_token_id");
    row("roberta", R"({"pad_token_id":511})", "pad_token_id");
    row("roberta", R"({"max_position_embeddings":2})", "max_position_embeddings");
    row("roberta", R"({"is_decoder":true})", "is_decoder");
    row("albert", R"({"inner_group_num":2})", "inner_group_num");
    row("deberta-v2", R"({"conv_kernel_size":3})", "conv_kernel_size");
    row("deberta-v2", R"({"embedding_size":64})", "embedding_size");
    row("deberta-v2", R"({"relative_attention":true,"pos_att_type":"c2p|p2p"})", "pos_att_type");
    row("deberta-v2", R"({"relative_attention":true,"pos_att_type":3})", "pos_att_type");
    row("deberta-v2", R"({"relative_attention":true,"norm_rel_ebd":"rms"})", "norm_rel_ebd");
    row("modernbert", R"({"decoder_bias":false})", "decoder_bias");
    row("modernbert", R"({"classifier_activation":"relu"})", "classifier_activation");
    row("modernbert", R"({"layer_types":["full_attention"]})", "layer_types");
    row("modernbert", R"({"local_attention":0})", "local_attention");
    row("t5", R"({"feed_forward_proj":"gated-mystery"})", "feed_forward_proj");
    row("t5", R"({"scale_decoder_outputs":1})", "scale_decoder_outputs");
    row("bart", R"({"encoder_attention_heads":7})", "encoder_attention_heads");
    row("bart", R"({"scale_embedding":"yes"})", "scale_embedding");
    row("marian", R"({"decoder_vocab_size":7})", "decoder_vocab_size");
    row("m2m_100", R"({"pad_token_id":"one"})", "pad_token_id");
    row("xlnet", R"({"attn_type":"both"})", "attn_type");
    row("xlnet", R"({"clamp_len":4})", "clamp_len");
    row("xlnet", R"({"bi_data":true})", "bi_data");
}

void TestEncoderFamilies::whatCannotRunIsRefused()
{
    QFETCH(QString, family);
    QFETCH(QByteArray, config);
    QFETCH(QString, where);
    const Error::Parts parts = refusalOf([&] { choicesOf(family, config); });
    QCOMPARE(QString::fromStdString(parts.where), where);
    QVERIFY(parts.kind == ErrorKind::BadInput);
}

void TestEncoderFamilies::aHeadOfItsOwnIsNotScaled()
{
    const Choices own = choicesOf("t5", R"({"tie_word_embeddings":false})", {"lm_head.weight"});
    QVERIFY(own.value("output.tied") == Json(false) && own.value("output.scale").is_null());
    const Choices tied = choicesOf("t5", R"({"tie_word_embeddings":false})");
    QVERIFY(tied.value("output.tied") == Json(true) && tied.value("output.scale").is_null());
}

QTEST_GUILESS_MAIN(TestEncoderFamilies)
#include "tst_encoder_families.moc"
