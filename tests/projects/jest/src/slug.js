'use strict';

exports.slug = function slug(text, { separator = '-', most = 20 } = {}) {
  const words = String(text).toLowerCase().match(/[a-z0-9]+/g);
  if (words === null) return '';
  return words.join(separator).slice(0, most);
};

exports.isSlug = (text) => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text);
