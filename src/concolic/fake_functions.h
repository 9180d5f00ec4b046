// The functions of paper 003 and others like them, for the fake engine (fake_program.h). Counters number the statements
// a coverage tool would count; sites number operations and branches from left to right.
#pragma once

#include "concolic/fake_program.h"

namespace kingbird::concolic {

/// function foo(x, y, z, o) { var d = x - y; if (z == 1) o.bar(d); }
inline void Foo(FakeCall& call) {
  call.Cover(1);
  call.Binary(1, Op::kSub, call.Argument(0), call.Argument(1));
  call.Cover(2);
  if (!call.If(3, call.Binary(2, Op::kEq, call.Argument(2), FakeCall::Number(1)))) return;
  call.Call(5, call.Get(4, call.Argument(3), "bar"));
  call.Cover(3);
}

/// function baz(x, y, z, o) { if (z == 1) foo(x, y, z, o); else foo(x, y, z, o); o.z = z; }
inline void Baz(FakeCall& call) {
  if (call.If(11, call.Binary(10, Op::kEq, call.Argument(2), FakeCall::Number(1)))) {
    call.Cover(11);
  } else {
    call.Cover(12);
  }
  Foo(call);
  call.Get(12, call.Argument(3), "z");
  call.Cover(13);
}

/// Figure 1: hapi's _marshal, with _streamify, whose rest after line 26 is one more return.
inline void Marshal(FakeCall& call) {
  constexpr uint32_t kStream = 7;
  const Sym self = call.This();
  call.Cover(1);
  const Sym marshal = call.Get(2, call.Get(1, self, "_processors"), "marshal");
  if (call.If(3, call.Unary(3, Op::kNot, marshal))) {
    call.Cover(2);
    const Sym source = call.Get(4, self, "source");
    call.Cover(3);
    if (call.If(5, call.InstanceOf(source, kStream))) {
      const Sym socket = call.Get(6, source, "socket");
      const Sym stream = call.If(7, socket) ? socket : source;
      call.Cover(4);
      if (call.If(10, call.Get(9, call.Get(8, stream, "_readableState"), "objectMode"))) {
        call.Cover(5);
        call.Call(11, call.Argument(0));
        return;
      }
      call.Cover(6);
      call.Call(12, call.Argument(0));
      return;
    }
    return;
  }
  call.Cover(7);
  call.Call(13, marshal);
}

/// if (typeof x == "number") A else if (typeof x == "string") B else C
inline void TypeTests(FakeCall& call) {
  const Sym x = call.Argument(0);
  if (call.If(1, call.Binary(0, Op::kEq, call.Unary(0, Op::kTypeof, x), FakeCall::Text(u"number")))) {
    call.Cover(1);
  } else if (call.If(2, call.Binary(0, Op::kEq, call.Unary(0, Op::kTypeof, x), FakeCall::Text(u"string")))) {
    call.Cover(2);
  } else {
    call.Cover(3);
  }
}

/// for (var i = 0; i < n; i++) A; B
inline void CountTo(FakeCall& call) {
  for (int i = 0; i < 100; ++i) {
    if (!call.If(2, call.Binary(1, Op::kLt, FakeCall::Number(i), call.Argument(0)))) break;
    call.Cover(1);
  }
  call.Cover(2);
}

}  // namespace kingbird::concolic
