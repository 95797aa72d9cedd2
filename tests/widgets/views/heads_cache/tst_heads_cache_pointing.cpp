// Heads and cache: what is pointed at there is a place of the run.

#include "tests/widgets/support/answered_view.h"
#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/plot/plot.h"
#include "widgets/views/heads_cache/sharing_links.h"
#include "widgets/views/heads_cache/view.h"

#include <QContextMenuEvent>
#include <QSignalSpy>
#include <QTest>

#include <set>
#include <tuple>

using namespace widgets;

class TestHeadsCachePointing : public QObject
{
    Q_OBJECT

    static const SharingLinks* links(const HeadsCacheView& view)
    {
        return qobject_cast<const SharingLinks*>(view.plot()->cellMap(QStringLiteral("sharing")));
    }

private slots:
    /// The kind that the run has is a place to intervene, the others are of other runs.
    void aRightClickOnAHeadOffersIt()
    {
        SelectionModel selection;
        selection.pin({.layer = 1});
        HeadsCacheView view(&selection, nullptr);
        view.resize(1200, 760);
        view.show();
        support::answer(view);
        const RunPtr run = support::tinyRun();
        view.setRun(run, nullptr);
        QTRY_VERIFY(view.isUpToDate() && links(view));
        const SharingLinks* const shown = links(view);
        const QRectF room = shown->keyAxis()->axisRect()->rect();
        QSignalSpy asked(&view, &View::placeAsked);
        const auto ask = [&](const QPointF& at) {
            QContextMenuEvent asks(QContextMenuEvent::Mouse, at.toPoint(), view.plot()->mapToGlobal(at.toPoint()));
            QCoreApplication::sendEvent(view.plot(), &asks);
        };
        const QPointF first(room.left() + 0.02 * room.width() + 16, room.center().y());
        QCOMPARE(shown->cellAt(first), (Cell{0, 0})); // multi-head, the run's own
        ask(first);
        QCOMPARE(asked.count(), 1);
        QCOMPARE(asked[0][0].toString(), QStringLiteral("blocks.1.attn.q"));
        const auto at = asked[0][1].value<Selection>();
        QCOMPARE(std::tuple(at.layer, at.head, at.query), std::tuple(1, 0, -1));

        // Keys and values are places of their own, of the token that leaves them.
        std::set<QString> kept;
        for (double y = room.top(); y < room.bottom(); ++y)
            for (double x = room.left(); x < room.center().x(); x += 3) {
                const Cell cell = shown->cellAt({x, y});
                if (cell.isNone() || cell.row != 0 || shown->partAt(cell).row < 0 || shown->partAt(cell).keptHead != 2)
                    continue;
                asked.clear();
                ask({x, y});
                QCOMPARE(asked.count(), 1);
                kept.insert(asked[0][0].toString());
                const auto of = asked[0][1].value<Selection>();
                QCOMPARE(std::tuple(of.layer, of.head, of.dim), std::tuple(1, 2, -1));
                QCOMPARE(of.query, int(run->trace->ids.size()) - 1);
                y += 4;
                break;
            }
        QCOMPARE(QStringList(kept.begin(), kept.end()).join(QLatin1Char(' ')), QStringLiteral("blocks.1.attn.rot_k blocks.1.attn.v"));
        asked.clear();
        ask({room.right() - 4, room.center().y()});
        QVERIFY(asked.isEmpty() || asked[0][0].toString().isEmpty());
    }
};

QUIET_TEST_MAIN(TestHeadsCachePointing)
#include "tst_heads_cache_pointing.moc"
