# A relocatable tree: bin/kingbird finds share/kingbird/agent and lib/kingbird/kingbird.node relative to itself.
include(GNUInstallDirs)
install(TARGETS kingbird RUNTIME DESTINATION bin)
install(TARGETS kingbird_addon LIBRARY DESTINATION lib/kingbird)
install(DIRECTORY ${CMAKE_SOURCE_DIR}/agent/ DESTINATION share/kingbird/agent PATTERN "*.test.js" EXCLUDE)
install(FILES ${CMAKE_SOURCE_DIR}/src/guard/guard.js DESTINATION share/kingbird)
install(FILES ${CMAKE_SOURCE_DIR}/LICENSE ${CMAKE_SOURCE_DIR}/README.md DESTINATION share/doc/kingbird)
