interface Named {
  text: string;
}
const named: Named = { text: 'typed' };
export const name = (): string => named.text;
