'use strict';
// The checksum of card numbers.

function Luhn() {}

Luhn.prototype.isValidIdentifier = function (identifier) {
  var sum = 0;
  var double = false;
  var valid = false;
  var i = identifier.length - 1;
  while (i >= 0) {
    var digit = parseInt(identifier.charAt(i), 10);
    if (isNaN(digit)) {
      return false;
    }
    if (double) {
      digit *= 2;
      if (digit > 9) {
        digit -= 9;
      }
    }
    sum += digit;
    double = !double;
    i--;
  }
  if (sum % 10 === 0 && sum > 0) {
    valid = true;
  }
  return valid;
};

module.exports = Luhn;
