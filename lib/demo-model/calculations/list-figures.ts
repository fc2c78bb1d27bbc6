/** One figure of a list of numbers: average, median, sum, product, extremes, spread, order. */
import { makeCalculation, numbersIn, type Recogniser } from "./calculation.ts";
import { dropThousands } from "./read-numbers.ts";

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
  // "100,200,300" is a list; with spaces between the numbers, commas inside them part thousands.
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
