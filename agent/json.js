'use strict';
// JSON between the core and the agent, of which the target is no part: it may replace what JSON and prototypes offer, give
// Object.prototype a toJSON, or members that a job does not have.
const P = require('./primordials.js');

const { parse: parseJson } = JSON;

/** @returns what the text says; objects inherit nothing */
function parse(text) {
  return strip(parseJson(text));
}

function strip(value) {
  if (typeof value !== 'object' || value === null) return value;
  if (P.isArray(value)) {
    for (let i = 0; i < value.length; i++) strip(value[i]);
    return value;
  }
  P.setPrototypeOf(value, null);
  const keys = P.keys(value);
  for (let i = 0; i < keys.length; i++) strip(value[keys[i]]);
  return value;
}

/** A job for a child, whose tests program.js reads with care: thousands share a job. */
function parseJob(text) {
  return stripJob(parseJson(text));
}

function stripJob(job) {
  P.setPrototypeOf(job, null);
  const keys = P.keys(job);
  for (let i = 0; i < keys.length; i++) {
    const member = job[keys[i]];
    if (keys[i] === 'concolic') stripJob(member);
    else if (keys[i] === 'runs') for (let k = 0; k < member.length; k++) stripJob(member[k]);
    else if (keys[i] !== 'test' && keys[i] !== 'tests') strip(member);
  }
  return job;
}

/** Own members and items alone, as JSON.stringify writes them; of texts that are none U+FFFD. */
function print(value) {
  switch (typeof value) {
    case 'string': return P.printJson(P.toWellFormed(value));
    case 'number': return value - value === 0 ? `${value}` : 'null';
    case 'boolean': return value ? 'true' : 'false';
    case 'object': return value === null ? 'null' : P.isArray(value) ? printList(value) : printObject(value);
    default: return 'null';
  }
}

function printList(list) {
  let text = '[';
  for (let i = 0; i < list.length; i++) text += i > 0 ? `,${print(list[i])}` : print(list[i]);
  return `${text}]`;
}

function printObject(object) {
  let text = '{';
  const keys = P.keys(object);
  for (let i = 0; i < keys.length; i++) {
    const value = object[keys[i]];
    if (value !== undefined) text += `${text === '{' ? '' : ','}${print(keys[i])}:${print(value)}`;
  }
  return `${text}}`;
}

module.exports = { parse, parseJob, print };
