// Interventions by pointing: which parts a place is of, what the menu makes of them, and the panel of what is in force.

#include "core/run/forward.h"
#include "core/run/intervention_list.h"
#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/figure/intervention_text.h"
#include "widgets/panels/intervention_directions.h"
#include "widgets/panels/intervention_menu.h"
#include "widgets/panels/intervention_panel.h"
#include "widgets/panels/intervention_row.h"
#include "widgets/run/intervention_places.h"

#include <QCheckBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QMenu>
#include <QSignalSpy>
#include <QSlider>
#include <QTest>
#include <QToolButton>

#include <algorithm>
#include <cmath>

using namespace widgets;
using Kind = InterventionPlace::Kind;

namespace {

const InterventionPlace* placeOfKind(const std::vector<InterventionPlace>& places, Kind kind)
{
    const auto found = std::ranges::find(places, kind, &InterventionPlace::kind);
    return found == places.end() ? nullptr : &*found;
}

/// The words of all places, the narrowest first.
QStringList words(const std::vector<InterventionPlace>& places)
{
    QStringList all;
    for (const InterventionPlace& place : places)
        all << placeText(place.changes.front());
    return all;
}

QAction* operation(const QMenu& menu, const QString& title, const char* name)
{
    for (const QAction* place : menu.actions())
        if (place->menu() && place->text() == title)
            return place->menu()->findChild<QAction*>(QString::fromLatin1(name));
    return nullptr;
}

} // namespace

class TestInterventions : public QObject
{
    Q_OBJECT

    RunPtr m_run = support::tinyRun("The cat sat on the mat", {"feed_forward.kind=mixture", "sizes.kv_heads=2"});
    RunPtr m_plain = support::tinyRun("The cat sat on the mat");

private slots:
    void aPlaceIsOfEverythingAroundIt()
    {
        const Selection at{.layer = 1, .head = 2, .query = 4, .key = 3};
        QCOMPARE(words(placesAt(*m_run, "blocks.1.attn.pattern", at)),
            (QStringList{"L1 H2 pattern, query 4, key 3", "L1 H2 pattern, query 4", "L1 H2 z", "L1 H2 pattern", "L1 attn_out",
                "L1 pattern", "L1 attn_out"}));
        const Selection neuron{.layer = 0, .head = 2, .query = 4, .dim = 7};
        QCOMPARE(words(placesAt(*m_plain, "blocks.0.mlp.post", neuron)),
            (QStringList{"L0 mlp.post #7, token 4", "L0 mlp.post, token 4", "L0 mlp.post #7", "L0 mlp_out", "L0 mlp.post",
                "L0 attn_out"}));
        // What the selection does not name is taken whole, and no cell is offered.
        const Selection noToken{.layer = 0, .head = 2, .query = -1};
        QVERIFY(!placeOfKind(placesAt(*m_plain, "blocks.0.attn.z", noToken), Kind::Number));
        QCOMPARE(words(placesAt(*m_plain, {}, noToken)).front(), QStringLiteral("L0 H2 z"));
        QVERIFY(placesAt(*m_plain, "blocks.0.no.such", at).empty());
        const auto expert = placesAt(*m_run, "blocks.1.mlp.gates", {.layer = 1, .query = 0, .dim = 1});
        QCOMPARE(placeOfKind(expert, Kind::Expert)->changes.front().at, std::string("blocks.1.mlp.experts.1.out"));
    }

    /// A mask is of every head: its places are, too, and each is one that a run takes.
    void aPlaceWithoutAHeadIsOfAllHeads()
    {
        const std::vector<InterventionPlace> places
            = placesAt(*m_plain, "blocks.0.attn.scores", {.layer = 0, .head = -1, .query = 1, .key = 3});
        QCOMPARE(words(places), (QStringList{"L0 scores, query 1", "L0 attn_out", "L0 scores", "L0 attn_out"}));
        core::TraceRequest request;
        request.interventions = places.front().changes;
        const auto changed = core::forward(*m_plain->setup, {.ids = m_plain->trace->ids}, request);
        QCOMPARE(core::interventionsFromJson(changed->interventions, {}).size(), std::size_t(1)); // as the window reads it
        const core::Tensor& scores = changed->at("blocks.0.attn.scores");
        for (core::Index head = 0; head < scores.dim(0); ++head)
            QCOMPARE(scores.data()[(head * scores.dim(1) + 1) * scores.dim(2)], 0.f);
    }

    void everyPlaceFitsTheRunThatItWasPointedAtIn()
    {
        for (const RunPtr& run : {m_run, m_plain})
            for (const core::TraceEntry& entry : run->trace->entries()) {
                core::TraceRequest request;
                for (const InterventionPlace& place :
                    placesAt(*run, QString::fromStdString(entry.name()), {.layer = 0, .head = 1, .query = 1, .key = 0, .dim = 0}))
                    for (const core::Intervention& one : place.changes)
                        if (run->trace->findEntry(core::parseNamePattern(one.at)->name)) // an expert may have no token
                            request.interventions.push_back(one);
                request.skipsUnfit = true;
                const core::Plan plan = core::plan(run->setup->config, core::Index(run->trace->ids.size()), 0, request);
                QVERIFY(!plan.tensors.empty());
                core::InterventionList list(request.interventions, nullptr, true);
                list.bind(plan.tensors);
                for (const core::UnfitIntervention& one : list.unfit())
                    QVERIFY2(one.why.problem.find("nothing of the run is computed") != std::string::npos,
                        (entry.name() + ": " + one.why.problem).c_str());
            }
    }

    void theMeanOfOneTokenIsThatOverAllOfThem()
    {
        const core::Intervention place{.at = "blocks.0.attn.z[1]", .slice = {{"token", 2, 2}}};
        const core::Tensor& z = m_plain->trace->at("blocks.0.attn.z"); // [token, head, d_head]
        const auto mean = meanOf(*m_plain, place);
        QVERIFY(mean && mean->shape == (core::Shape{1, 1, z.dim(2)}));
        double sum = 0;
        for (core::Index token = 0; token < z.dim(0); ++token)
            sum += double(z.data()[(token * z.dim(1) + 1) * z.dim(2) + 3]);
        QVERIFY(std::abs(sum / double(z.dim(0)) - double(mean->numbers[3])) < 1e-6);
        QVERIFY(!meanOf(*m_plain, {.at = "blocks.0.attn.z[1]"})); // that is the operation's
        QCOMPARE(numbersOf(*m_plain, place)->numbers[3], z.data()[(2 * z.dim(1) + 1) * z.dim(2) + 3]);
        QVERIFY(!numbersOf(*m_plain, {.at = "blocks.0.attn.z[99]"}));
    }

    void eachExpertIsOfferedWhereNoneIsNamed()
    {
        const auto places = placesAt(*m_run, "blocks.1.mlp.gates", {.layer = 1, .head = -1});
        const core::Index experts = m_run->trace->at("blocks.1.mlp.gates").dim(1);
        QCOMPARE(core::Index(std::ranges::count(places, Kind::Expert, &InterventionPlace::kind)), experts);
        QMenu menu;
        addPlaces(menu, places, {m_run}, [](const auto&, Lacks) {});
        const auto* const each = menu.findChild<QMenu*>(QStringLiteral("experts"));
        QVERIFY(each && core::Index(each->actions().size()) == experts);
        QVERIFY(menu.actions().size() < 6);
    }

    void aTokenIsInTheStreamAndItsBranches()
    {
        QCOMPARE(words(placesOfToken(*m_plain, 1, 3)),
            (QStringList{"embed, token 3", "L1 resid_pre, token 3", "L1 attn_out, token 3", "L1 mlp_out, token 3"}));
        QVERIFY(placesOfToken(*m_plain, 99, 3).size() == 1);
    }

    /// Two lists beside each other: what one does not need is the other's, and a long reason is seen whole.
    void twoListsHaveTheRoomThatTheyNeed()
    {
        const core::Intervention one{.at = "blocks.1.attn.z[2]"};
        const QString reason
            = QStringLiteral("matches no tensor of this model, which has other layers and other heads than the one "
                             "that it was made for, and so nothing is changed by it in this run of the text");
        InterventionPanel a, b;
        a.show({one, one, one, one, one, one}, {}, "A");
        b.show({one}, {reason}, "B");
        a.shareRoom(&b);
        b.shareRoom(&a);
        for (InterventionPanel* const panel : {&a, &b}) {
            panel->resize(240, panel->sizeHint().height());
            panel->QWidget::show();
        }
        b.resize(240, b.sizeHint().height());
        QCoreApplication::processEvents();
        const auto* const why = b.row(0)->findChild<QLabel*>(QStringLiteral("why"));
        QCOMPARE(why->toolTip(), reason);
        QVERIFY(why->height() >= why->heightForWidth(why->width()));
        const QPoint end = why->mapTo(&b, QPoint(0, why->height()));
        QVERIFY2(end.y() <= b.height(), qPrintable(QStringLiteral("%1 of %2").arg(end.y()).arg(b.height())));
        QVERIFY(b.row(0)->mapTo(&b, QPoint(0, b.row(0)->height())).y() <= b.height());
        // The other list takes what is left, and no more.
        InterventionPanel small;
        small.show({one}, {}, "B");
        a.shareRoom(&small);
        const int beside = a.sizeHint().height();
        a.shareRoom(&b);
        QVERIFY(beside > a.sizeHint().height());
    }

    void theMenuOffersEachOperationOfEachPlace()
    {
        QMenu menu;
        std::vector<core::Intervention> chosen;
        Lacks lacks = Lacks::Nothing;
        addPlaces(menu, placesAt(*m_plain, "blocks.1.attn.pattern", {.layer = 1, .head = 2, .query = 4, .key = 3}),
            {m_plain, support::tinyRun("The dog"), "A"}, [&](const std::vector<core::Intervention>& list, Lacks what) {
                chosen = list;
                lacks = what;
            });
        operation(menu, "Head L1 H2", "zero")->trigger();
        QVERIFY(chosen == std::vector{core::Intervention{.at = "blocks.1.attn.z[2]"}} && lacks == Lacks::Nothing);
        operation(menu, "Head L1 H2", "mean")->trigger();
        QCOMPARE(interventionText(chosen.front()), QStringLiteral("L1 H2 z → mean"));
        operation(menu, "Head L1 H2", "scale")->trigger();
        QVERIFY(lacks == Lacks::Number && chosen.front().value.numbers == std::vector{1.f});
        operation(menu, "All that layer 1 adds", "zero")->trigger();
        QCOMPARE(chosen.size(), std::size_t(2));
        operation(menu, "Head L1 H2", "capitals")->trigger();
        QVERIFY(
            lacks == Lacks::Means && chosen.front().op == core::InterventionOp::Set && chosen.front().origin.texts == "capitals");
        operation(menu, "Head L1 H2", "text")->trigger();
        QVERIFY(lacks == Lacks::Text);
        QVERIFY(!operation(menu, "Of this head: L1 H2 pattern", "capitals")); // of pairs of tokens
        QAction* const other = operation(menu, "Head L1 H2", "other");
        QVERIFY(!other->isEnabled() && !other->toolTip().isEmpty()); // another text
    }

    void aDirectionIsAddedToTheStream()
    {
        QMenu menu;
        std::vector<core::Intervention> chosen;
        const RunPtr other = support::tinyRun("The dog sat on the mat");
        addPlaces(menu, placesAt(*m_plain, "blocks.1.resid_pre", {.layer = 1, .query = 2, .dim = 3}), {m_plain, other, "A"},
            [&](const std::vector<core::Intervention>& list, Lacks lacks) { // as the worker does
                chosen = lacks == Lacks::Length ? withLengths(*m_plain, list, {}) : list;
            });
        const auto directions = menu.findChildren<QMenu*>(QStringLiteral("directions"));
        QCOMPARE(directions.size(), 2); // of the token, and of all tokens: not of one number or dimension
        const QList<QAction*> offered = directions.first()->actions();
        offered.first()->trigger(); // towards the likeliest next token
        QVERIFY(chosen.size() == 1 && chosen[0].op == core::InterventionOp::Add);
        QCOMPARE(chosen[0].slice, (std::vector<core::AxisRange>{{"token", 2, 2}}));
        const core::Tensor& stream = m_plain->trace->at("blocks.1.resid_pre");
        const auto lengthOf = [](const float* vector, std::size_t size) {
            double sum = 0;
            for (std::size_t i = 0; i < size; ++i)
                sum += double(vector[i]) * double(vector[i]);
            return std::sqrt(sum);
        };
        QCOMPARE(core::Index(chosen[0].value.numbers.size()), stream.dim(1));
        QVERIFY(std::abs(lengthOf(chosen[0].value.numbers.data(), 32) - lengthOf(stream.row(2), 32)) < 1e-4);

        offered.last()->trigger(); // A less B
        const core::Tensor& its = other->trace->at("blocks.1.resid_pre");
        for (std::size_t i = 0; i < 32; ++i)
            QVERIFY(std::abs(chosen[0].value.numbers[i] - (its.row(2)[i] - stream.row(2)[i])) < 1e-6f);
        // With it the stream there is A's.
        core::TraceRequest request;
        request.interventions = chosen;
        const auto steered = core::forward(*m_plain->setup, {.ids = m_plain->trace->ids}, request);
        for (std::size_t i = 0; i < 32; ++i)
            QVERIFY(std::abs(steered->at("blocks.1.resid_pre").row(2)[i] - its.row(2)[i]) < 1e-5f);
    }

    void aTokenLooksOrDoesNot()
    {
        const auto offered = [&](int query, int key, std::vector<core::Intervention>& chosen) {
            auto* const menu = new QMenu;
            addPlaces(*menu, placesAt(*m_plain, "blocks.1.attn.pattern", {.layer = 1, .head = 2, .query = query, .key = key}),
                {m_plain}, [&](const std::vector<core::Intervention>& list, Lacks) { chosen = list; });
            const QList<QAction*> looks = menu->findChildren<QAction*>(QStringLiteral("look"));
            return looks.size() == 1 ? looks.first() : nullptr;
        };
        const auto ran = [&](const std::vector<core::Intervention>& list) {
            core::TraceRequest request;
            request.interventions = list;
            return core::forward(*m_plain->setup, {.ids = m_plain->trace->ids}, request);
        };
        const auto cell = [](const core::Trace& trace, int query, int key) {
            return trace.at("blocks.1.attn.pattern").data()[2 * 36 + query * 6 + key];
        };
        std::vector<core::Intervention> chosen;
        QAction* const hide = offered(4, 3, chosen);
        QVERIFY(hide && hide->isEnabled());
        hide->trigger();
        QCOMPARE(cell(*ran(chosen), 4, 3), 0.f);
        QVERIFY(cell(*m_plain->trace, 4, 3) > 0);

        QAction* const show = offered(1, 4, chosen); // masked: a later token
        QVERIFY(show && show->isEnabled() && show->text() != hide->text());
        show->trigger();
        const auto seen = ran(chosen);
        QVERIFY(cell(*seen, 1, 4) > 0);
        const float* const row = m_plain->trace->at("blocks.1.attn.scores").data() + 2 * 36 + 6;
        const float score = m_plain->trace->at("blocks.1.attn.scores_content").data()[2 * 36 + 6 + 4]; // there is no bias
        QVERIFY(std::abs(std::log(cell(*seen, 1, 4) / cell(*seen, 1, 0)) - (score - row[0])) < 1e-3f);
        float sum = 0;
        for (int key = 0; key < 6; ++key)
            sum += cell(*seen, 1, key);
        QVERIFY(std::abs(sum - 1) < 1e-5f);

        QAction* const only = offered(0, 0, chosen);
        QVERIFY(only && !only->isEnabled() && !only->toolTip().isEmpty());
    }

    void thePanelSaysWhatIsInForceAndWhatDoesNotFit()
    {
        InterventionPanel panel;
        panel.show({}, {}, {});
        QVERIFY(panel.isHidden());
        core::Intervention half{.at = "blocks.1.attn.z[2]"}, number{.at = "blocks.9.resid_pre", .op = core::InterventionOp::Set};
        half.strength = 0.5f;
        number.value = {{}, {2.f}};
        panel.show({half, number}, {QString(), "matches no tensor"}, "B");
        QVERIFY(!panel.isHidden() && panel.heading().contains("B"));
        QVERIFY(panel.row(1)->findChildren<QLabel*>().back()->text().contains("matches no tensor"));
        QCOMPARE(panel.row(0)->findChild<QSlider*>("strength")->value(), 50);

        QSignalSpy changed(&panel, &InterventionPanel::changed);
        const auto last = [&] { return changed.takeLast()[0].value<std::vector<core::Intervention>>(); };
        panel.row(0)->findChild<QSlider*>("strength")->setValue(25);
        QCOMPARE(last()[0].strength, 0.25f);
        panel.row(0)->findChild<QCheckBox*>("on")->click();
        QVERIFY(last()[0].isOff);
        panel.row(1)->findChild<QToolButton*>("up")->click();
        QCOMPARE(last()[0].at, number.at);
        panel.row(1)->findChild<QDoubleSpinBox*>("number")->setValue(-1.5);
        QVERIFY(last()[1].value.numbers == std::vector{-1.5f});
        panel.row(0)->findChild<QToolButton*>("remove")->click();
        QVERIFY(last() == std::vector{number});
        panel.show({number}, {}, {});
        QVERIFY(panel.row(1)->isHidden());
        QVERIFY(!panel.row(0)->findChild<QToolButton*>("up")->isEnabled());
    }

    void keysAndDraggingChangeTheOrder()
    {
        const core::Intervention a{.at = "a"}, b{.at = "b"}, c{.at = "c"};
        InterventionPanel panel;
        panel.show({a, b, c}, {}, {});
        panel.resize(300, 400);
        panel.QWidget::show();
        QVERIFY(QTest::qWaitForWindowActive(&panel));
        QSignalSpy changed(&panel, &InterventionPanel::changed);
        const auto order = [&] {
            QString all;
            for (const core::Intervention& one : changed.takeLast()[0].value<std::vector<core::Intervention>>())
                all += QString::fromStdString(one.at);
            return all;
        };
        connect(&panel, &InterventionPanel::changed, &panel,
            [&](const std::vector<core::Intervention>& list) { panel.show(list, {}, {}); });
        const auto focus = [&](int row, const char* name) { return panel.row(row)->findChild<QWidget*>(QLatin1String(name)); };
        focus(2, "strength")->setFocus();
        QTest::keyClick(focus(2, "strength"), Qt::Key_Up, Qt::AltModifier);
        QCOMPARE(order(), QStringLiteral("acb"));
        QVERIFY(focus(1, "strength")->hasFocus()); // it goes along
        QCOMPARE(panel.row(1)->findChild<QSlider*>("strength")->value(), 100); // and is no step of the slider
        QTest::keyClick(focus(1, "strength"), Qt::Key_Down, Qt::AltModifier);
        QCOMPARE(order(), QStringLiteral("abc"));
        QTest::keyClick(focus(2, "strength"), Qt::Key_Down, Qt::AltModifier);
        QVERIFY(changed.isEmpty());

        // Dropped above the middle of a row it goes before it.
        const auto drag = [&](int row, int before) {
            QWidget* const words = panel.row(row)->findChildren<QLabel*>().front();
            const QWidget* const to = panel.row(std::min(before, 2));
            const QPoint end
                = to->mapTo(&panel, before < 3 ? QPoint(40, 2) : to->rect().bottomLeft()) - words->mapTo(&panel, QPoint());
            QTest::mousePress(words, Qt::LeftButton, {}, {5, 5});
            QTest::mouseMove(words, (QPoint(5, 5) + end) / 2);
            QTest::mouseMove(words, end);
            return std::pair(words, end);
        };
        const auto drop
            = [&](const std::pair<QWidget*, QPoint>& at) { QTest::mouseRelease(at.first, Qt::LeftButton, {}, at.second); };
        drop(drag(0, 3));
        QCOMPARE(order(), QStringLiteral("bca"));
        drop(drag(2, 0));
        QCOMPARE(order(), QStringLiteral("abc"));
        drop(drag(1, 1));
        drop(drag(1, 2));
        QVERIFY(changed.isEmpty());
        const auto held = drag(0, 3);
        QTest::keyClick(&panel, Qt::Key_Escape);
        drop(held);
        QVERIFY(changed.isEmpty());
        drop(drag(0, 1)); // not alone, and nothing is left of the last
        QVERIFY(changed.isEmpty());
    }
};

QUIET_TEST_MAIN(TestInterventions)
#include "tst_interventions.moc"
