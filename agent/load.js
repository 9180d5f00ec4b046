'use strict';
// Loads the target the way its users do: require() for CommonJS and JSON, import() for ES modules (top-level await included),
// TypeScript where this Node strips types. Which one is decided by what the specifier resolves to; what require() cannot read is tried with import().

const fs = require('fs');
const path = require('path');
const Module = require('module');
const { pathToFileURL } = require('url');

/** require() refused because the file is an ES module after all. */
const NOT_COMMONJS = new Set(['ERR_REQUIRE_ESM', 'ERR_REQUIRE_ASYNC_MODULE', 'ERR_REQUIRE_CYCLE_MODULE']);

/** import() as seen from a file in `folder`, so that bare specifiers find that folder's node_modules. */
function importerIn(folder) {
  const filename = path.join(folder, 'kingbird-import.js');
  const module = new Module(filename, null);
  module.filename = filename;
  module.paths = Module._nodeModulePaths(folder);
  module._compile('module.exports = (specifier) => import(specifier);', filename);
  return module.exports;
}

/** The "type" that Node gives a .js or .ts file. */
function packageType(filename) {
  for (let folder = path.dirname(filename); ; folder = path.dirname(folder)) {
    const file = path.join(folder, 'package.json');
    if (fs.existsSync(file)) {
      try {
        return JSON.parse(fs.readFileSync(file, 'utf8')).type || 'none';
      } catch {
        return 'none';
      }
    }
    if (path.basename(folder) === 'node_modules' || folder === path.dirname(folder)) return 'none';
  }
}

function isModule(filename) {
  const extension = path.extname(filename);
  if (extension === '.mjs' || extension === '.mts') return true;
  if (extension !== '.js' && extension !== '.ts' && extension !== '.tsx' && extension !== '.jsx') return false;
  return packageType(filename) === 'module';
}

/** Where the program that stands for several modules leaves what it loaded (src/load/module_loader.cc). */
const kLoaded = Symbol.for('kingbird.loaded');
const kMostFailed = 400;
const kMostReason = 500;

/** What such a program left, which is taken away before a test could see it. */
function takeLoaded(found) {
  const left = globalThis[kLoaded];
  delete globalThis[kLoaded];
  if (left === undefined) return found;
  const failed = left.failed.slice(0, kMostFailed).map(({ module, reason }) => ({ module: `${module}`, reason: `${reason}`.slice(0, kMostReason) }));
  return { ...found, value: left.value === undefined ? found.value : left.value, failed };
}

/**
 * @param {{entry: string, base: string}} target entry: absolute path of a file or folder, or a package specifier that is
 *   looked up from the folder base.
 * @returns {Promise<{value: any, format: 'commonjs' | 'module', filename: string, failed?: {module: string, reason: string}[]}>} failed: modules
 *   of several that do not load, and why
 */
async function loadEntry({ entry, base }) {
  const require = Module.createRequire(path.join(base, 'kingbird-require.js'));
  let filename;
  try {
    filename = require.resolve(entry);
  } catch (error) {
    // Only the "import" condition of an exports map, or nothing at all: import() gives the better message.
    if (path.isAbsolute(entry)) throw error;
    return { value: await importerIn(base)(entry), format: 'module', filename: entry };
  }
  const specifier = path.isAbsolute(entry) ? pathToFileURL(filename).href : entry;
  if (isModule(filename)) return { value: await importerIn(base)(specifier), format: 'module', filename };
  try {
    return { value: require(filename), format: 'commonjs', filename };
  } catch (error) {
    // Some Nodes find out that a file is a module only when it is imported; to the others it is a SyntaxError once more.
    const unread = error instanceof SyntaxError && path.extname(filename) !== '.json';
    if (!unread && !(error && NOT_COMMONJS.has(error.code))) throw error;
    return { value: await importerIn(base)(pathToFileURL(filename).href), format: 'module', filename };
  }
}

/** See loadEntry. */
async function load(target) {
  return takeLoaded(await loadEntry(target));
}

module.exports = { load };
