#include "widgets/controls/tab_order.h"

#include "tests/widgets/support/quiet.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QPushButton>
#include <QScrollArea>
#include <QSpinBox>
#include <QStackedWidget>
#include <QVBoxLayout>

class TestTabOrder : public QObject
{
    Q_OBJECT

    static QString walk(QWidget& first)
    {
        QStringList names{first.objectName()};
        for (QWidget* next = first.nextInFocusChain(); next != &first; next = next->nextInFocusChain())
            if ((next->focusPolicy() & Qt::TabFocus) && !next->objectName().isEmpty() && !next->focusProxy())
                names << next->objectName();
        return names.join(' ');
    }

private slots:
    void controlsComeAsTheyAreLaidOut()
    {
        QWidget window;
        const auto button = [&](const char* name) {
            auto* const made = new QPushButton(&window);
            made->setObjectName(name);
            return made;
        };
        auto* const d = button("d"); // made in an order of no meaning
        auto* const a = button("a");
        auto* const c = button("c");
        auto* const b = button("b");
        auto* const number = new QSpinBox(&window);
        number->setObjectName("number");
        auto* const column = new QVBoxLayout(&window);
        auto* const line = new QHBoxLayout;
        line->addWidget(a);
        line->addWidget(number);
        column->addLayout(line);
        auto* const grid = new QGridLayout;
        grid->addWidget(c, 1, 0);
        grid->addWidget(b, 0, 1);
        column->addLayout(grid);
        auto* const area = new QScrollArea(&window);
        area->setFocusPolicy(Qt::NoFocus);
        area->setWidget(d);
        column->addWidget(area);
        QVERIFY(walk(*a) != "a number b c d");
        widgets::followTheEye(window);
        QCOMPARE(walk(*a), QStringLiteral("a number b c d"));
        widgets::followTheEye(window); // again: the same
        QCOMPARE(walk(*a), QStringLiteral("a number b c d"));
    }

    void aPageIsOrderedWhenItIsShown()
    {
        QWidget window;
        auto* const row = new QHBoxLayout(&window);
        auto* const first = new QPushButton(&window);
        first->setObjectName("first");
        auto* const pages = new QStackedWidget(&window);
        row->addWidget(first);
        row->addWidget(pages);
        for (const char* page : {"one", "two"}) {
            auto* const made = new QWidget(&window);
            auto* const column = new QVBoxLayout(made);
            for (const char* name : {"below", "above"}) {
                auto* const button = new QPushButton(made);
                button->setObjectName(QLatin1String(page) + QLatin1String(name));
                column->insertWidget(0, button);
            }
            pages->addWidget(made);
        }
        widgets::followTheEye(window, pages);
        QVERIFY(walk(*first).startsWith("first oneabove onebelow"));
        pages->setCurrentIndex(1);
        widgets::followTheEye(window, pages);
        QVERIFY2(walk(*first).startsWith("first twoabove twobelow"), qPrintable(walk(*first)));
    }
};

QUIET_TEST_MAIN(TestTabOrder)
#include "tst_tab_order.moc"
