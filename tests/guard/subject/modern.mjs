// The same in an ES module, with a function that nobody outside sees.
function sizeOf(box) {
  return box.inner.size.width;
}
export const widest = (boxes) => Math.max(...boxes.map((box) => sizeOf(box)));
