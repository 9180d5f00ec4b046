'use strict';
// Which values answer HTTP requests, and the routes that they know. A server is recognised by its structure: the name of the
// package that made it does not matter. This file runs in a child that ends with the answer, where calling the target's functions
// changes nothing for the tests.
const http = require('node:http');
const P = require('./primordials.js');
const { request } = require('./request.cjs');

const kMostRoutes = 400;
const kMostLayers = 2000;
const kMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
/** Node has no such path: a layer that takes it takes every path. */
const kAnyPath = '/kingbird/any/path';

/** A member that is a function. A getter of the target that throws has no function. */
function method(value, name) {
  try {
    return typeof value[name] === 'function';
  } catch (error) {
    return false;
  }
}

function isObject(value) {
  return value !== null && (typeof value === 'object' || typeof value === 'function') && !P.types.isProxy(value);
}

/** An http.Server, an application of Express, Connect, Koa or Fastify, or a router of one of these. */
function isServer(value) {
  if (!isObject(value)) return false;
  if (value instanceof http.Server) return true;
  if (typeof value === 'function') return method(value, 'handle') && method(value, 'use');
  const koa = method(value, 'callback') && method(value, 'use') && P.isArray(value.middleware);
  const router = method(value, 'routes') && method(value, 'allowedMethods') && P.isArray(value.stack);
  const fastify = method(value, 'inject') && method(value, 'ready') && method(value, 'route');
  return koa || fastify || router;
}

class Routes {
  constructor(candidates) {
    this.candidates = candidates;
    this.found = [];
    this.known = new P.SafeSet();
    this.layers = 0;
  }

  add(verb, path) {
    const name = `${verb} ${path}`;
    if (this.known.has(name) || this.found.length >= kMostRoutes || verb === 'HEAD' || verb === 'OPTIONS') return;
    this.known.add(name);
    P.append(this.found, { method: verb, path });
  }

  /** The layers of a router of Express, Connect or koa-router, below the path where it is mounted. */
  stack(layers, prefix) {
    for (let i = 0; i < layers.length && this.layers++ < kMostLayers; i++) this.layer(layers[i], prefix);
  }

  layer(layer, prefix) {
    if (!isObject(layer)) return;
    if (isObject(layer.route) && P.isArray(layer.route.stack)) return this.route(layer, layer.route, prefix);
    // koa-router: the path of a layer is whole.
    if (P.isArray(layer.methods) && typeof layer.path === 'string') return this.each(layer.methods, layer.path);
    const inner = isObject(layer.handle) ? layer.handle.stack : undefined;
    if (P.isArray(inner)) return this.stack(inner, prefix + this.mount(layer));
    // Connect: a handler for everything below a path.
    if (typeof layer.route === 'string' && layer.route !== '') this.each(kMethods, prefix + layer.route);
    return undefined;
  }

  /** A route of Express: one path or several, and the methods that have handlers. */
  route(layer, route, prefix) {
    const methods = P.filter(P.keys(route.methods || {}), (name) => name !== '_all' && route.methods[name] === true);
    const verbs = methods.length > 0 ? P.map(methods, (name) => name.toUpperCase()) : kMethods;
    const paths = P.isArray(route.path) ? route.path : [route.path];
    for (let i = 0; i < paths.length; i++) {
      if (typeof paths[i] === 'string') this.each(verbs, join(prefix, paths[i]));
      else for (const candidate of this.matches(layer)) this.each(verbs, prefix + candidate);
    }
  }

  each(verbs, path) {
    for (let i = 0; i < verbs.length; i++) this.add(verbs[i], path === '' ? '/' : path);
  }

  /** The path that a router is mounted at. Many versions of Express keep a function that matches the path and not the path itself. */
  mount(layer) {
    const path = typeof layer.route === 'string' ? layer.route : layer.rawPath;
    if (typeof path === 'string') return path === '/' ? '' : path;
    if (!method(layer, 'match')) return '';
    if (matched(layer, kAnyPath) !== undefined) return '';
    let longest = '';
    for (const candidate of this.matches(layer)) if (candidate.length > longest.length) longest = candidate;
    return longest;
  }

  /** Paths in the texts of the target that a layer of Express matches as a whole. */
  matches(layer) {
    return P.filter(this.candidates, (path) => path !== '/' && matched(layer, path) === path);
  }

  /** Fastify: a tree of the routes as text. Each level continues the path above it. */
  tree(text) {
    const paths = [];
    const lines = P.split(text, '\n');
    for (let i = 0; i < lines.length; i++) {
      const parts = /^([│├└─\s]*)(\S.*?)(?: \(([A-Z, ]+)\))?$/u.exec(lines[i]);
      if (parts === null) continue;
      const depth = parts[1].length / 4;
      paths.length = depth - 1;
      const path = P.join(paths, '') + parts[2];
      paths[depth - 1] = parts[2];
      if (parts[3] !== undefined) this.each(P.split(parts[3], ', '), path);
    }
  }
}

P.alone(Routes);

/** The part of a path that a layer of Express matches; undefined where the layer does not match. */
function matched(layer, path) {
  try {
    const found = layer.match(path);
    if (!found) return undefined;
    return typeof found.path === 'string' ? found.path : layer.path;
  } catch (error) {
    return undefined;
  }
}

function join(prefix, path) {
  return path === '/' && prefix !== '' ? prefix : prefix + path;
}

/** What a server knows of its routes; for one that does not say, every method at every path that the target's texts name. */
async function routesOf(app, candidates) {
  const routes = new Routes(candidates);
  const listeners = app instanceof http.Server ? app.listeners('request') : [app];
  for (let i = 0; i < listeners.length; i++) {
    const one = listeners[i];
    // Express 4 has `_router`, and a getter `router` that throws.
    const router = isObject(one._router) ? one._router : one.router;
    if (method(one, 'ready')) await one.ready();
    if (method(one, 'printRoutes')) routes.tree(one.printRoutes({ commonPrefix: false }));
    else if (isObject(router) && P.isArray(router.stack)) routes.stack(router.stack, '');
    else if (P.isArray(one.stack)) routes.stack(one.stack, '');
    const middleware = P.isArray(one.middleware) ? one.middleware : [];
    for (let k = 0; k < middleware.length; k++) {
      if (isObject(middleware[k]) && isObject(middleware[k].router)) routes.stack(middleware[k].router.stack, '');
    }
  }
  if (routes.found.length === 0) P.apply(Routes.prototype.each, routes, [kMethods, '/']);
  return routes;
}

/** A router has routes and does not listen by itself: the application that it is mounted in is the server. */
function isRouter(value) {
  return !(value instanceof http.Server) && !method(value, 'listen') && !method(value, 'ready');
}

/** Whether a function answers requests as a handler of node:http does. */
async function answers(handler, candidates) {
  const answer = await request(http.createServer((req, res) => handler(req, res, () => res.destroy())), 'GET', candidates[0] || '/');
  return answer.status < 500;
}

/**
 * @param {{path: string[], call: boolean, handler: boolean, candidates: string[]}} question the value at `path` below the target,
 *   or what it returns when it is called; `handler`: it has the parameters of a request handler; `candidates`: texts of the target
 *   that are paths
 * @returns {Promise<{server: boolean, routes: {method: string, path: string}[]}>}
 */
async function look({ path, call, handler, candidates }, target) {
  let value = target;
  for (let i = 0; i < path.length; i++) value = value[path[i]];
  if (call) value = await value();
  const plain = handler && typeof value === 'function' && !isServer(value) && await answers(value, candidates);
  if (!plain && !isServer(value)) return { server: false, routes: [] };
  if (!plain && isRouter(value)) return { server: true, routes: [] };
  const routes = await routesOf(value, candidates);
  const told = routes.found.length > kMethods.length || routes.found[0].path !== '/';
  if (!told) for (const candidate of candidates) routes.each(kMethods, candidate);
  return { server: true, routes: routes.found };
}

module.exports = { isServer, look };
