# What `cmake --install` puts beside the program: models, lectures and lessons, and what the desktop, the shells and `man` read. Made at
# build time where the program itself writes it (completions, manual pages), so that it always has every command and option.

set(CUTAWAY_HOMEPAGE "" CACHE STRING "Address of the project's home page, for the package and software centres; empty: none")
set(CUTAWAY_SCREENSHOTS "" CACHE STRING "Address of a folder with docs/pictures, for software centres; empty: no screenshots")
set(CUTAWAY_CONTACT "Cutaway maintainers" CACHE STRING "Maintainer of the package, perhaps with <an address>")

# The folders that the program finds in ../share/cutaway beside it.
foreach(folder IN LISTS shared_folders)
  install(DIRECTORY resources/${folder} DESTINATION ${CMAKE_INSTALL_DATADIR}/cutaway PATTERN README.md EXCLUDE)
endforeach()
if(NOT CUTAWAY_WINDOW OR CMAKE_CROSSCOMPILING)
  return()
endif()

# The day of the release stands in the CHANGELOG, "## 0.2.0 (2026-01-31)"; before it is set, today.
file(STRINGS CHANGELOG.md heading REGEX "^## ${PROJECT_VERSION} \\([0-9]+-[0-9]+-[0-9]+\\)")
if(heading MATCHES "\\(([0-9]+)-([0-9]+)-([0-9]+)\\)")
  set(release_date "${CMAKE_MATCH_1}-${CMAKE_MATCH_2}-${CMAKE_MATCH_3}")
else()
  string(TIMESTAMP release_date "%Y-%m-%d" UTC)
endif()
set(changelog_contact "${CUTAWAY_CONTACT}")
if(NOT changelog_contact MATCHES "<.*>")
  string(APPEND changelog_contact " <>") # Debian's form of the file wants a place for an address
endif()
string(REGEX MATCH "^[0-9]+" release_year "${release_date}")
find_program(DATE_TOOL date)
set(release_stamp "Thu, 01 Jan 1970 00:00:00 +0000")
if(DATE_TOOL)
  execute_process(COMMAND ${CMAKE_COMMAND} -E env LC_ALL=C ${DATE_TOOL} -u -R -d ${release_date} OUTPUT_VARIABLE release_stamp
    OUTPUT_STRIP_TRAILING_WHITESPACE)
endif()

set(metainfo_addresses "")
if(CUTAWAY_HOMEPAGE)
  string(APPEND metainfo_addresses "  <url type=\"homepage\">${CUTAWAY_HOMEPAGE}</url>\n")
endif()
if(CUTAWAY_SCREENSHOTS)
  string(APPEND metainfo_addresses "  <screenshots>\n")
  set(type " type=\"default\"")
  foreach(picture flow-en-light rope-en-light compare-en-dark)
    string(APPEND metainfo_addresses
      "    <screenshot${type}><image>${CUTAWAY_SCREENSHOTS}/${picture}.png</image></screenshot>\n")
    set(type "")
  endforeach()
  string(APPEND metainfo_addresses "  </screenshots>\n")
endif()

set(desktop ${PROJECT_SOURCE_DIR}/resources/desktop)
set(made ${PROJECT_BINARY_DIR}/installed)
foreach(name cutaway.metainfo.xml copyright changelog)
  configure_file(${desktop}/${name}.in ${made}/${name} @ONLY)
endforeach()

# made_by_program(FILE WORDS...): a file that the program prints.
function(made_by_program file)
  add_custom_command(OUTPUT ${made}/${file} DEPENDS cutaway VERBATIM
    COMMAND ${CMAKE_COMMAND} -DPROGRAM=$<TARGET_FILE:cutaway> "-DWORDS=${ARGN}" -DOUTPUT=${made}/${file}
      -P ${PROJECT_SOURCE_DIR}/cmake/run_to_file.cmake)
  set_property(GLOBAL APPEND PROPERTY made_files ${made}/${file})
endfunction()
made_by_program(cutaway.bash completions bash)
made_by_program(_cutaway completions zsh)
made_by_program(cutaway.fish completions fish)
made_by_program(cutaway.1 manual)
made_by_program(cutaway.zh_CN.1 manual --lang zh_CN)

install(FILES ${made}/cutaway.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME cutaway)
install(FILES ${made}/_cutaway DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions)
install(FILES ${made}/cutaway.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)

# Compressed where there is gzip, as Debian wants it: install_text(FILE DESTINATION NAME).
find_program(GZIP_TOOL gzip)
function(install_text file destination name)
  if(GZIP_TOOL)
    set(packed ${made}/packed/${destination}/${name}.gz)
    cmake_path(GET packed PARENT_PATH folder)
    file(MAKE_DIRECTORY ${folder})
    add_custom_command(OUTPUT ${packed} DEPENDS ${file} VERBATIM
      COMMAND sh -c "\"$0\" -9nc \"$1\" > \"$2\"" ${GZIP_TOOL} ${file} ${packed})
    set_property(GLOBAL APPEND PROPERTY made_files ${packed})
    install(FILES ${packed} DESTINATION ${destination})
  else()
    install(FILES ${file} DESTINATION ${destination} RENAME ${name})
  endif()
endfunction()
install_text(${made}/cutaway.1 ${CMAKE_INSTALL_MANDIR}/man1 cutaway.1)
install_text(${made}/cutaway.zh_CN.1 ${CMAKE_INSTALL_MANDIR}/zh_CN/man1 cutaway.1)
install_text(${desktop}/cutaway-get.1 ${CMAKE_INSTALL_MANDIR}/man1 cutaway-get.1)
install_text(${desktop}/cutaway-get.zh_CN.1 ${CMAKE_INSTALL_MANDIR}/zh_CN/man1 cutaway-get.1)
install_text(${made}/changelog ${CMAKE_INSTALL_DATADIR}/doc/cutaway changelog)
install_text(${PROJECT_SOURCE_DIR}/CHANGELOG.md ${CMAKE_INSTALL_DATADIR}/doc/cutaway NEWS)
install(FILES ${desktop}/lintian-overrides DESTINATION ${CMAKE_INSTALL_DATADIR}/lintian/overrides RENAME cutaway)
install(FILES ${made}/copyright DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/cutaway)

install(PROGRAMS tools/cutaway-get DESTINATION ${CMAKE_INSTALL_BINDIR})
install(FILES ${desktop}/cutaway.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
install(FILES ${made}/cutaway.metainfo.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/metainfo)
install(FILES ${desktop}/cutaway-mime.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages RENAME cutaway.xml)

# The icon is an SVG; desktops that want pixels get them where rsvg-convert is there to draw them.
set(icon ${PROJECT_SOURCE_DIR}/resources/icons/cutaway.svg)
set(icons ${CMAKE_INSTALL_DATADIR}/icons/hicolor)
install(FILES ${icon} DESTINATION ${icons}/scalable/apps)
find_program(RSVG_CONVERT rsvg-convert)
if(RSVG_CONVERT)
  foreach(size 16 24 32 48 64 128 256)
    set(png ${made}/icons/${size}/cutaway.png)
    file(MAKE_DIRECTORY ${made}/icons/${size})
    add_custom_command(OUTPUT ${png} DEPENDS ${icon} VERBATIM
      COMMAND ${RSVG_CONVERT} -w ${size} -h ${size} ${icon} -o ${png})
    set_property(GLOBAL APPEND PROPERTY made_files ${png})
    install(FILES ${png} DESTINATION ${icons}/${size}x${size}/apps)
  endforeach()
endif()

get_property(made_files GLOBAL PROPERTY made_files)
add_custom_target(installed_files ALL DEPENDS ${made_files})
