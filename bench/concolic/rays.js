'use strict';
// Rays against spheres and planes, with one mirror.
function Vector(x, y, z) {
  this.x = x;
  this.y = y;
  this.z = z;
}
Vector.prototype.dot = function (other) {
  return this.x * other.x + this.y * other.y + this.z * other.z;
};
Vector.prototype.minus = function (other) {
  return new Vector(this.x - other.x, this.y - other.y, this.z - other.z);
};
Vector.prototype.scaled = function (factor) {
  return new Vector(this.x * factor, this.y * factor, this.z * factor);
};
Vector.prototype.normalised = function () {
  const length = Math.sqrt(this.dot(this));
  return length === 0 ? this : this.scaled(1 / length);
};

function Sphere(centre, radius, colour) {
  this.centre = centre;
  this.radius = radius;
  this.colour = colour || { r: 0, g: 0, b: 0 };
}
Sphere.prototype.hit = function (ray) {
  const away = ray.from.minus(this.centre);
  const b = away.dot(ray.to);
  const c = away.dot(away) - this.radius * this.radius;
  const d = b * b - c;
  if (d < 0) return null;
  const distance = -b - Math.sqrt(d);
  return distance > 0 ? distance : null;
};

function Plane(normal, offset) {
  this.normal = normal;
  this.offset = offset;
}
Plane.prototype.hit = function (ray) {
  const slope = this.normal.dot(ray.to);
  if (slope === 0) return null;
  const distance = (this.offset - this.normal.dot(ray.from)) / slope;
  return distance > 0 ? distance : null;
};

function nearest(scene, ray, except) {
  let best = null;
  for (let i = 0; i < scene.shapes.length; i++) {
    const shape = scene.shapes[i];
    if (shape === except) continue;
    const distance = shape.hit(ray);
    if (distance !== null && (best === null || distance < best.distance)) best = { shape, distance };
  }
  return best;
}

function mix(a, b, share) {
  if (share <= 0) return a;
  if (share >= 1) return b;
  return { r: a.r * (1 - share) + b.r * share, g: a.g * (1 - share) + b.g * share, b: a.b * (1 - share) + b.b * share };
}

function shade(scene, shape, point) {
  let light = scene.ambient;
  for (const lamp of scene.lamps) {
    if (lamp.off) continue;
    light += lamp.strength;
  }
  return light > 1 ? 1 : light;
}

function trace(scene, ray, depth) {
  const found = nearest(scene, ray, null);
  if (found === null) return scene.background;
  const colour = shade(scene, found.shape, found.distance);
  if (found.shape.mirror && depth > 0) return mix(colour, trace(scene, ray, depth - 1), found.shape.mirror);
  return colour;
}

function toByte(value) {
  if (value < 0) return 0;
  if (value > 255) return 255;
  return Math.floor(value);
}

module.exports = { Vector, Sphere, Plane, nearest, mix, shade, trace, toByte };
