#pragma once

// Page families: the choices that a page of a view is about, as the line of controls shows them. ViewInfo::families states each
// as "KEY", "KEY=kind,kind" where these kinds stay in sight in the line, or "KEY@page,page=kind" where that is so on these pages
// only.

#include <QStringList>

namespace widgets {

struct ViewInfo;

/// Those of one page (the word of "show", or the id of a figure without pages), "KEY" or "KEY=kind,kind" each
/// (PageSwitches::setFamilies): what names the page first, then the others as stated, without the kinds of other pages. A key is
/// there once.
QStringList familiesOf(const ViewInfo& view, const QString& page = {});

/// The keys alone, of all pages.
QStringList familyKeys(const ViewInfo& view);

} // namespace widgets
