// The resources themselves are generated (CMakeLists.txt); an object library needs one source of its own.
