#include "load/browser_js.h"

#include <fmt/format.h>

#include "emit/js_text.h"

namespace kingbird::load {
namespace {

using target::Renderer;

constexpr char kUsualUrl[] = "http://localhost:3000/";

constexpr char kJsdom[] = R"JS(function makeWindow() {
  const { JSDOM } = find('jsdom', 'jest-environment-jsdom');
  return new JSDOM('<!DOCTYPE html><html><head></head><body></body></html>', { url, pretendToBeVisual: true }).window;
}
)JS";

constexpr char kHappyDom[] = R"JS(function makeWindow() {
  const { Window } = find('happy-dom', '@happy-dom/jest-environment');
  return new Window({ url });
}
)JS";

constexpr char kInstall[] = R"JS(
/** The package, or the copy of it that the other package brings along. */
function find(name, around) {
  try {
    return require(name);
  } catch (error) {
    const { createRequire } = require('node:module');
    return createRequire(require.resolve(around))(name);
  }
}

/** Globals of Node whose counterparts of the window work together with its elements. */
const replaced = new Set([
  'Event', 'CustomEvent', 'EventTarget', 'MessageEvent', 'FormData', 'File', 'Blob', 'AbortController', 'AbortSignal', 'DOMException',
  'Storage', 'localStorage', 'sessionStorage', 'navigator', 'Headers', 'Navigator', 'CloseEvent', 'ErrorEvent', 'WebSocket',
]);
/** What the window has of the language and of Node stays Node's. */
const kept = new Set(['undefined', 'eval', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'queueMicrotask', 'console', 'performance']);

/** Makes what the window has global, as browsers do. */
function install() {
  const window = makeWindow();
  const names = new Set();
  for (let at = window; at && at !== Object.prototype; at = Object.getPrototypeOf(at)) Object.getOwnPropertyNames(at).forEach((name) => names.add(name));
  for (const name of names) {
    if (name.startsWith('_') || kept.has(name) || name === 'constructor' || (name in globalThis && !replaced.has(name))) continue;
    const value = window[name];
    const constant = { writable: true, enumerable: false, configurable: true };
    if (typeof value === 'function') {
      // Functions of the window want it as their `this`; classes do not.
      Object.defineProperty(globalThis, name, { value: /^[a-z]/.test(name) ? value.bind(window) : value, ...constant });
    } else if (name === 'document') {
      Object.defineProperty(globalThis, name, { value, ...constant });
    } else {
      const set = (own) => Object.defineProperty(globalThis, name, { value: own, ...constant });
      Object.defineProperty(globalThis, name, { get: () => window[name], set, enumerable: false, configurable: true });
    }
  }
  for (const name of ['window', 'self', 'top', 'parent', 'frames']) {
    Object.defineProperty(globalThis, name, { value: globalThis, writable: true, enumerable: false, configurable: true });
  }
}

if (typeof document === 'undefined') install();
)JS";

constexpr char kFresh[] = R"JS(
if (typeof window.matchMedia !== 'function') {
  window.matchMedia = (media) => ({
    matches: false, media, onchange: null,
    addListener() {}, removeListener() {}, addEventListener() {}, removeEventListener() {}, dispatchEvent: () => false,
  });
}

const listeners = [];
const { addEventListener } = EventTarget.prototype;
/** Listeners of what all tests share are remembered. */
function listen(target) {
  target.addEventListener = (...args) => {
    listeners.push([target, args]);
    return addEventListener.apply(target === window ? document.defaultView : target, args);
  };
}
[document, window].forEach(listen);

const timers = new Set();
for (const [start, stop] of [['setTimeout', 'clearTimeout'], ['setInterval', 'clearInterval']]) {
  const original = globalThis[start];
  const clear = globalThis[stop];
  globalThis[start] = Object.assign((...args) => {
    const timer = original(...args);
    timers.add(() => clear(timer));
    return timer;
  }, original);
}

const attributes = (element) => Array.from(element.attributes, ({ name, value }) => [name, value]);

function state() {
  const { documentElement: html, head, body } = document;
  return {
    parts: [html, head, body].map((element) => [element, attributes(element), element === html ? '' : element.innerHTML]),
    storage: [localStorage, sessionStorage].map((storage) => [storage, Object.entries(storage)]),
    url: location.href,
    heard: listeners.length,
  };
}

function restore({ parts, storage, url, heard }) {
  for (const [element, own, inner] of parts) {
    attributes(element).forEach(([name]) => element.removeAttribute(name));
    own.forEach(([name, value]) => element.setAttribute(name, value));
    if (element !== document.documentElement && element.innerHTML !== inner) element.innerHTML = inner;
  }
  for (const [place, entries] of storage) {
    place.clear();
    entries.forEach(([name, value]) => place.setItem(name, value));
  }
  for (const cookie of document.cookie.split('; ')) document.cookie = `${cookie.split('=')[0]}=; expires=Thu, 01 Jan 1970 00:00:00 GMT; path=/`;
  if (location.href !== url) history.replaceState(null, '', url);
  for (const [target, [type, listener, options]] of listeners.splice(heard)) target.removeEventListener(type, listener, options);
  timers.forEach((stop) => stop());
  timers.clear();
}

let first;
/** To be called before each test: nothing that an earlier one left in the document or the storage is there any more. */
exports.fresh = () => {
  if (first) restore(first);
  else first = state();
};
)JS";

constexpr char kWrap[] = R"JS(
/** A hook runs inside of a component; what it returned is the result. */
function runHook(hook, args) {
  let result;
  markup(() => {
    result = hook(...args);
    return null;
  });
  return result;
}

const isOfLibrary = (value) => typeof value === 'object' && value !== null && typeof value.$$typeof === 'symbol' && 'react.memo react.forward_ref'.includes(value.$$typeof.description);

/** What stands for an export: a function from properties to markup for a component, which a test can call. */
function callable(value, key, names, hooks) {
  const name = value && value.name;
  const isIn = (list) => typeof value === 'function' && (list.includes(name) || list.includes(key));
  const isComponent = isOfLibrary(value) || isIn(names);
  const isHook = isIn(hooks);
  if (!isComponent && !isHook) return value;
  const isPlain = typeof value === 'function' && !(value.prototype && value.prototype.render);
  // A plain component gets the properties themselves, not the copy that createElement makes of what can be listed.
  const element = isPlain ? (properties) => markup(() => value(properties === undefined || properties === null ? {} : properties)) : (properties) => markup(value, properties);
  const call = isHook ? (...args) => runHook(value, args) : element;
  Object.defineProperty(call, 'name', { value: name || 'component', configurable: true });
  // Kingbird reads the parameters of the function itself.
  if (isPlain) Object.defineProperty(call, Symbol.for('kingbird.renders'), { value });
  return call;
}

/** The exports of a module, with functions in the place of these components and hooks. */
exports.rendered = (module, names, hooks = []) => {
  if (typeof module === 'function') return callable(module, 'default', names, hooks);
  const made = {};
  for (const key of Object.keys(module)) made[key] = callable(module[key], key, names, hooks);
  return made;
};
)JS";

std::string Markup(Renderer renderer) {
  const bool react = renderer == Renderer::kReactServer || renderer == Renderer::kReactTesting;
  const std::string create =
      react ? "const { createElement } = require('react');\n" : "const { h: createElement } = require('preact');\n";
  if (renderer == Renderer::kReactTesting || renderer == Renderer::kPreactTesting) {
    return create + fmt::format("const {{ render }} = require('@testing-library/{}');\n", react ? "react" : "preact") +
           R"JS(
function markup(component, properties) {
  const { container, unmount } = render(createElement(component, properties));
  try {
    return container.innerHTML;
  } finally {
    unmount();
  }
}
)JS";
  }
  const char* render = react ? "const { renderToStaticMarkup } = require('react-dom/server');\n"
                             : "const { render: renderToStaticMarkup } = require('preact-render-to-string');\n";
  return create + render +
         "\nconst markup = (component, properties) => renderToStaticMarkup(createElement(component, properties));\n";
}

}  // namespace

std::string BrowserProgram(const target::Target& target) {
  const std::string& url = target.dom_url;
  return fmt::format(
             "'use strict';\n// A document for code that expects a browser, and a fresh one for each test.\n\n"
             "const url = {};\n\n",
             emit::Quote(url.empty() ? kUsualUrl : url)) +
         (target.dom == "happy-dom" ? kHappyDom : kJsdom) + kInstall + kFresh;
}

std::string RenderedProgram(Renderer renderer) {
  return "'use strict';\n// Components as functions: what a test asserts is the markup that they make.\n\n" +
         Markup(renderer) + kWrap;
}

}  // namespace kingbird::load
