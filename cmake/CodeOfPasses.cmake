# cmake -DROOT=… -DHEADER=… -P CodeOfPasses.cmake: a header with a hash of all that decides how a file is rewritten (src/syntax without
# its tests, the grammars' versions), so that what one build of Kingbird rewrote is never taken for another's.
file(GLOB_RECURSE sources RELATIVE ${ROOT} ${ROOT}/src/syntax/*.cc ${ROOT}/src/syntax/*.h)
list(FILTER sources EXCLUDE REGEX "_test\\.cc$")
set(hashes "")
foreach(source ${sources} package-lock.json)
  file(SHA256 ${ROOT}/${source} hash)
  string(APPEND hashes "${source} ${hash}\n")
endforeach()
string(SHA256 hash "${hashes}")
file(CONFIGURE OUTPUT ${HEADER} CONTENT "// Made by cmake/CodeOfPasses.cmake.\n#pragma once\n\n#define KINGBIRD_CODE_OF_PASSES \"${hash}\"\n" @ONLY)
# CONFIGURE leaves a file that would be the same alone; its time must still be later than that of the sources.
file(TOUCH ${HEADER})
