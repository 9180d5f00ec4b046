#include <node_api.h>

NAPI_MODULE_INIT() {
  (void)env;
  return exports;
}
