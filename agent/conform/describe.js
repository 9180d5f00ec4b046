// Describes values the same way in every engine: types, holes, -0, order and attributes of properties, prototypes, identity, what objects
// hold beside properties; never the text of a message. ES5 only: it stands before the cases in one script. What it needs of the language
// it takes before anything is replaced, and it calls no method by name afterwards. `view()` gives the eyes for one description: a
// function from what the cases use to what is looked at, the same thing in most engines.
function kingbirdDescriber(global, view) {
  'use strict';
  var call = Function.prototype.call;
  var bind = Function.prototype.bind;
  function uncurry(f) { return typeof f === 'function' ? bind.call(call, f) : undefined; }
  function prototypeOf(name) { return typeof global[name] === 'function' ? global[name].prototype : undefined; }
  function method(name, key) {
    var holder = prototypeOf(name);
    return holder === undefined || holder === null ? undefined : uncurry(holder[key]);
  }
  var O = Object;
  var ownNames = O.getOwnPropertyNames;
  var ownSymbols = O.getOwnPropertySymbols;
  var describe = O.getOwnPropertyDescriptor;
  var protoOf = O.getPrototypeOf;
  var isExtensible = O.isExtensible;
  var isArray = Array.isArray;
  var classOf = uncurry(O.prototype.toString);
  var hasOwn = uncurry(O.prototype.hasOwnProperty);
  var charCode = uncurry(String.prototype.charCodeAt);
  var cut = uncurry(String.prototype.substring);
  var inBase = uncurry(Number.prototype.toString);
  var match = uncurry(RegExp.prototype.test);
  var S = String;
  var primitives = {
    Number: method('Number', 'valueOf'), String: method('String', 'valueOf'), Boolean: method('Boolean', 'valueOf'),
    Symbol: method('Symbol', 'valueOf'), BigInt: method('BigInt', 'valueOf'), Date: method('Date', 'getTime')
  };
  var eachOf = { Map: method('Map', 'forEach'), Set: method('Set', 'forEach') };
  var then = method('Promise', 'then');
  var symbolText = method('Symbol', 'toString');
  var bigText = method('BigInt', 'toString');

  // Objects of the language, by name.
  var knownObjects = [];
  var knownNames = [];
  var mapGet = method('Map', 'get');
  var mapSet = method('Map', 'set');
  var named = mapGet === undefined ? undefined : new Map();
  function know(name, value) {
    if ((typeof value !== 'object' || value === null) && typeof value !== 'function') return;
    if (nameOf(value) !== '') return;
    if (named !== undefined) mapSet(named, value, name);
    knownObjects[knownObjects.length] = value;
    knownNames[knownNames.length] = name;
  }
  var standard = ['Object', 'Function', 'Array', 'String', 'Number', 'Boolean', 'Symbol', 'BigInt', 'Date', 'RegExp', 'Promise', 'Map', 'Set',
    'WeakMap', 'WeakSet', 'WeakRef', 'FinalizationRegistry', 'Proxy', 'Error', 'TypeError', 'RangeError', 'SyntaxError', 'ReferenceError',
    'EvalError', 'URIError', 'AggregateError', 'ArrayBuffer', 'SharedArrayBuffer', 'DataView', 'Int8Array', 'Uint8Array', 'Uint8ClampedArray',
    'Int16Array', 'Uint16Array', 'Int32Array', 'Uint32Array', 'Float32Array', 'Float64Array', 'BigInt64Array', 'BigUint64Array', 'Iterator',
    'Math', 'JSON', 'Reflect', 'Atomics'];
  know('global', global);
  for (var i = 0; i < standard.length; i++) {
    var value = typeof global[standard[i]] === 'undefined' ? undefined : global[standard[i]];
    know(standard[i], value);
    if (typeof value === 'function') know(standard[i] + '.prototype', value.prototype);
  }
  function knowIterator(name, thing) {
    try {
      var prototype = protoOf(thing[Symbol.iterator]());
      know(name + ' Iterator.prototype', prototype);
      know('Iterator.prototype', protoOf(prototype));
    } catch (error) { /* Not in this engine. */ }
  }
  if (typeof Symbol === 'function') {
    knowIterator('Array', []);
    knowIterator('String', '');
    if (typeof Map === 'function') knowIterator('Map', new Map());
    if (typeof Set === 'function') knowIterator('Set', new Set());
  }
  if (typeof Int8Array === 'function') {
    know('TypedArray', protoOf(Int8Array));
    know('TypedArray.prototype', protoOf(Int8Array.prototype));
  }
  function nameOf(value) {
    if (named !== undefined) return mapGet(named, value) || '';
    for (var i = 0; i < knownObjects.length; i++) if (knownObjects[i] === value) return knownNames[i];
    return '';
  }
  function isErrorPrototype(value) {
    return value !== undefined && match(/Error\.prototype$/, nameOf(value));
  }

  function hex(code) {
    var text = inBase(code, 16);
    while (text.length < 4) text = '0' + text;
    return '\\u' + text;
  }
  // ASCII in single quotes; long ones by their ends, length and a sum.
  function quote(text) {
    var length = text.length;
    if (length > 300) {
      var sum = length % 65521;
      var step = length > 4000 ? Math_floor(length / 4000) : 1;
      for (var i = 0; i < length; i += step) sum = (sum * 31 + charCode(text, i)) % 2147483647;
      return quote(cut(text, 0, 40)) + '...' + quote(cut(text, length - 20)) + ' (' + length + ' units, sum ' + sum + ')';
    }
    var out = "'";
    for (var j = 0; j < length; j++) {
      var code = charCode(text, j);
      if (code === 39 || code === 92) out += '\\' + text[j];
      else if (code < 32 || code > 126) out += hex(code);
      else out += text[j];
    }
    return out + "'";
  }
  var Math_floor = Math.floor;
  function symbolName(symbol) {
    var text = symbolText(symbol);
    return 'Symbol' + quote(cut(text, 7, text.length - 1));
  }
  function keyText(key) {
    if (typeof key === 'symbol') return '[' + symbolName(key) + ']';
    return match(/^([A-Za-z_$][\w$]*|0|[1-9]\d*)$/, key) ? key : quote(key);
  }
  function primitiveText(value) {
    if (value === undefined) return 'undefined';
    if (value === null) return 'null';
    switch (typeof value) {
      case 'number': return value === 0 && 1 / value < 0 ? '-0' : '' + value;
      case 'string': return quote(value);
      case 'boolean': return value ? 'true' : 'false';
      case 'symbol': return symbolName(value);
      case 'bigint': return bigText(value) + 'n';
      default: return undefined;
    }
  }

  // One description: names objects met before, so that identity shows.
  function Session(roots) {
    this.objects = [];
    this.slots = [];
    this.marks = 0;
    this.out = [];
    this.roots = roots;
    this.huge = false;
  }
  var kDeepest = 6;
  var kMostKeys = 40;
  function put(session, text) { session.out[session.out.length] = text; }
  function show(session, value, depth, fresh) {
    if ((typeof value !== 'object' || value === null) && typeof value !== 'function') {
      if (typeof value === 'string' && value.length > 1048576) session.huge = true;
      put(session, primitiveText(value));
      return;
    }
    var i;
    if (!fresh) {
      for (i = 0; i < session.roots.length; i++) {
        if (session.roots[i].value === value) { put(session, session.roots[i].name); return; }
      }
    }
    var known = nameOf(value);
    if (known !== '') { put(session, known); return; }
    for (i = 0; i < session.objects.length; i++) {
      if (session.objects[i] !== value) continue;
      if (session.out[session.slots[i]] === '') session.out[session.slots[i]] = '&' + (++session.marks) + ' ';
      put(session, '*' + cut(session.out[session.slots[i]], 1, session.out[session.slots[i]].length - 1));
      return;
    }
    session.objects[session.objects.length] = value;
    session.slots[session.slots.length] = session.out.length;
    put(session, '');
    if (depth > kDeepest) { put(session, '(deeper)'); return; }
    showObject(session, value, depth);
  }
  function brandOf(value) {
    var text = classOf(value);
    return cut(text, 8, text.length - 1);
  }
  // What an object holds beside its properties, and which prototype that kind has.
  function slotText(session, value, depth) {
    var brand = brandOf(value);
    var proto = protoOf(value);
    if (brand === 'Error' || isErrorPrototype(proto)) return { text: nameOfError(proto), natural: proto, error: true };
    var read = primitives[brand];
    if (read !== undefined && hasOwn(primitives, brand)) {
      try {
        return { text: 'new ' + brand + '(' + primitiveText(read(value)) + ')', natural: global[brand].prototype, string: brand === 'String' };
      } catch (error) { return undefined; }
    }
    if (brand === 'RegExp') {
      try { return { text: 'RegExp(' + quote(value.source) + ',' + flagsOf(value) + ')', natural: global.RegExp.prototype, regexp: true }; } catch (error) { return undefined; }
    }
    if (hasOwn(eachOf, brand) && eachOf[brand] !== undefined) {
      try {
        put(session, brand + '(');
        eachOf[brand](value, function (item, key) {
          if (brand === 'Map') { show(session, key, depth + 1); put(session, ' => '); }
          show(session, item, depth + 1);
          put(session, ', ');
        });
        return { text: ')', natural: global[brand].prototype };
      } catch (error) { return undefined; }
    }
    if (match(/Array$/, brand) && brand !== 'Array' && typeof global[brand] === 'function') return { text: brand, natural: global[brand].prototype, typed: true };
    // Some engines have promises made of plain objects.
    if (then !== undefined && (brand === 'Promise' || nameOf(proto) === 'Promise.prototype')) return { text: 'Promise', natural: proto, opaque: true };
    if (brand === 'ArrayBuffer' || brand === 'DataView') return { text: brand, natural: global[brand].prototype };
    return undefined;
  }
  function flagsOf(value) {
    return (value.global ? 'g' : '') + (value.ignoreCase ? 'i' : '') + (value.multiline ? 'm' : '') + (value.unicode ? 'u' : '') + (value.sticky ? 'y' : '');
  }
  function nameOfError(proto) {
    for (var at = proto, hops = 0; at !== null && hops < 10; at = protoOf(at), hops++) {
      var name = nameOf(at);
      if (name !== '') return cut(name, 0, name.length - 10);
    }
    return 'Error';
  }
  function showObject(session, value, depth) {
    var slot;
    var natural = O.prototype;
    var open = '{';
    var close = '}';
    var list = false;
    if (typeof value === 'function') {
      put(session, 'function');
      natural = Function.prototype;
    } else if (isArray(value)) {
      natural = Array.prototype;
      open = '[';
      close = ']';
      list = true;
    } else {
      slot = slotText(session, value, depth);
      if (slot !== undefined) {
        put(session, slot.text);
        natural = slot.natural;
      }
    }
    var proto = protoOf(value);
    if (proto === null) {
      put(session, '<null>');
    } else if (proto !== natural && typeof value !== 'function') {
      put(session, '<');
      show(session, proto, depth + 1);
      put(session, '>');
    }
    if (slot !== undefined && slot.error) { showSome(session, value, ['errors', 'cause'], depth); return; }
    if (slot !== undefined && slot.opaque) return;
    if (slot !== undefined && slot.typed) { showTyped(session, value); return; }
    showProperties(session, value, { open: open, close: close, list: list, slot: slot }, depth);
    if (!isExtensible(value)) put(session, '!');
  }
  function showSome(session, value, names, depth) {
    for (var i = 0; i < names.length; i++) {
      if (!hasOwn(value, names[i])) continue;
      put(session, ' ' + names[i] + ' ');
      show(session, describe(value, names[i]).value, depth + 1);
    }
  }
  function showTyped(session, value) {
    put(session, '[');
    for (var i = 0; i < value.length && i < kMostKeys; i++) put(session, (i > 0 ? ', ' : '') + primitiveText(value[i]));
    put(session, value.length > kMostKeys ? '... ' + value.length + ']' : ']');
  }
  function isIndex(key) { return typeof key === 'string' && match(/^(0|[1-9]\d*)$/, key); }
  // Names that functions, strings and regular expressions have of themselves say nothing.
  function isOwnBusiness(value, key, slot) {
    if (typeof value === 'function') {
      return key === 'length' || key === 'name' || key === 'prototype' || key === 'arguments' || key === 'caller' || key === 'fileName';
    }
    if (slot !== undefined && slot.string) return key === 'length' || isIndex(key);
    if (slot !== undefined && slot.regexp && key !== 'lastIndex') return key === 'source' || key === 'global' || key === 'ignoreCase' || key === 'multiline';
    return false;
  }
  // What a list has behind its last element: holes, or so many that its length says it.
  function showLength(session, length, next, separate) {
    if (length.value - next < 20) {
      for (; next < length.value; next++) { separate(); put(session, '<hole>'); }
    } else {
      separate();
      put(session, 'length ' + length.value);
    }
    if (!length.writable) put(session, ' (length is fixed)');
  }
  function showProperties(session, value, form, depth) {
    var keys = ownNames(value);
    var symbols = ownSymbols === undefined ? [] : ownSymbols(value);
    var shown = 0;
    var first = true;
    var next = 0;
    if (form.list && value.length > 1048576) session.huge = true;
    function separate() {
      if (!first) put(session, ', ');
      first = false;
    }
    function one(key) {
      if (isOwnBusiness(value, key, form.slot) || (form.list && key === 'length')) return;
      if (++shown > kMostKeys) return;
      var property = describe(value, key);
      if (property === undefined) return;
      separate();
      if (form.list && isIndex(key) && +key - next < 20 && +key >= next) {
        for (; next < +key; next++) put(session, '<hole>, ');
        next++;
      } else {
        put(session, keyText(key) + ': ');
      }
      var attributes = (property.enumerable ? 'e' : '') + (property.configurable ? 'c' : '') + ('value' in property && property.writable ? 'w' : '');
      var accessor = !('value' in property);
      if (attributes !== (accessor ? 'ec' : 'ecw')) put(session, '(' + attributes + ') ');
      if (accessor) put(session, (property.get === undefined ? '' : 'get') + (property.set === undefined ? '' : 'set'));
      else show(session, property.value, depth + 1);
    }
    var hasKeys = keys.length + symbols.length > 0;
    if (form.open === '{' && (typeof value === 'function' || form.slot !== undefined)) {
      hasKeys = false;
      for (var k = 0; k < keys.length; k++) if (!isOwnBusiness(value, keys[k], form.slot)) hasKeys = true;
      if (!hasKeys && symbols.length === 0) return;
    }
    put(session, form.open);
    for (var i = 0; i < keys.length; i++) one(keys[i]);
    for (i = 0; i < symbols.length; i++) one(symbols[i]);
    if (shown > kMostKeys) put(session, ', and ' + (shown - kMostKeys) + ' more');
    if (form.list) showLength(session, describe(value, 'length'), next, separate);
    put(session, form.close);
  }
  function textOf(session) {
    var text = '';
    for (var i = 0; i < session.out.length; i++) text += session.out[i];
    return text;
  }
  function describeValue(value, roots, fresh) {
    var look = view();
    var seen = [];
    for (var i = 0; i < roots.length; i++) seen[i] = { name: roots[i].name, value: look(roots[i].value) };
    var session = new Session(seen);
    show(session, look(value), 0, fresh);
    return { text: textOf(session), huge: session.huge };
  }
  function isPromise(value) { return then !== undefined && (brandOf(value) === 'Promise' || nameOf(protoOf(value)) === 'Promise.prototype'); }
  // What an error says; undefined for what is none. Messages are no behaviour.
  function messageOf(error) {
    var message = describe(error, 'message');
    return message === undefined || typeof message.value !== 'string' ? undefined : { name: nameOfError(protoOf(error)), text: message.value };
  }
  return { describe: describeValue, nameOf: nameOf, isPromise: isPromise, messageOf: messageOf };
}
