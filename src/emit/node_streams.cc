#include "emit/node_streams.h"

#include <set>

namespace kingbird::emit {

bool IsOfNodesStreams(const model::Value& receiver, std::string_view member) {
  // Public members of Readable, Writable, Duplex, Transform and Stream up to Node 24.
  static const std::set<std::string_view> kMembers = {"addListener",
                                                      "asIndexedPairs",
                                                      "closed",
                                                      "compose",
                                                      "cork",
                                                      "destroy",
                                                      "destroyed",
                                                      "drop",
                                                      "end",
                                                      "errored",
                                                      "eventNames",
                                                      "every",
                                                      "filter",
                                                      "find",
                                                      "flatMap",
                                                      "forEach",
                                                      "isPaused",
                                                      "iterator",
                                                      "map",
                                                      "off",
                                                      "on",
                                                      "pause",
                                                      "pipe",
                                                      "push",
                                                      "read",
                                                      "readable",
                                                      "readableAborted",
                                                      "readableBuffer",
                                                      "readableDidRead",
                                                      "readableEncoding",
                                                      "readableEnded",
                                                      "readableFlowing",
                                                      "readableHighWaterMark",
                                                      "readableLength",
                                                      "readableObjectMode",
                                                      "reduce",
                                                      "removeAllListeners",
                                                      "removeListener",
                                                      "resume",
                                                      "setDefaultEncoding",
                                                      "setEncoding",
                                                      "some",
                                                      "take",
                                                      "toArray",
                                                      "uncork",
                                                      "unpipe",
                                                      "unshift",
                                                      "wrap",
                                                      "writable",
                                                      "writableAborted",
                                                      "writableBuffer",
                                                      "writableCorked",
                                                      "writableEnded",
                                                      "writableFinished",
                                                      "writableHighWaterMark",
                                                      "writableLength",
                                                      "writableNeedDrain",
                                                      "writableObjectMode",
                                                      "write"};
  const bool stream = receiver.Find("_readableState") != nullptr || receiver.Find("_writableState") != nullptr;
  return stream && kMembers.contains(member);
}

}  // namespace kingbird::emit
