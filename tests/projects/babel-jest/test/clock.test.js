import { minutesOf, textOf } from '../src/clock';
import { nextStop } from '../src/search';

describe('clock', () => {
  it('reads times', () => {
    expect(minutesOf('9:05')).toBe(545);
    expect(textOf(545)).toBe('9:05');
  });

  it('finds the next stop', () => {
    expect(nextStop('Express: Mill 9:00, Lake 9:20', '9:01')).toBe('Lake at 9:20');
  });
});
