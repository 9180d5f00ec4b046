'use strict';
// The events of one test in shared memory. The first four bytes count the bytes of complete records behind them and are
// written last, so whatever kills the process midway loses only the record that was being written.
// See docs/architecture/agent.md for the layout; src/runtime/event_codec.cc reads it.
const { alone } = require('./primordials.js');
const { ByteWriter, kFull } = require('./byte_writer.js');
const { Describer } = require('./describe.js');
const { Kind, End, Value } = require('./wire_kinds.js');

const kEndRecord = 128;
const kHeader = 4;
/** Kept free for the record that says how the test ended. */
const kReserve = 16 << 10;
const kEndLimits = { depth: 4, breadth: 32, string: 2048, bytes: 256, nodes: 64, total: 4 << 10 };

class EventLog {
  /**
   * @param {Uint8Array} memory shared with the core
   * @param {() => void} onFull called once when an event did not fit
   */
  constructor(memory, onFull) {
    this.out = new ByteWriter(memory);
    this.describer = new Describer(this.out);
    this.last = new Describer(this.out, kEndLimits);
    this.onFull = onFull;
    this.tick = 0;
    this.turns = undefined;
    this.seen = 0;
    /** True while a value is being described: a getter that calls back into the test leaves no trace. */
    this.busy = false;
    this.ended = false;
    this.size = memory.byteLength;
    this.reserve = this.size > 4 * kReserve ? kReserve : this.size >> 2;
    this.start = kHeader;
  }

  /** Begins a new test. */
  clear() {
    this.tick = 0;
    this.commit(kHeader);
  }

  /** @param {(() => number)|undefined} turns how many turns the event loop has begun; undefined: unknown */
  watchTurns(turns) {
    this.turns = turns;
    if (turns !== undefined) this.seen = turns();
  }

  /** A macrotask begins. */
  turn() {
    this.tick++;
    if (this.turns !== undefined) this.seen = this.turns();
  }

  /** Ticks count the turns in which something was recorded, so that an idle turn more or less makes no difference. */
  updateTick() {
    const now = this.turns();
    if (now !== this.seen) this.tick++;
    this.seen = now;
  }

  commit(position) {
    this.start = position;
    this.out.u32At(0, position - kHeader);
  }

  /**
   * Appends one event.
   * @param {number} methods the first `methods` values get the names of their methods too, a callback's `this` never
   */
  event(kind, node, during, threw, values, methods) {
    if (this.busy || this.ended) return;
    this.busy = true;
    let full = false;
    try {
      if (this.turns !== undefined) this.updateTick();
      this.record(kind, node, during, threw, values, methods, this.describer);
    } catch (error) {
      // Anything but kFull is the end of the stack, reached while describing deep inside the target's recursion. Where
      // there is no room even for a record without descriptions, the event is lost: the target is about to overflow
      // anyway.
      full = error === kFull || this.recordCut(kind, node, during, threw, values);
    } finally {
      this.busy = false;
    }
    if (!full) return;
    this.end(End.eventLimit, 0, '', undefined);
    this.onFull();
  }

  record(kind, node, during, threw, values, methods, describer) {
    const { out } = this;
    out.position = this.start;
    out.end = this.size - this.reserve;
    out.need(4);
    out.position += 4;
    out.u8(kind);
    out.signed(node);
    out.varint(this.tick);
    out.signed(during);
    out.u8(threw ? 1 : 0);
    out.varint(values.length);
    for (let i = 0; i < values.length; i++) {
      if (describer !== null) {
        describer.write(values[i], i < methods && (i > 0 || kind !== Kind.invoke));
      } else {
        out.u8(Value.cut);
        out.u8(0);
      }
    }
    this.close();
  }

  /** True when the log is full. */
  recordCut(kind, node, during, threw, values) {
    try {
      this.record(kind, node, during, threw, values, 0, null);
      return false;
    } catch (error) {
      return error === kFull;
    }
  }

  close() {
    const { out } = this;
    out.u32At(this.start, out.position - this.start - 4);
    this.commit(out.position);
  }

  /** Says how the test ended; only the first time counts, and nothing is recorded after it. */
  end(end, exitCode, detail, error) {
    if (this.ended) return;
    this.ended = true;
    this.busy = true;
    const { out } = this;
    out.position = this.start;
    out.end = this.size;
    try {
      out.need(4);
      out.position += 4;
      out.u8(kEndRecord);
      out.u8(end);
      out.signed(exitCode | 0);
      out.string(detail);
      this.last.write(error, false);
      this.close();
    } catch (full) {
      // A log too small even for this: the core sees a test without an end record.
    }
    this.busy = false;
  }
}

module.exports = { EventLog: alone(EventLog) };
