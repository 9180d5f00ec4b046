'use strict';
// What travels as a number between the agent and the core, from the one list of both: wire.json. A name's place in its list is its
// number. cmake/WireKinds.cmake makes the core's enumerations of it.
const wire = require('./wire.json');

/** @param {string[]} names @returns {Record<string, number>} */
function numbered(names, first = 0) {
  const kinds = {};
  for (let i = 0; i < names.length; i++) kinds[names[i]] = first + i;
  return kinds;
}

module.exports = {
  /** model::Event::Kind, and behind it the notes that src/runtime/event_codec.cc keeps to itself. */
  Kind: { ...numbered(wire.events), ...numbered(wire.notes, wire.events.length) },
  /** model::End. */
  End: numbered(wire.ends),
  /** model::Value::Kind. */
  Value: numbered(wire.values),
  /** Names of classes that travel as one byte. */
  names: wire.names,
  /** What the core may ask about the loaded target: runtime::Question. */
  questions: wire.questions,
};
