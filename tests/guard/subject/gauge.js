'use strict';
// A class whose prototype holds a value, which is read before what is missing.
function Gauge() {}
Gauge.prototype.unit = '%';
Gauge.prototype.show = function (sample) {
  const unit = this.unit;
  return `${sample.load.value}${unit}`;
};
module.exports = Gauge;
