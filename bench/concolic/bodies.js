'use strict';
// Bodies that attract each other.
function Body(x, y, z, mass) {
  this.x = x;
  this.y = y;
  this.z = z;
  this.vx = this.vy = this.vz = 0;
  this.mass = mass;
}

Body.prototype.push = function (dx, dy, dz) {
  this.vx += dx;
  this.vy += dy;
  this.vz += dz;
  return this;
};

Body.prototype.move = function (dt) {
  if (dt === 0) return this;
  this.x += dt * this.vx;
  this.y += dt * this.vy;
  this.z += dt * this.vz;
  return this;
};

function distance(a, b) {
  const dx = a.x - b.x;
  const dy = a.y - b.y;
  const dz = a.z - b.z;
  return Math.sqrt(dx * dx + dy * dy + dz * dz);
}

function offset(bodies) {
  let px = 0;
  let py = 0;
  for (let i = 0; i < bodies.length; i++) {
    px += bodies[i].vx * bodies[i].mass;
    py += bodies[i].vy * bodies[i].mass;
  }
  if (px === 0 && py === 0) return null;
  return { px, py };
}

function advance(system, dt) {
  const bodies = system.bodies;
  for (let i = 0; i < bodies.length; i++) {
    for (let j = i + 1; j < bodies.length; j++) {
      const far = distance(bodies[i], bodies[j]);
      if (far < 0.001) return 'collision';
      bodies[i].push(-dt / far, 0, 0);
    }
  }
  for (let i = 0; i < bodies.length; i++) bodies[i].move(dt);
  return 'moved';
}

function energy(system) {
  let sum = 0;
  for (const body of system.bodies) {
    if (body.fixed) continue;
    sum += 0.5 * body.mass * (body.vx * body.vx + body.vy * body.vy);
  }
  return sum;
}

function pick(name) {
  switch (name) {
    case 'sun': return new Body(0, 0, 0, 40);
    case 'jupiter': return new Body(4.8, -1.1, -0.1, 0.03);
    case 'saturn': return new Body(8.3, 4.1, -0.4, 0.01);
    default: return null;
  }
}

function run(system, rounds) {
  for (let i = 0; i < rounds; i++) {
    if (advance(system, 0.01) === 'collision') return i;
  }
  return rounds;
}

module.exports = { Body, distance, offset, advance, energy, pick, run };
