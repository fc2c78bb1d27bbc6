/** Figures of lists and ranges of numbers: average, median, sums, squares, times tables. */
import { dropThousands, makeCalculation, numbersIn, type Recogniser } from "./calculation.ts";

type Figure = { name: string; words: RegExp; expression: string };

const FIGURES: Figure[] = [
  { name: "average", words: /\b(average|mean)\b/i, expression: "sum(values) / len(values)" },
  { name: "median", words: /\bmedian\b/i, expression: "statistics.median(values)" },
  {
    name: "standard deviation",
    words: /\b(standard deviation|stdev|std dev)\b/i,
    expression: "statistics.stdev(values)",
  },
  { name: "product", words: /\bproduct of\b/i, expression: "math.prod(values)" },
  {
    name: "greatest common divisor",
    words: /\b(gcd|greatest common)/i,
    expression: "math.gcd(*values)",
  },
  {
    name: "least common multiple",
    words: /\b(lcm|(least|lowest) common)/i,
    expression: "math.lcm(*values)",
  },
  {
    name: "largest",
    words: /\b(max(imum)?|largest|biggest|highest)\b/i,
    expression: "max(values)",
  },
  { name: "smallest", words: /\b(min(imum)?|smallest|lowest)\b/i, expression: "min(values)" },
  { name: "sum", words: /\b(sum|total|add up)\b/i, expression: "sum(values)" },
  { name: "sorted order", words: /\bsort(ed)?\b/i, expression: "sorted(values)" },
];

export const recogniseListFigure: Recogniser = (text) => {
  const figure = FIGURES.find(({ words }) => words.test(text));
  if (!figure) return null;
  // "100,200,300" is a list. With spaces after some commas, the other commas separate thousands.
  const values = numbersIn(/,\s|\band\b/.test(text) ? dropThousands(text) : text);
  if (values.length < 2) return null;
  return figureOf(figure, values);
};

function figureOf({ name, expression }: Figure, values: string[]) {
  const list = values.join(", ");
  const label = `${name} of ${list}`;
  const body = `import math
import statistics

values = [${list}]
result = ${expression}
print(f"{result:.10g}" if isinstance(result, float) else ", ".join(map(str, result)) if isinstance(result, list) else result)`;
  return makeCalculation(label, body, `the ${label}`);
}

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

/** "1 to 10", or "first 10". */
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
