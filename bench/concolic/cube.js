'use strict';
// A rotating wire-frame cube, drawn into a list: what a small 3d program is made of.
const state = { loops: 20, points: [], edges: [], faces: [], normals: [], done: false, origin: [150, 150, 20, 1] };

function drawLine(screen, from, to) {
  const dx = Math.abs(to.x - from.x);
  const dy = Math.abs(to.y - from.y);
  const stepX = to.x >= from.x ? 1 : -1;
  const stepY = to.y >= from.y ? 1 : -1;
  let error = dx > dy ? dx / 2 : -dy / 2;
  let x = from.x;
  let y = from.y;
  for (let i = 0; i < 1000; i++) {
    screen.plot(x, y);
    if (x === to.x && y === to.y) return i;
    const old = error;
    if (old > -dx) {
      error -= dy;
      x += stepX;
    }
    if (old < dy) {
      error += dx;
      y += stepY;
    }
  }
  return -1;
}

function cross(a, b) {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function normal(a, b, c) {
  const result = cross([a[0] - b[0], a[1] - b[1], a[2] - b[2]], [b[0] - c[0], b[1] - c[1], b[2] - c[2]]);
  const length = Math.sqrt(result[0] * result[0] + result[1] * result[1] + result[2] * result[2]);
  if (length === 0) return result;
  return [result[0] / length, result[1] / length, result[2] / length];
}

function multiply(left, right) {
  const result = [[], [], [], []];
  for (let i = 0; i < 4; i++) {
    for (let j = 0; j < 4; j++) {
      result[i][j] = left[i][0] * right[0][j] + left[i][1] * right[1][j] + left[i][2] * right[2][j] + left[i][3] * right[3][j];
    }
  }
  return result;
}

function apply(matrix, vector) {
  const result = [];
  for (let i = 0; i < 4; i++) {
    result[i] = matrix[i][0] * vector[0] + matrix[i][1] * vector[1] + matrix[i][2] * vector[2] + vector[3] * matrix[i][3];
  }
  return result;
}

function translate(matrix, dx, dy, dz) {
  return multiply([[1, 0, 0, dx], [0, 1, 0, dy], [0, 0, 1, dz], [0, 0, 0, 1]], matrix);
}

function rotate(matrix, axis, degrees) {
  const angle = degrees * Math.PI / 180;
  const c = Math.cos(angle);
  const s = Math.sin(angle);
  if (axis === 'x') return multiply([[1, 0, 0, 0], [0, c, -s, 0], [0, s, c, 0], [0, 0, 0, 1]], matrix);
  if (axis === 'y') return multiply([[c, 0, s, 0], [0, 1, 0, 0], [-s, 0, c, 0], [0, 0, 0, 1]], matrix);
  return multiply([[c, -s, 0, 0], [s, c, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]], matrix);
}

function isVisible(face) {
  return face.normal[2] < 0;
}

function drawFaces(screen, cube) {
  let drawn = 0;
  for (let i = 0; i < cube.faces.length; i++) {
    const face = cube.faces[i];
    if (!isVisible(face)) continue;
    drawLine(screen, face.from, face.to);
    drawn++;
  }
  cube.drawn = drawn;
  return drawn;
}

function step(screen, cube) {
  if (cube.count > state.loops) {
    cube.done = true;
    return 'done';
  }
  cube.matrix = rotate(translate(cube.matrix, -1, -1, 0), cube.count % 2 === 0 ? 'x' : 'y', 3);
  drawFaces(screen, cube);
  cube.count++;
  return 'again';
}

function makeCube(size) {
  if (!(size > 0)) throw new RangeError('a cube has a size');
  return { size, count: 0, done: false, faces: [], matrix: [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]] };
}

module.exports = { drawLine, cross, normal, multiply, apply, translate, rotate, isVisible, drawFaces, step, makeCube };
