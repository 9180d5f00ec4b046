// In Node, behind harness.js: what built-ins are made for, so that cases need no list of them. Prints one line of JSON.
// `paths`: where the built-ins are. `samples`: functions that make one thing of each class.
function kingbirdLook(K, paths, samples) {
  'use strict';
  const at = { log: [], roots: [], dropped: 0, late: 0 };
  const make = (sample) => {
    try {
      return { thing: sample(K, at) };
    } catch {
      return undefined;
    }
  };
  const find = (path) => path.reduce((holder, name) => (holder === undefined || holder === null ? undefined : Object(holder)[name]), globalThis);
  const isConstructor = (f) => {
    try {
      Reflect.construct(Object, [], f);
      return typeof f.prototype === 'object';
    } catch {
      return false;
    }
  };
  // Instances of the class whose prototype holds the method; where no class does, what the method does not refuse.
  const fits = (f, path) => {
    if (path[path.length - 2] !== 'prototype') return [];
    const holder = find(path.slice(0, -1));
    const found = [];
    samples.forEach((sample, index) => {
      const made = make(sample);
      if (made === undefined || made.thing === undefined || made.thing === null) return;
      if (holder === Object.prototype || Object.prototype.isPrototypeOf.call(holder, Object(made.thing))) found.push(index);
    });
    return found;
  };
  const callbacks = (f, path, fitting) => {
    const found = new Set();
    const owner = find(path.slice(0, -1));
    const selves = fitting.length > 0 ? fitting.map((index) => () => make(samples[index]).thing) : [() => owner];
    for (let position = 0; position < Math.max(2, Math.min(f.length, 4)); position++) {
      for (const self of selves.slice(0, 6)) {
        for (const other of [[1, 2, 3], 'abc']) {
          let called = false;
          const values = [other, other, other, other].slice(0, Math.max(f.length, position + 1));
          values[position] = () => {
            called = true;
          };
          try {
            Reflect.apply(f, self(), values);
          } catch {
            // It wants something else there.
          }
          if (called) found.add(position);
        }
      }
    }
    return [...found];
  };
  const looks = paths.map((path) => {
    const f = find(path);
    if (typeof f !== 'function') return { there: false };
    const fitting = fits(f, path);
    return { there: true, length: f.length, constructs: isConstructor(f), fits: fitting, callbacks: callbacks(f, path, fitting) };
  });
  console.log(`@look${JSON.stringify(looks)}`);
}
