'use strict';

exports.pad = function pad(text, width, fill) {
  if (text.length >= width) return text;
  return text + (fill || ' ').repeat(width - text.length);
};
