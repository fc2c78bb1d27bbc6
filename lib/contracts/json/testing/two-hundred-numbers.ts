/** Numbers as they may be written in JSON, of every kind that a double might change. The same ones each time. */

const PLAIN = [
  "0",
  "-0",
  "1",
  "-1",
  "1.0",
  "1.50",
  "100.00",
  "0.1",
  "-0.25",
  "1e3",
  "1E+3",
  "2.5e-7",
  "1e22",
  "1e23",
  "0.30000000000000004",
  "0.3000000000000000444",
  "9223372036854775807",
  "-9223372036854775808",
  "18446744073709551615",
  "18446744073709551616",
];
const EDGES = [
  "1e308",
  "-1.7976931348623157e308",
  "5e-324",
  "9007199254740991",
  "9007199254740992",
  "9007199254740993",
];

export function twoHundredNumbers(): string[] {
  const numbers = [...PLAIN, ...EDGES];
  for (let index = 1; numbers.length < 200; index += 1) {
    const digits = digitsOf(index, 15 + (index % 30));
    numbers.push(
      digits,
      `-${digits}`,
      `${digits.slice(0, 5)}.${digits.slice(5)}`,
      `0.${digits}`,
      `${digits[0]}.${digits.slice(1)}e${(index * 41) % 300}`,
      `-${digits[0]}.${digits.slice(1)}E-${(index * 53) % 300}`,
      `${index}.${"0".repeat(index % 20)}1`,
      `${index}${"0".repeat(15 + (index % 5))}`,
    );
  }
  return numbers.slice(0, 200);
}

/** Without a zero in front. */
function digitsOf(seed: number, count: number): string {
  let state = seed;
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor(state / 65_536) % 10;
  };
  return `${1 + (seed % 9)}${Array.from({ length: count - 1 }, next).join("")}`;
}
