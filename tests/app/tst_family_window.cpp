// A folder of each family is opened in the real window: it runs, and the diagram has the parts that the family is known for.

#include "app/base/languages.h"
#include "app/window/main_window.h"

#include "tests/test_data.h"
#include "widgets/diagram/layout.h"
#include "widgets/panels/notification_bar.h"
#include "widgets/panels/prompt_line.h"

#include <QDir>
#include <QTest>

#include <map>

using app::MainWindow;

namespace {

/// What the diagram of a block must show of a family, as the papers and cards of its models say.
struct Known
{
    const char* folder;
    bool isParallel;
    bool sharesNorm;
    int layer;
    std::vector<const char*> has;  // ids of nodes
    std::vector<const char*> lacks;
};

const std::vector<Known>& known()
{
    static const std::vector<Known> all = {
        {"llama-plain", false, false, 0, {"ln1", "attn.rot_q", "attn.pattern", "ln2", "mlp.post"}, {"ln1_post", "pos_embed"}},
        {"gpt2-plain", false, false, 0, {"pos_embed", "ln1", "ln2", "ln_final"}, {"attn.rot_q"}},
        {"gptj-plain", true, true, 0, {"ln1", "attn.rot_q"}, {"ln2"}},
        {"gpt_neox-parallel", true, false, 0, {"ln1", "ln2", "attn.rot_q"}, {}},
        {"falcon-7b", true, true, 0, {"ln1"}, {"ln2"}},
        {"falcon-40b", true, false, 0, {"ln1", "ln2"}, {}},
        {"cohere-plain", true, true, 0, {"ln1"}, {"ln2"}},
        {"phi-plain", true, true, 0, {"ln1", "attn.rot_q"}, {"ln2"}},
        {"gemma2-plain", false, false, 0, {"ln1", "ln1_post", "ln2", "ln2_post"}, {}}, // four norms
        {"gemma3-layer-types", false, false, 0, {"ln1", "ln1_post", "ln2", "ln2_post", "attn.q_normed"}, {}},
        {"glm4-plain", false, false, 0, {"ln1", "ln1_post", "ln2", "ln2_post"}, {}},
        {"olmo2-plain", false, false, 0, {"ln1_post", "ln2_post", "attn.q_normed"}, {"ln1", "ln2"}},
        {"bloom-plain", false, false, 0, {"ln_embed"}, {"pos_embed", "attn.rot_q"}},
        {"mixtral-plain", false, false, 0, {"mlp.router_probs", "mlp.gates", "mlp.out"}, {"mlp.post"}},
        {"gpt_oss-plain", false, false, 0, {"mlp.router_probs", "attn.pattern"}, {"mlp.post"}},
        {"deepseek_v3-plain", false, false, 0, {"attn.c_kv", "mlp.post"}, {"mlp.router_probs"}}, // its first layers are dense
        {"deepseek_v3-plain", false, false, -1, {"attn.c_kv", "mlp.router_probs"}, {"mlp.post"}},
        {"bert-plain", false, false, 0, {"pos_embed", "token_type_embed", "ln_embed", "ln1", "ln2"}, {"ln_final", "attn.rot_q"}},
        {"t5-plain", false, false, 0, {"encoder", "cross_attn.q", "resid_mid_cross", "ln_final"}, {"pos_embed"}},
        {"bart-plain", false, false, 0, {"encoder", "cross_attn.q", "pos_embed", "ln_cross"}, {"ln_final"}},
        {"mamba-plain", false, false, 0, {"mixer.conv", "mixer.y", "mixer.out"}, {"attn.pattern", "mlp.post"}},
        {"mamba2-plain", false, false, 0, {"mixer.conv", "mixer.y", "mixer.out"}, {"attn.pattern", "mlp.post"}},
        {"recurrent_gemma-plain", false, false, 0, {"mixer.conv", "mixer.h", "mixer.out", "mlp.post"}, {"attn.pattern"}},
        {"rwkv-plain", false, false, 0, {"mixer.wkv", "mlp.out"}, {"attn.pattern"}},
    };
    return all;
}

QString familyOf(const QString& folder) { return folder.left(folder.indexOf('-')); }

} // namespace

class TestFamilyWindow : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase();
    void everyFamilyOpensAndRuns_data();
    void everyFamilyOpensAndRuns();
    void theDiagramShowsWhatTheFamilyIsKnownFor_data();
    void theDiagramShowsWhatTheFamilyIsKnownFor();
    void idsAreTypedWhereThereIsNoTokenizer();

private:
    void open(const QString& folder);
    const core::Trace& trace() const { return *m_window->run()->trace; }
    std::unique_ptr<MainWindow> m_window;
};

void TestFamilyWindow::initTestCase()
{
    app::setLanguage("en");
    m_window = std::make_unique<MainWindow>(MainWindow::Start{.remembers = false});
    m_window->show();
    QTRY_VERIFY_WITH_TIMEOUT(!m_window->isBusy(), 30000);
}

void TestFamilyWindow::open(const QString& folder)
{
    m_window->openModel(QStringLiteral(TEST_DATA "/families/") + folder);
    QTRY_VERIFY_WITH_TIMEOUT(!m_window->isBusy(), 30000);
    QCoreApplication::processEvents();
    const auto& problems = m_window->notifications()->notifications();
    QVERIFY2(problems.empty(), problems.empty() ? "" : qPrintable(problems.front().text));
    QCOMPARE(QString::fromStdString(m_window->run()->setup->model->name), folder);
}

void TestFamilyWindow::everyFamilyOpensAndRuns_data()
{
    QTest::addColumn<QString>("folder");
    std::map<QString, QString> first; // of each family
    for (const QString& folder :
        QDir(QStringLiteral(TEST_DATA "/families")).entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name))
        first.emplace(familyOf(folder), folder);
    for (const auto& [family, folder] : first)
        QTest::newRow(qPrintable(family)) << folder;
}

void TestFamilyWindow::everyFamilyOpensAndRuns()
{
    QFETCH(QString, folder);
    open(folder);
    const core::Setup& setup = *m_window->run()->setup;
    QVERIFY(!trace().ids.empty());
    QVERIFY(trace().find(setup.config.outputHead == core::OutputHead::None ? "blocks.0.resid_post" : "logits"));
    QCOMPARE(widgets::diagramOf(setup.config, 0).layers, int(setup.config.blocks.size()));
    for (const char* page : {"flow", "attention", "norm", "residual", "mixture", "output"})
        QVERIFY2(m_window->showView(page), page); // a page without its tensors says so; none may fail
}

void TestFamilyWindow::theDiagramShowsWhatTheFamilyIsKnownFor_data()
{
    QTest::addColumn<int>("row");
    for (std::size_t i = 0; i < known().size(); ++i)
        QTest::newRow(qPrintable(QString("%1 layer %2").arg(known()[i].folder).arg(known()[i].layer))) << int(i);
}

void TestFamilyWindow::theDiagramShowsWhatTheFamilyIsKnownFor()
{
    QFETCH(int, row);
    const Known& of = known()[std::size_t(row)];
    open(of.folder);
    const core::ModelConfig& config = m_window->run()->setup->config;
    const widgets::Diagram diagram = widgets::diagramOf(config, of.layer < 0 ? int(config.blocks.size()) - 1 : of.layer);
    QCOMPARE(diagram.parallel, of.isParallel);
    QCOMPARE(diagram.sharedNorm, of.sharesNorm);
    for (const char* id : of.has)
        QVERIFY2(diagram.find(id), id);
    for (const char* id : of.lacks)
        QVERIFY2(!diagram.find(id), id);
}

void TestFamilyWindow::idsAreTypedWhereThereIsNoTokenizer()
{
    open("llama-plain");
    QCOMPARE(trace().ids, (std::vector<core::TokenId>{1, 2, 3, 4, 5, 6, 7, 8}));
    QCOMPARE(m_window->promptLine()->text(), QString("1 2 3 4 5 6 7 8"));
    QCOMPARE(trace().tokens.front(), std::string("#1"));

    m_window->setPrompt("3, 1 12");
    QTRY_VERIFY_WITH_TIMEOUT(!m_window->isBusy(), 30000);
    QCOMPARE(trace().ids, (std::vector<core::TokenId>{3, 1, 12}));

    m_window->setPrompt("3 1 99999"); // beyond the vocabulary: said, and the picture stays
    QTRY_VERIFY_WITH_TIMEOUT(!m_window->isBusy(), 30000);
    QCOMPARE(m_window->notifications()->notifications().size(), std::size_t(1));
    QCOMPARE(trace().ids, (std::vector<core::TokenId>{3, 1, 12}));
}

QTEST_MAIN(TestFamilyWindow)
#include "tst_family_window.moc"
