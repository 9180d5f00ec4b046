'use strict';
// The strength of five cards without regard to suits: a hand is a text of five ranks, for instance 'KQT72'. Spelled out case by
// case, as such tables often are.

function Poker() {}

Poker.prototype.rankHand = function (hand) {
  var cards = [];
  var rank = 0;
  var i;
  if (hand.length !== 5) {
    return -1;
  }
  for (i = 0; i < 5; i++) {
    switch (hand.charAt(i)) {
      case '2':
        cards[i] = 2;
        break;
      case '3':
        cards[i] = 3;
        break;
      case '4':
        cards[i] = 4;
        break;
      case '5':
        cards[i] = 5;
        break;
      case '6':
        cards[i] = 6;
        break;
      case '7':
        cards[i] = 7;
        break;
      case '8':
        cards[i] = 8;
        break;
      case '9':
        cards[i] = 9;
        break;
      case 'T':
        cards[i] = 10;
        break;
      case 'J':
        cards[i] = 11;
        break;
      case 'Q':
        cards[i] = 12;
        break;
      case 'K':
        cards[i] = 13;
        break;
      case 'A':
        cards[i] = 14;
        break;
      default:
        return -1;
    }
  }
  var first = cards[0];
  var second = cards[1];
  var third = cards[2];
  var fourth = cards[3];
  var fifth = cards[4];
  var spare;
  // A sorting network: highest first.
  if (first < second) {
    spare = first;
    first = second;
    second = spare;
  }
  if (fourth < fifth) {
    spare = fourth;
    fourth = fifth;
    fifth = spare;
  }
  if (third < fifth) {
    spare = third;
    third = fifth;
    fifth = spare;
  }
  if (third < fourth) {
    spare = third;
    third = fourth;
    fourth = spare;
  }
  if (first < fourth) {
    spare = first;
    first = fourth;
    fourth = spare;
  }
  if (first < third) {
    spare = first;
    first = third;
    third = spare;
  }
  if (second < fifth) {
    spare = second;
    second = fifth;
    fifth = spare;
  }
  if (second < fourth) {
    spare = second;
    second = fourth;
    fourth = spare;
  }
  if (second < third) {
    spare = second;
    second = third;
    third = spare;
  }
  // Five alike cannot come from one deck.
  if (first === fifth) {
    return -1;
  }
  // Four of a kind above the kicker.
  if (first === fourth) {
    rank = 7000000;
    rank += first * 14;
    rank += fifth * 1;
    return rank;
  }
  // Four of a kind below the kicker.
  if (second === fifth) {
    rank = 7000000;
    rank += second * 14;
    rank += first * 1;
    return rank;
  }
  // Full house, threes high.
  if (first === third && fourth === fifth) {
    rank = 6000000;
    rank += first * 14;
    rank += fourth * 1;
    return rank;
  }
  // Full house, threes low.
  if (first === second && third === fifth) {
    rank = 6000000;
    rank += third * 14;
    rank += first * 1;
    return rank;
  }
  // Straights, by their highest card; the ace also counts as one.
  if (first - second === 1 && second - third === 1 && third - fourth === 1 && fourth - fifth === 1) {
    switch (first) {
      case 14:
        rank = 5000000 + 14;
        break;
      case 13:
        rank = 5000000 + 13;
        break;
      case 12:
        rank = 5000000 + 12;
        break;
      case 11:
        rank = 5000000 + 11;
        break;
      case 10:
        rank = 5000000 + 10;
        break;
      case 9:
        rank = 5000000 + 9;
        break;
      case 8:
        rank = 5000000 + 8;
        break;
      case 7:
        rank = 5000000 + 7;
        break;
      case 6:
        rank = 5000000 + 6;
        break;
    }
    return rank;
  }
  if (first === 14 && second === 5 && third === 4 && fourth === 3 && fifth === 2) {
    rank = 5000000 + 5;
    return rank;
  }
  // Three of a kind, in the three places they can be.
  if (first === third) {
    rank = 3000000;
    rank += first * 196;
    rank += fourth * 14;
    rank += fifth * 1;
    return rank;
  }
  // In the middle.
  if (second === fourth) {
    rank = 3000000;
    rank += second * 196;
    rank += first * 14;
    rank += fifth * 1;
    return rank;
  }
  // Below two kickers.
  if (third === fifth) {
    rank = 3000000;
    rank += third * 196;
    rank += first * 14;
    rank += second * 1;
    return rank;
  }
  // Two pairs, the kicker last.
  if (first === second && third === fourth) {
    rank = 2000000;
    rank += first * 196;
    rank += third * 14;
    rank += fifth * 1;
    return rank;
  }
  // Two pairs, the kicker between them.
  if (first === second && fourth === fifth) {
    rank = 2000000;
    rank += first * 196;
    rank += fourth * 14;
    rank += third * 1;
    return rank;
  }
  // Two pairs, the kicker first.
  if (second === third && fourth === fifth) {
    rank = 2000000;
    rank += second * 196;
    rank += fourth * 14;
    rank += first * 1;
    return rank;
  }
  // One pair, place 1.
  if (first === second) {
    rank = 1000000;
    rank += first * 2744;
    rank += third * 196;
    rank += fourth * 14;
    rank += fifth * 1;
    return rank;
  }
  // One pair, place 2.
  if (second === third) {
    rank = 1000000;
    rank += second * 2744;
    rank += first * 196;
    rank += fourth * 14;
    rank += fifth * 1;
    return rank;
  }
  // One pair, place 3.
  if (third === fourth) {
    rank = 1000000;
    rank += third * 2744;
    rank += first * 196;
    rank += second * 14;
    rank += fifth * 1;
    return rank;
  }
  // One pair, place 4.
  if (fourth === fifth) {
    rank = 1000000;
    rank += fourth * 2744;
    rank += first * 196;
    rank += second * 14;
    rank += third * 1;
    return rank;
  }
  // Nothing: the highest card decides, then the next; each rank has a weight of its own.
  switch (first) {
    case 14:
      rank += 537824;
      break;
    case 13:
      rank += 499408;
      break;
    case 12:
      rank += 460992;
      break;
    case 11:
      rank += 422576;
      break;
    case 10:
      rank += 384160;
      break;
    case 9:
      rank += 345744;
      break;
    case 8:
      rank += 307328;
      break;
    case 7:
      rank += 268912;
      break;
  }
  switch (second) {
    case 13:
      rank += 35672;
      break;
    case 12:
      rank += 32928;
      break;
    case 11:
      rank += 30184;
      break;
    case 10:
      rank += 27440;
      break;
    case 9:
      rank += 24696;
      break;
    case 8:
      rank += 21952;
      break;
    case 7:
      rank += 19208;
      break;
    case 6:
      rank += 16464;
      break;
    case 5:
      rank += 13720;
      break;
  }
  switch (third) {
    case 12:
      rank += 2352;
      break;
    case 11:
      rank += 2156;
      break;
    case 10:
      rank += 1960;
      break;
    case 9:
      rank += 1764;
      break;
    case 8:
      rank += 1568;
      break;
    case 7:
      rank += 1372;
      break;
    case 6:
      rank += 1176;
      break;
    case 5:
      rank += 980;
      break;
    case 4:
      rank += 784;
      break;
  }
  switch (fourth) {
    case 11:
      rank += 154;
      break;
    case 10:
      rank += 140;
      break;
    case 9:
      rank += 126;
      break;
    case 8:
      rank += 112;
      break;
    case 7:
      rank += 98;
      break;
    case 6:
      rank += 84;
      break;
    case 5:
      rank += 70;
      break;
    case 4:
      rank += 56;
      break;
    case 3:
      rank += 42;
      break;
  }
  switch (fifth) {
    case 9:
      rank += 9;
      break;
    case 8:
      rank += 8;
      break;
    case 7:
      rank += 7;
      break;
    case 6:
      rank += 6;
      break;
    case 5:
      rank += 5;
      break;
    case 4:
      rank += 4;
      break;
    case 3:
      rank += 3;
      break;
    case 2:
      rank += 2;
      break;
  }
  return rank;
};

module.exports = Poker;
