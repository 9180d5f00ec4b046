# Flags for our own code; third-party sources are built without them.
add_library(kingbird_flags INTERFACE)
target_compile_options(kingbird_flags INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual
                                                -Wno-missing-field-initializers $<$<NOT:$<CONFIG:Release>>:-Werror>)
# What a user builds does not fail over a warning: at -O3 GCC 12 gives false alarms about std::string (its bugs 105329, 105651).
if(KINGBIRD_SANITIZE)
  add_compile_options(-fsanitize=${KINGBIRD_SANITIZE} -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${KINGBIRD_SANITIZE})
  # src/runtime/sandbox.cc reaches into them.
  if(KINGBIRD_SANITIZE MATCHES address)
    add_link_options(-static-libasan)
  elseif(KINGBIRD_SANITIZE MATCHES thread)
    add_link_options(-static-libtsan)
  endif()
  if(KINGBIRD_SANITIZE MATCHES undefined)
    # Else it is only printed, and the test passes.
    add_compile_options(-fno-sanitize-recover=undefined)
  endif()
  # GCC 12 reports false positives in <regex>, std::variant and std::string (the bugs named above) under sanitizers.
  target_compile_options(kingbird_flags INTERFACE -Wno-maybe-uninitialized -Wno-array-bounds -Wno-restrict -Wno-stringop-overflow)
endif()
target_include_directories(kingbird_flags INTERFACE ${CMAKE_SOURCE_DIR}/src ${CMAKE_BINARY_DIR}/generated)
