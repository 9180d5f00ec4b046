'use strict';
// node packages_test.js KINGBIRD CACHE: crashes of published packages at old versions. Each program ends in a TypeError by itself; with the
// guard it goes on, and the property that was missing is told. One line each; exit 1 where that is not so.
const { spawnSync } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { install } = require('../roundtrip/npm_fixture.js');

const [kingbird, cache] = process.argv.slice(2);
// A server answers one request; what hapi of that time calls os.tmpDir is gone from Node.
const serve = (handler, more = '') => `require('os').tmpDir = require('os').tmpdir;
const Hapi = require('hapi'); const http = require('http'); const { Stream, PassThrough } = require('stream');
const server = new Hapi.Server(); server.connection({ host: '127.0.0.1' });
server.route({ method: 'GET', path: '/', handler: ${handler} });${more}
server.start(() => {
  http.get(server.info.uri, (response) => { console.log('answered', response.statusCode); process.exit(); });
  setTimeout(process.exit, 5000);
});`;

const crashes = [
  {
    name: 'hapi@8.2.0 response.js', files: ['hapi/lib/response.js'], flags: ['--callees', 'stub'], error: 'objectMode', told: ['_readableState'],
    program: serve('(request, reply) => { const s = new Stream(); s.pipe = (to) => to.end(); reply(s); }'), end: 'answered 200',
  },
  {
    // What a handler's answer was prepared to be is nothing. An extension answers later on: then the answer before is closed, which the
    // object that was put there cannot be, either.
    name: 'hapi@8.2.0 handler.js', files: ['hapi/lib/handler.js', 'hapi/lib/request.js'], flags: ['--callees', 'stub'], error: 'isBoom',
    told: ['response is undefined', 'this.response._close is undefined'],
    program: serve("(request, reply) => reply(request.generateResponse('x', { prepare: (response, next) => next() }))",
      "server.ext('onPreResponse', (request, reply) => reply('late'));"),
    end: 'answered 200',
  },
  {
    name: 'forwarded@0.1.0', files: ['forwarded/index.js'], flags: [], error: 'remoteAddress', told: ['req.connection'],
    program: "console.log(require('forwarded')({ headers: { 'x-forwarded-for': '10.0.0.1' } }));", end: '[ undefined, \'10.0.0.1\' ]',
  },
  {
    name: 'pino-http@2.6.1', files: ['pino-http/logger.js'], flags: ['--callees', 'stub'], error: 'remoteAddress', told: ['req.connection'],
    program: "console.log(require('pino-http').stdSerializers.req({ id: 7, url: '/' }).id);", end: '7',
  },
];

function explore(file, flags, root, out) {
  const words = ['explore', path.join(root, 'node_modules', file), ...flags, '--suite', 'off', '--seed', '1', '--log', 'quiet', '--out', out];
  const explored = spawnSync(kingbird, words, { encoding: 'utf8' });
  if (explored.status > 1) throw new Error(`${words.join(' ')}: ${explored.stderr}`);
  return path.join(out, 'preconditions.json');
}

function check({ name, files, flags, program, error, told, end }, root, temp) {
  const out = path.join(temp, name.replace(/\W/g, '-'));
  const known = files.map((file, i) => explore(file, flags, root, `${out}-${i}`));
  // Beside the packages, so that they are found.
  const script = path.join(root, `${path.basename(out)}-${process.pid}.js`);
  fs.writeFileSync(script, program);
  const report = `${out}.json`;
  const bare = spawnSync(process.execPath, [script], { encoding: 'utf8' });
  const guarded = spawnSync(kingbird, ['guard', ...known, '--report', report, '--', process.execPath, script], { encoding: 'utf8' });
  fs.rmSync(script);
  const crashed = bare.stderr.includes('TypeError') && bare.stderr.includes(error);
  const wentOn = guarded.status === 0 && !guarded.stderr.includes('TypeError') && guarded.stdout.includes(end);
  const lines = told.map((words) => guarded.stderr.split('\n').find((line) => line.includes(words)) || '');
  const { problems } = JSON.parse(fs.readFileSync(report, 'utf8'));
  const holds = crashed && wentOn && lines.every((line) => line !== '') && problems.every((problem) => problem.stack.length > 0 && problem.where !== '');
  console.log(`  ${holds ? 'ok    ' : 'MISSED'} ${name}: ${(holds && lines.join('; ')) || `${bare.stdout}${bare.stderr}${guarded.stdout}${guarded.stderr}`}`);
  return holds;
}

function main() {
  const root = install(cache, ['hapi@8.2.0', 'forwarded@0.1.0', 'pino-http@2.6.1']);
  const temp = fs.mkdtempSync(path.join(os.tmpdir(), 'kingbird-crashes-'));
  try {
    const held = crashes.map((crash) => check(crash, root, temp));
    process.exitCode = held.every(Boolean) ? 0 : 1;
  } finally {
    fs.rmSync(temp, { recursive: true, force: true });
  }
}

main();
