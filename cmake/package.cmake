# The Debian package, by `cpack --config build/release/CPackConfig.cmake` (`./dev package`): the program with what cmake/install.cmake
# installs. Libraries it needs are found by dpkg-shlibdeps; fonts, Qt's plugin for SVG and its
# translations are read while the program runs, so they stand here.

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME cutaway)
set(CPACK_PACKAGE_CONTACT "${CUTAWAY_CONTACT}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "instrument that shows every tensor of a running Transformer")
set(CPACK_PACKAGE_DESCRIPTION "Cutaway runs real forward passes of Transformers on the CPU, with the
architectural choices of the last years behind switches, and shows every
tensor on the way: attention, norms, positions, mixtures of experts, the
residual stream, training.
.
Small trained models come with it; folders of Hugging Face and GGUF files
open, too. Figures leave as SVG, PDF and PNG with the recipe that draws them
again.")
set(CPACK_PACKAGE_HOMEPAGE_URL "${CUTAWAY_HOMEPAGE}")
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/package)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_THREADS 0)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "fonts-inter, fonts-dejavu-core, fonts-wqy-microhei, libqt6svg6, qt6-translations-l10n")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "fonts-cmu, fonts-liberation, fonts-dejavu-extra, python3-pip, qt6-wayland")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "bash-completion")
include(CPack)
