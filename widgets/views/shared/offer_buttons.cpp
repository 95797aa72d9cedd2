#include "widgets/views/shared/offer_buttons.h"

#include "widgets/plot/theme.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QScopeGuard>

namespace widgets {

namespace {

constexpr const char* taken = "takenOffer";

} // namespace

QHBoxLayout* makeOfferRow(QPushButton* first)
{
    auto* const row = new QHBoxLayout;
    row->setObjectName(QStringLiteral("offers"));
    row->setSpacing(space::m);
    row->addStretch(1);
    row->addWidget(first);
    row->addStretch(1);
    return row;
}

void showOffers(QPushButton* first, const std::vector<ChoiceOffer>& offers)
{
    QWidget* const page = first->parentWidget();
    auto* const row = page->findChild<QHBoxLayout*>(QStringLiteral("offers"));
    QList<QPushButton*> further = page->findChildren<QPushButton*>(QStringLiteral("furtherOffer"));
    while (row && std::size_t(further.size()) + 1 < offers.size()) {
        auto* const button = new QPushButton(page);
        button->setObjectName(QStringLiteral("furtherOffer"));
        row->insertWidget(row->count() - 1, button);
        further << button;
        QObject::connect(button, &QPushButton::clicked, first, [first, place = int(further.size())] {
            const auto forget = qScopeGuard([first] { first->setProperty(taken, 0); });
            first->setProperty(taken, place);
            first->click();
        });
    }
    for (std::size_t i = 1; i <= std::size_t(further.size()); ++i) {
        further[qsizetype(i) - 1]->setText(i < offers.size() ? offers[i].label : QString());
        further[qsizetype(i) - 1]->setVisible(i < offers.size());
    }
}

ChoiceOffer takenOffer(const QPushButton& first, const std::vector<ChoiceOffer>& offers)
{
    const auto place = std::size_t(first.property(taken).toInt());
    return place < offers.size() ? offers[place] : ChoiceOffer();
}

} // namespace widgets
