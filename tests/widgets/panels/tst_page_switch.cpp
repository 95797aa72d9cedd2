// A choice in the line of a page: its kinds stand alike wherever it is.

#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/panels/page_switch.h"
#include "widgets/panels/page_switches.h"
#include "widgets/panels/variant_panel.h"

#include <QAbstractButton>
#include <QTest>

#include <map>

using namespace widgets;

class TestPageSwitch : public QObject
{
    Q_OBJECT
private slots:
    void kindsAreInOneOrderOnEveryPage()
    {
        VariantPanel panel;
        panel.editor()->setSetup(support::tinySetup({"position.kind=rope"}));
        PageSwitches strip(panel.editor());
        strip.show();
        QStringList before;
        for (const char* family : {"position.kind", "position.kind=alibi", "position.kind=none", "position.kind=sinusoidal"}) {
            strip.setFamilies({QString::fromLatin1(family)});
            QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
            strip.resize(3000, strip.sizeHint().height());
            std::map<int, QString> places;
            for (const QAbstractButton* one : strip.findChild<PageSwitch*>()->findChildren<QAbstractButton*>())
                if (one->isVisible())
                    places[one->x()] = one->objectName();
            QStringList order;
            for (const auto& [x, id] : places)
                order << id;
            QVERIFY(order.size() > 5);
            if (!before.isEmpty())
                QCOMPARE(order, before);
            before = order;
        }
    }
};

QUIET_TEST_MAIN(TestPageSwitch)
#include "tst_page_switch.moc"
