'use strict';
// Installs pinned npm packages at test time into a folder below the build folder, once.
const { execFileSync } = require('child_process');
const crypto = require('crypto');
const fs = require('fs');
const path = require('path');

/**
 * @param {string} cache a folder that stays between runs
 * @param {string[]} specs "name@version"
 * @returns {string} the folder whose node_modules holds them
 */
function install(cache, specs) {
  const id = crypto.createHash('sha1').update(JSON.stringify(specs)).digest('hex').slice(0, 12);
  const folder = path.resolve(cache, id);
  if (fs.existsSync(path.join(folder, 'done'))) return folder;
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, 'package.json'), '{"private": true}');
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-save', '--legacy-peer-deps', '--loglevel=error'];
  execFileSync('npm', ['install', ...options, ...specs], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  fs.writeFileSync(path.join(folder, 'done'), '');
  return folder;
}

module.exports = { install };
