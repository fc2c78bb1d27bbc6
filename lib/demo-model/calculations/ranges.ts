/** Runs of whole numbers: their sum, squares, cubes, and times tables. */
import { makeCalculation, type Recogniser } from "./calculation.ts";
import { dropThousands } from "./read-numbers.ts";

const RANGE = /(?:from\s+|between\s+)?(-?\d+)\s*(?:to|through|until|-|–|and)\s*(-?\d+)/i;
const UP_TO = /\b(?:first|up to|below)\s+(\d+)/i;
const POWERS = { square: 2, cube: 3 } as const;

export const recogniseRange: Recogniser = (given) => {
  const text = dropThousands(given);
  const table = /(?:multiplication|times)\s+table\s+(?:of|for)\s+(\d+)/i.exec(text)?.[1];
  if (table) return timesTable(table);
  const bounds = readBounds(text);
  if (!bounds) return null;
  const [low, high] = bounds;
  const power = /\bsquares?\b/i.test(text) ? "square" : /\bcubes?\b/i.test(text) ? "cube" : null;
  const parity = /\beven\b/i.exec(text) ? "even" : /\bodd\b/i.exec(text) ? "odd" : null;
  if (/\b(sum|add|total)\b/i.test(text)) return sumOf(low, high, power, parity);
  return power ? listOf(low, high, power) : null;
};

/** "1 to 10", or "first 10". A hyphen counts only where "from", "numbers" or the like is said. */
function readBounds(text: string): [string, string] | null {
  const range = RANGE.exec(text);
  const isRange = range && (!/\band\b/i.test(range[0]) || /between/i.test(range[0]));
  if (isRange) return [range[1] ?? "", range[2] ?? ""];
  const upTo = UP_TO.exec(text)?.[1];
  return upTo ? ["1", upTo] : null;
}

function sumOf(
  low: string,
  high: string,
  power: keyof typeof POWERS | null,
  parity: "even" | "odd" | null,
) {
  const kind = parity ? `${parity} numbers` : power ? `${power}s` : "numbers";
  const term = power ? `n ** ${POWERS[power]}` : "n";
  const filter = parity ? ` if n % 2 == ${parity === "even" ? 0 : 1}` : "";
  const label = `sum of the ${kind} from ${low} to ${high}`;
  const body = `print(sum(${term} for n in range(${low}, ${high} + 1)${filter}))`;
  return makeCalculation(label, body, `the ${label}`);
}

function listOf(low: string, high: string, power: keyof typeof POWERS) {
  const label = `${power}s from ${low} to ${high}`;
  const body = `print(", ".join(str(n ** ${POWERS[power]}) for n in range(${low}, ${high} + 1)))`;
  const calculation = makeCalculation(label, body);
  return { ...calculation, phrase: (list: string) => `The ${label}:\n\n${list.trim()}` };
}

function timesTable(n: string) {
  const label = `times table of ${n}`;
  const body = `n = ${n}
for factor in range(1, 11):
    print(f"{factor} × {n} = {factor * n}")`;
  return {
    ...makeCalculation(label, body),
    phrase: (lines: string) =>
      `The ${label}:\n\n${lines
        .trim()
        .split("\n")
        .map((line) => `- ${line}`)
        .join("\n")}`,
  };
}
