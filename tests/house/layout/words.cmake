# What a person reads, and what is of one machine only.

# --- What a person reads ---------------------------------------------------------------------------------------------------

# lupdate sees literals only, and takes the context from Q_OBJECT or Q_DECLARE_TR_FUNCTIONS.
set(without_noop "")
foreach(file ${window})
  read_text(text "${file}")
  if(NOT text MATCHES "QT_TR_NOOP|QT_TRANSLATE_NOOP") # literals marked in a table of the same file may be looked up
    list(APPEND without_noop "${file}")
  endif()
endforeach()
forbid("tr() of something that is not a literal" "[^A-Za-z0-9_]tr\\([ \n]*[a-zA-Z_][A-Za-z0-9_]*[^\"A-Za-z0-9_]" ${without_noop})
foreach(file ${window})
  read_text(text "${file}" CODE)
  if(NOT text MATCHES "[^A-Za-z0-9_:.>]tr\\(")
    continue()
  endif()
  # Its own header, or the one that a large class shares: main_window_pages.cpp has main_window.h.
  string(REGEX REPLACE "cpp$" "h" header "${file}")
  string(REGEX REPLACE "_[a-z]+\\.cpp$" ".h" shared "${file}")
  foreach(declared IN ITEMS "${header}" "${shared}")
    if(EXISTS "${ROOT}/${declared}")
      read_text(declarations "${declared}")
      string(APPEND text "${declarations}")
    endif()
  endforeach()
  if(NOT text MATCHES "Q_OBJECT|Q_GADGET|Q_NAMESPACE|Q_DECLARE_TR_FUNCTIONS")
    breach("${file}" "tr() without Q_OBJECT or Q_DECLARE_TR_FUNCTIONS has no context")
  endif()
endforeach()
# A literal that is the only argument of a setter is text; in front of others it may be a key. Makers take text first.
set(letters "u?\"[^\"\n]*[A-Za-z][A-Za-z][^\"\n]*\"")
set(wrapper "(QStringLiteral|QString|QLatin1String|QString::fromUtf8)")
set(setters "set(Text|ToolTip|WindowTitle|StatusTip|PlaceholderText|Title|Label|LabelText|AccessibleName|AccessibleDescription|WhatsThis|Prefix|Suffix)")
set(makers "addAction|addMenu|new Q(Label|PushButton|ToolButton|Action|CheckBox|RadioButton|GroupBox)")
forbid("a visible string outside tr()" "[^A-Za-z0-9_]${setters}\\((${letters}|${wrapper}\\(${letters}\\))\\)" ${window})
forbid("a visible string outside tr()" "[^A-Za-z0-9_](${makers})\\((${wrapper}\\()?${letters}" ${window})

# Black and white are allowed: marks over data must stand out from any colour of the map.
set(painted ${window})
list(FILTER painted EXCLUDE REGEX "/[a-z_]*(theme|colou?r)[a-z_]*\\.(h|cpp)$")
forbid("a colour that does not come from the theme" "QColor\\((u?\"#|QStringLiteral\\(\"#|0x|{0-9})[^)\n]*|Qt::(red|green|blue|yellow|cyan|magenta|gray|lightGray|darkGray)[^A-Za-z]" ${painted})

# --- This machine ----------------------------------------------------------------------------------------------------------

find_sources(texts IN ${layers} resources tests tools cmake docs ENDING .h .cpp .cmake .txt .py .md .json .qrc .sh)
file(GLOB root_files RELATIVE "${ROOT}" "${ROOT}/*.md" "${ROOT}/CMake*" "${ROOT}/dev" "${ROOT}/.ci/run")
list(FILTER texts EXCLUDE REGEX "^tests/(house|data)/")
foreach(file ${texts} ${root_files})
  file(READ "${ROOT}/${file}" text)
  if(text MATCHES "(/home/|/root/|/work/|/Users/|/tmp/|[A-Z]:\\\\Users)[A-Za-z0-9_.]")
    breach("${file}" "a path of one machine [${CMAKE_MATCH_0}]")
  endif()
endforeach()
