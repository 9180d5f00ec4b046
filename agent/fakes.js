'use strict';
// Answers in place of the world beyond the process. A test says what is answered; the suite has the same fake in plain sight
// (FakeText in src/emit/expressions.cc).
const P = require('./primordials.js');
const { Response, TypeError } = globalThis;

const { parse, stringify } = JSON;

/** An answer of fetch. `json` and `text` are bodies, `error` is the message of a rejection. */
function respond({ json, text, status = 200, error }) {
  if (error !== undefined) throw new TypeError(error);
  if (text !== undefined) return new Response(text, { __proto__: null, status });
  return Response.json(json === undefined ? {} : json, { __proto__: null, status });
}

function fakeFetch(answer, reads) {
  globalThis.fetch = async () => {
    const response = respond(answer);
    if (reads === undefined) return response;
    const { json } = response;
    response.json = async () => reads.recorder(await P.apply(json, response, []), ['json']);
    return response;
  };
}

/** What is parsed from the text of an answer tells what is read of it. */
function watchParsing(text, reads) {
  JSON.parse = (given, ...more) => {
    const value = P.apply(parse, JSON, [given, ...more]);
    return `${given}` === text ? reads.recorder(value, ['json']) : value;
  };
}

/**
 * @param {'fetch'|'requests'|'programs'} whom whom to answer for
 * @param {object} answer
 * @param {((path: string[]) => void)|undefined} tell is told what is read of the answer; undefined: nobody wants to know
 */
function install(whom, answer, tell) {
  const reads = tell === undefined ? undefined : new (require('./request_reads.js').Reads)(tell);
  const given = answer === undefined ? {} : answer;
  if (whom === 'fetch') return fakeFetch(given, reads);
  const answers = require('./answers.cjs');
  if (reads !== undefined) watchParsing(given.stdout || given.text || stringify(given.json === undefined ? {} : given.json), reads);
  return whom === 'requests' ? answers.answerRequests(given) : answers.answerPrograms(given);
}

module.exports = { install };
