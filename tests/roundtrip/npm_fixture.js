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
  if (fs.existsSync(folder)) return folder;
  // Tests run beside each other: whole or not at all, and whoever is second uses what is there.
  fs.mkdirSync(cache, { recursive: true });
  const unfinished = fs.mkdtempSync(`${folder}-`);
  fs.writeFileSync(path.join(unfinished, 'package.json'), '{"private": true}');
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-save', '--legacy-peer-deps', '--loglevel=error'];
  execFileSync('npm', ['install', ...options, ...specs], { cwd: unfinished, stdio: ['ignore', 'ignore', 'inherit'] });
  try {
    fs.renameSync(unfinished, folder);
  } catch (error) {
    if (!fs.existsSync(folder)) throw error;
    fs.rmSync(unfinished, { recursive: true, force: true });
  }
  return folder;
}

module.exports = { install };
