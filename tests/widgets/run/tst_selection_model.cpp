#include "widgets/run/selection_model.h"

#include <QSignalSpy>
#include <QTest>

using widgets::Selection;
using widgets::SelectionModel;

class TestSelectionModel : public QObject
{
    Q_OBJECT
private slots:
    void sameSelectionIsAnnouncedOnce()
    {
        SelectionModel model;
        QSignalSpy pins(&model, &SelectionModel::pinnedChanged);
        QSignalSpy hovers(&model, &SelectionModel::hoveredChanged);
        model.pin({.layer = 2, .query = 3});
        model.pin({.layer = 2, .query = 3});
        model.hover({.layer = 1});
        model.hover({.layer = 1});
        QCOMPARE(pins.count(), 1);
        QCOMPARE(hovers.count(), 1);
    }

    void nothingIsHoveredAtFirstAndAfterUnhover()
    {
        SelectionModel model;
        QCOMPARE(model.hovered(), SelectionModel::nothing());
        model.hover({.layer = 1, .query = 2});
        model.unhover();
        QCOMPARE(model.hovered(), SelectionModel::nothing());
    }

    void whatIsGoneIsHoveredNoMore()
    {
        SelectionModel model;
        model.hover({.layer = 1, .head = 1, .query = 169, .key = 3});
        model.clamp(4, 4, 200);
        QCOMPARE(model.hovered().query, 169);
        model.clamp(4, 4, 12); // the text is shorter, the mouse where it was
        QVERIFY(model.hovered() == SelectionModel::nothing());
    }

    void clampKeepsTheNearestThatExists()
    {
        SelectionModel model;
        model.pin({.layer = 7, .head = 9, .query = 11, .key = -1});
        model.clamp(4, 2, 6);
        QCOMPARE(model.pinned(), (Selection{.layer = 3, .head = 1, .query = 5, .key = -1}));
        model.clamp(0, 0, 0);
        QCOMPARE(model.pinned(), (Selection{.layer = 0, .head = 0, .query = -1, .key = -1}));
    }

    void whoGoesToAnotherHeadHasChosenIt()
    {
        SelectionModel model;
        model.pin({.isHeadChosen = false});
        Selection at = model.pinned();
        at.query = 3;
        model.pin(at);
        QVERIFY(!model.pinned().isHeadChosen);
        at.head = 1;
        model.pin(at);
        QVERIFY(model.pinned().isHeadChosen);
        model.pin({.isHeadChosen = false}); // another model
        QVERIFY(!model.pinned().isHeadChosen);
    }

    void unpinKeepsLayerAndHead()
    {
        SelectionModel model;
        model.pin({.layer = 3, .head = 1, .query = 5, .key = 2, .dim = 4});
        model.unpin();
        QCOMPARE(model.pinned(), (Selection{.layer = 3, .head = 1}));
    }
};

QTEST_GUILESS_MAIN(TestSelectionModel)
#include "tst_selection_model.moc"
