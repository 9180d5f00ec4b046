/**
 * Inputs that a script declares. Explored with `kingbird explore script.js`, symbol() and pureSymbol() return what the search wants
 * to try; run by itself, a script gets its initial values.
 */
declare namespace kingbird {
  /** An input of the type that `initial` has, which is its first value. The same name is the same input; with `require('S$')` it is another one each time, as in ExpoSE. */
  function symbol<T>(name: string, initial: T): T;
  /** An input of whatever type. It begins as undefined. */
  function pureSymbol(name: string): any;
  /** Runs in which the condition does not hold end here, and count as nothing. */
  function assume(condition: unknown): asserts condition;
  /** A run in which the condition does not hold is an error with its input. */
  function assert(condition: unknown, message?: string): asserts condition;
  /** A run that comes here is an error with its input. */
  function fail(message?: string): never;
  /** Thrown by assume(); a script may throw it to end a run that says nothing. */
  class NotAnErrorException {
    constructor(message?: string);
    message: string;
  }
}
export = kingbird;
