#include "widgets/views/shared/walk_button.h"

#include "core/files/library/bundled_models.h"

#include <QCoreApplication>
#include <QDir>
#include <QLocale>

namespace widgets {

namespace {
struct Walk
{
    Q_DECLARE_TR_FUNCTIONS(WalkButton)
};
} // namespace

WalkButton::WalkButton(QWidget* parent)
    : QPushButton(parent)
{
    retranslate();
}

QString WalkButton::file()
{
    const QDir folder(QString::fromStdString(core::bundledModelsFolder()) + QStringLiteral("/../lectures"));
    const QString own = QStringLiteral("llama.%1.json").arg(QLocale().name());
    return QDir::cleanPath(folder.filePath(folder.exists(own) ? own : QStringLiteral("llama.en.json")));
}

void WalkButton::retranslate()
{
    setText(Walk::tr("Original Transformer → LLaMA"));
    setToolTip(Walk::tr("The choices of the original Transformer become those of LLaMA, one by one: planned steps for F5, where → "
                        "and ← walk them"));
}

} // namespace widgets
