// Behind makers.js and describe.js. Runs cases in any engine and prints what each did, one line per case. ES5 only, as those are.
//
// A line: mark TAB number TAB kind TAB flags TAB message TAB text. Kinds: "did" (text: completion and effects), "later" (something a
// promise or callback did after the case had returned), "absent" (no such built-in), "unfit" (the case's inputs cannot be made here), "begin", "end";
// from hosts that outlive it also "heavy" (too many steps), "memory", "crash".
// Flags: "L" it failed by a limit of the engine, "H" it made something huge. The message of a thrown error is nobody's vote.
//
// `host`: how an engine is asked whose objects are not those of the world the harness runs in (engine262.js); others have none.
function kingbirdHarness(print, mark, global, host) {
  'use strict';
  var bind = Function.prototype.bind;
  var call = Function.prototype.call;
  function uncurry(f) { return bind.call(call, f); }
  var apply = uncurry(Function.prototype.apply);
  var construct = typeof Reflect === 'object' && Reflect !== null ? Reflect.construct : undefined;
  var charCode = uncurry(String.prototype.charCodeAt);
  var cut = uncurry(String.prototype.substring);
  var replace = uncurry(String.prototype.replace);
  var match = uncurry(RegExp.prototype.test);
  var then = typeof Promise === 'function' ? uncurry(Promise.prototype.then) : undefined;
  var O = Object;
  var limits = /(invalid|maximum|exceed|too|out of).*(length|size|large|long|big|many|memory|range|deep)|alloc|call stack|recursion|overflow/i;
  host = host || {
    undefined: undefined,
    view: function () { return function (value) { return value; }; },
    find: function (path) {
      var holder = global;
      for (var i = 0; i < path.length; i++) holder = O(holder)[path[i]];
      return holder;
    },
    isFunction: function (value) { return typeof value === 'function'; },
    apply: apply,
    construct: function (f, values) {
      if (construct !== undefined) return construct(f, values);
      var bound = [null];
      for (var i = 0; i < values.length; i++) bound[i + 1] = values[i];
      return new (apply(bind, f, bound))();
    },
    begin: function (body, state) { body(K, state); },
    then: then
  };
  var describer = kingbirdDescriber(global, host.view);
  var describeValue = describer.describe;

  var current;
  // What is longer than any reader wants is told by its beginning and a sum.
  function shortened(text) {
    if (text.length <= 4000) return text;
    var sum = 0;
    for (var i = 0; i < text.length; i++) sum = (sum * 31 + charCode(text, i)) % 2147483647;
    return cut(text, 0, 4000) + '... (' + text.length + ' characters, sum ' + sum + ')';
  }
  // Long enough to come out of an engine that gathers what it prints.
  var dots = '.';
  while (dots.length < 5000) dots += dots;
  var loud = false;
  function line(number, kind, flags, text, message) {
    print(mark + '\t' + number + '\t' + kind + '\t' + flags + '\t' + (message || '') + '\t' + text);
    if (loud) print(dots);
  }
  function note(state, text) {
    if (state.closed) {
      if (state.late++ < 50) line(state.number, 'later', '', text);
    } else if (!isFull(state)) {
      state.log[state.log.length] = text;
    }
  }
  // Whether so much was noted already that the rest is only counted; then it is.
  function isFull(state) {
    if (state.closed || state.log.length < 60) return false;
    state.dropped++;
    return true;
  }
  function isObject(value) { return (typeof value === 'object' && value !== null) || typeof value === 'function'; }
  function rootsOf(self, values) {
    var roots = [];
    var look = host.view();
    if (isObject(look(self))) roots[0] = { name: 'this', value: self };
    for (var i = 0; i < values.length; i++) {
      var seen = look(values[i]);
      if (isObject(seen) && describer.nameOf(seen) === '') roots[roots.length] = { name: 'arg' + i, value: values[i] };
    }
    return roots;
  }
  function snapshots(roots) {
    var texts = [];
    for (var i = 0; i < roots.length; i++) {
      var others = [];
      for (var j = 0; j < roots.length; j++) if (roots[j].value !== roots[i].value) others[others.length] = roots[j];
      texts[i] = describeValue(roots[i].value, others, true).text;
    }
    return texts;
  }
  function perform(self, values, invoke) {
    var state = current;
    state.called = true;
    var roots = state.roots = rootsOf(self, values);
    var before = snapshots(roots);
    var flags = '';
    var text;
    var message;
    var result = host.undefined;
    try {
      result = invoke();
      var shown = describeValue(result, roots, false);
      if (shown.huge) flags += 'H';
      text = 'returns ' + shown.text;
    } catch (error) {
      if (host.failure !== undefined && host.failure(error) !== '') throw error;
      text = 'throws ' + describeValue(error, roots, false).text;
      message = messageOf(error);
      if (isLimit(message)) flags += 'L';
    }
    var after = snapshots(roots);
    for (var i = 0; i < roots.length; i++) {
      if (after[i] !== before[i]) text += '; ' + roots[i].name + ' becomes ' + after[i];
    }
    if (state.log.length > 0) {
      text += '; ';
      for (i = 0; i < state.log.length; i++) text += (i > 0 ? ', ' : '') + state.log[i];
      if (state.dropped > 0) text += ', and ' + state.dropped + ' more';
    }
    state.closed = true;
    line(state.number, 'did', flags, shortened(text), message === undefined ? '' : message.name + ': ' + plain(message.text));
    var seen = host.view()(result);
    if (isObject(seen) && describer.isPromise(seen)) follow(state, result);
  }
  function follow(state, promise) {
    try {
      host.then(promise, function (value) { note(state, 'fulfilled with ' + describeValue(value, state.roots, false).text); },
        function (reason) { note(state, 'rejected with ' + describeValue(reason, state.roots, false).text); });
    } catch (error) { /* It only looks like a promise. */ }
  }
  function messageOf(error) {
    try {
      var seen = host.view()(error);
      return isObject(seen) ? describer.messageOf(seen) : undefined;
    } catch (other) { return undefined; }
  }
  function plain(text) { return replace(cut(text, 0, 160), /[^ -~]+/g, ' '); }
  function isLimit(message) {
    return message !== undefined && (message.name === 'RangeError' || message.name === 'InternalError' || message.name === 'Error') && match(limits, message.text);
  }

  var K = {
    // The call under test.
    call: function (self) {
      var values = [];
      for (var i = 1; i < arguments.length; i++) values[i - 1] = arguments[i];
      var f = current.f;
      perform(self, values, function () { return host.apply(f, self, values); });
    },
    construct: function () {
      var values = [];
      for (var i = 0; i < arguments.length; i++) values[i] = arguments[i];
      var f = current.f;
      perform(host.undefined, values, function () { return host.construct(f, values); });
    },
    // Noted at the head of every function of a case.
    enter: function (state, label, self, values) {
      if (isFull(state)) return;
      var text = label + '(';
      var roots = state.roots;
      if (self !== host.undefined) text += 'this ' + describeValue(self, roots, false).text + (values.length > 0 ? '; ' : '');
      for (var i = 0; i < values.length; i++) text += (i > 0 ? ', ' : '') + describeValue(values[i], roots, false).text;
      note(state, text + ')');
    },
    // `needs`: globals that the case speaks of, perhaps not before a callback of it runs.
    run: function (number, path, body, needs) {
      for (var i = 0; needs !== undefined && i < needs.length; i++) {
        if (typeof global[needs[i]] === 'undefined') { line(number, 'unfit', '', ''); return; }
      }
      var f;
      try { f = host.find(path); } catch (error) { /* Nothing there. */ }
      if (f === undefined || !host.isFunction(f)) { line(number, 'absent', '', ''); return; }
      current = { number: number, f: f, log: [], dropped: 0, late: 0, closed: false, called: false, roots: [] };
      try { host.begin(body, current); } catch (error) {
        line(number, host.failure !== undefined && host.failure(error) || 'unfit', '', '');
        return;
      }
      if (!current.called) line(number, 'unfit', '', '');
    },
    // From here on every line comes out at once, in any engine.
    loud: function () { loud = true; },
    end: function () { line(-1, 'end', '', ''); },
    current: function () { return current; },
    note: note
  };
  kingbirdMakers(K, global, K.current, note);
  // From here on it is the cases that take time.
  if (mark !== '') line(-1, 'begin', '', dots);
  return K;
}
