/** 1234567 → '1,234,567'. */
export const group = (number) => {
  const digits = String(number);
  let grouped = '';
  for (let i = 0; i < digits.length; i += 1) {
    if (i > 0 && (digits.length - i) % 3 === 0) grouped += ',';
    grouped += digits[i];
  }
  return grouped;
};
