import { minutesOf } from '../clock';

export class Line {
  constructor(name, stops = []) {
    this.name = name;
    this.stops = stops;
  }

  /** @param {string} stop @param {string} time */
  add(stop, time) {
    const minutes = minutesOf(time);
    const last = this.stops[this.stops.length - 1];
    if (last && last.minutes > minutes) throw new RangeError('stops come in the order of their times');
    this.stops.push({ stop, minutes });
    return this;
  }

  get length() {
    return this.stops.length;
  }
}

export default Line;
