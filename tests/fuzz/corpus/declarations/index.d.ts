/** @param {string} text @param {Object} [options] @param {number} options.depth */
export declare function parse(text: string, options?: { depth: number; keys: Array<'a' | 'b'> }): Promise<Node[]>;
export declare class Box<T extends keyof Map> implements Iterable<T> {
  constructor(value: T, ...rest: readonly [number, string?]);
  put(this: Box<T>, value: (a: number, b?: string) => void): asserts value is Box<T>;
  static of<T>(value: T extends infer U ? U[] : never): Box<T>;
}
type Options = Partial<Record<string, number>> & { [key: string]: unknown };
export default parse;
