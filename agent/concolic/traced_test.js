'use strict';
// A whole test case as the program under exploration: some arguments of its calls are inputs, and calls of the target hand their
// shadows over. Which ones is said by `holes`; the values are globals of the assignment, by the names of the holes.
const P = require('../primordials.js');
const { runtime, trace, tables, Step, adopt, isObject } = require('./runtime.js');
const { build, typeOfInput } = require('./inputs.js');
const { Type } = require('./ops.js');

class TracedInputs {
  /** What an earlier test in this process left behind is concrete. */
  static forget() {
    trace.forget();
    tables.forget();
  }

  /** How much of the region the trace takes. */
  static size() {
    return trace.at;
  }

  /** @param {{holes: {call: number, position: number, name: string}[], assignment: {globals: object}}} job */
  constructor(job, region) {
    trace.begin(region);
    runtime.np = 1;
    runtime.nk = 1;
    runtime.stub = 0;
    this.byCall = new P.SafeMap();
    this.shadows = undefined;
    for (let i = 0; i < job.holes.length; i++) {
      const { call, position, name } = job.holes[i];
      const json = P.hasOwn(job.assignment.globals, name) ? job.assignment.globals[name] : undefined;
      const value = build(json);
      const type = typeOfInput(json);
      const shadow = trace.symbol(Step.global, -1, 0, name, type);
      if (isObject(value)) adopt(value, shadow);
      if (!this.byCall.has(call)) this.byCall.set(call, P.list());
      const list = this.byCall.get(call);
      list[list.length] = { position, value, shadow, absent: type === Type.absent };
    }
  }

  /** Puts the inputs of a call among its arguments; an absent one at the end is not passed. */
  fill(call, values) {
    this.shadows = P.list();
    this.shadows[0] = 0;
    const holes = this.byCall.get(call);
    if (holes === undefined) return;
    for (let i = 0; i < holes.length; i++) {
      const { position, value, shadow, absent } = holes[i];
      this.shadows[position + 1] = shadow;
      if (absent && position >= values.length) continue;
      while (values.length < position) values[values.length] = undefined;
      values[position] = value;
    }
    for (let i = holes.length - 1; i >= 0 && holes[i].absent && holes[i].position === values.length - 1; i--) values.length -= 1;
  }

  open(callee, self, values) {
    const shadows = this.shadows;
    this.shadows = undefined;
    runtime.p = 0;
    if (shadows === undefined) return;
    for (let i = 0; i <= values.length; i++) shadows[i] |= 0;
    runtime.open(0, callee, self, values, shadows);
  }
}

module.exports = { TracedInputs: P.alone(TracedInputs) };
