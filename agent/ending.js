'use strict';
// How a test ends other than by having nothing left to do: an error nobody caught, a rejection nobody handled,
// process.exit. Where the target listens for these itself, it is asked first, as Node would.
const P = require('./primordials.js');
const { End, Kind } = require('./wire_kinds.js');

const kExitUncaught = 1;
const { process } = globalThis;
const on = process.on;
const emit = process.emit;
const listenerCount = process.listenerCount;

const hears = (event) => P.apply(listenerCount, process, [event]) > 0;
const catches = () => hears('uncaughtException') || process.hasUncaughtExceptionCaptureCallback();

/**
 * Errors nobody caught, rejections nobody handled, process.exit.
 * @param {(end: number, code: number, error: unknown) => void} finish
 * @param {() => void} announced a library says so of a promise of its own, with which Node does nothing
 */
function watchFailures(finish, announced) {
  const fatal = process._fatalException;
  const announce = process.emit;
  process._fatalException = function (error, fromPromise) {
    if (catches()) return P.apply(fatal, process, [error, fromPromise]);
    finish(fromPromise ? End.unhandledRejection : End.uncaughtException, kExitUncaught, error);
    return true;
  };
  // Seen where Node announces it: a listener would get the reason as well, but promises of other libraries are announced
  // in the same way, and what those do where nobody listens would never happen.
  P.defineProperty(process, 'emit', { __proto__: null, writable: true, enumerable: false, configurable: true,
    value: function emit(name, reason, promise) {
      if (name === 'unhandledRejection' && !hears('unhandledRejection') && !catches()) {
        if (P.types.isPromise(promise)) finish(End.unhandledRejection, kExitUncaught, reason);
        else announced();
      }
      return P.apply(announce, this, arguments);
    } });
  // process.exit ends here after its 'exit' events.
  process.reallyExit = function (code) {
    finish(End.exited, typeof code === 'number' ? code : +code || 0, undefined);
  };
}

/**
 * @param {import('./event_log.js').EventLog} log
 * @param {{exit: (code: number) => void}} addon
 */
function watchEnding(log, addon) {
  watchFailures((end, code, error) => {
    log.end(end, code, '', error);
    addon.exit(code);
  }, () => log.event(Kind.announced, 0, -1, false, [], 0));
  P.apply(on, process, ['warning', (warning) => log.event(Kind.warning, -1, -1, false, [warning], 0)]);
  hears('exit');  // Compiled here, not in every child.
  let asked = false;
  return {
    /** Once, where the target listens: 'beforeExit', which may begin something new. True: it was emitted. */
    beforeExit() {
      if (asked || !hears('beforeExit')) return false;
      asked = true;
      P.apply(emit, process, ['beforeExit', process.exitCode === undefined ? 0 : process.exitCode]);
      return true;
    },
    /** Nothing is left to do: the 'exit' event, then the record. */
    finished() {
      const code = process.exitCode === undefined ? 0 : process.exitCode;
      if (hears('exit')) P.apply(emit, process, ['exit', code]);
      log.end(End.finished, typeof code === 'number' ? code : +code || 0, '', undefined);
    },
    /** What comes next would be no behaviour of the target (machine_affairs.js). */
    foreign() {
      log.event(Kind.dependsOnMachine, 0, -1, false, [], 0);
      log.end(End.finished, 0, '', undefined);
      addon.exit(0);
    },
    endless() {
      log.end(End.timedOut, 0, 'endless', undefined);
      addon.exit(0);
    },
  };
}

module.exports = { watchEnding };
