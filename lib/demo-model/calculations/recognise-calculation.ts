/** Finds the calculations that a text asks for; converts number bases and counts days. */
import {
  type Calculation,
  dropThousands,
  emphasise,
  makeCalculation,
  type Recogniser,
  wordsToDigits,
} from "./calculation.ts";
import { recogniseListFigure, recogniseRange } from "./figures.ts";
import { recogniseFactorial, recogniseFibonacci, recognisePrimes } from "./sequences.ts";

const BASES = { binary: "b", octal: "o", hexadecimal: "x", hex: "x" } as const;

const LEAD_IN =
  /^(?:(?:hi|hello|hey|ok|okay|so|and|now|please|then)[,!]?\s+)*(?:(?:can|could|would) you\s+(?:please\s+)?(?:tell me\s+)?)?(?:(?:what(?:'s|\s+is|\s+are|\s+does)?|how much(?:\s+is|\s+are)?|calculate|compute|evaluate|solve|work out|tell me|the (?:result|value) of)\s+)*(?:the\s+)?/i;
const WORDS: [RegExp, string][] = [
  [/(\d(?:[\d.]*))\s*(?:%|percent)\s*of\s*/gi, "$1 / 100 * "],
  [/\b(?:square\s+root\s+of|sqrt\s+of|root\s+of|√)\s*\(?(\d+(?:\.\d+)?)\)?/gi, "sqrt($1)"],
  [/√\s*(\d+(?:\.\d+)?)/g, "sqrt($1)"],
  [/\b(?:to the power of|raised to(?: the power of)?)\b/gi, "**"],
  [/\bsquared\b/gi, "** 2"],
  [/\bcubed\b/gi, "** 3"],
  [/\b(?:multiplied by|times)\b/gi, "*"],
  [/\b(?:divided by|over)\b/gi, "/"],
  [/\b(?:modulo|mod)\b/gi, "%"],
  [/\b(?:plus|added to)\b/gi, "+"],
  [/\bminus\b/gi, "-"],
  [/(\d|\))\s*[x×·]\s*(?=[\d(])/gi, "$1 * "],
  [/[÷]/g, "/"],
  [/[−–]/g, "-"],
  [/\^/g, "**"],
];
const TOKEN =
  /\s*(\d+(?:\.\d+)?|\*\*|\/\/|[-+*/%()]|(?:sqrt|abs|round|sin|cos|tan|log10|log2|log|exp)(?=\()|\bpi\b)/gy;
/** Arithmetic as people write it, parsed by a small grammar and converted to Python. */
const recogniseExpression: Recogniser = (text) => {
  let source = dropThousands(text).trim().replace(LEAD_IN, "");
  source = source.replace(/[\s=?!.]+$/, "").replace(/[\s,]+please$/i, "");
  for (const [pattern, replacement] of WORDS) source = source.replace(pattern, replacement);
  const tokens = tokenise(source);
  if (!tokens || !isExpression(tokens)) return null;
  const written = write(tokens);
  const needsMath = tokens.some(
    (token) => /^[a-z]/.test(token) && token !== "abs" && token !== "round",
  );
  const body = `${needsMath ? "from math import *\n\n" : ""}result = ${written}
print(f"{result:.12g}" if isinstance(result, float) else result)`;
  return {
    label: written,
    code: `# ${written}\n${body}\n`,
    phrase: (result) => `${forReading(written)} = ${emphasise(result)}`,
  };
};

/** "255 in hex", "convert 100 to binary", "binary 1010 to decimal". */
const recogniseBase: Recogniser = (text) => {
  const back = /\bbinary\s+([01]+)\s+(?:in|to|as)\s+decimal/i.exec(text)?.[1];
  if (back) {
    return makeCalculation(`binary ${back} in decimal`, `print(int("${back}", 2))`);
  }
  const found = /(\d+)\s+(?:in|to|into|as)\s+(binary|octal|hexadecimal|hex)\b/i.exec(text);
  if (!found?.[1] || !found[2]) return null;
  const base = found[2].toLowerCase() as keyof typeof BASES;
  return makeCalculation(`${found[1]} in ${base}`, `print(format(${found[1]}, "${BASES[base]}"))`);
};

const DATE = /\d{4}-\d{2}-\d{2}/g;

/** "days between 2024-01-01 and 2024-03-01", "what weekday is 2024-02-29". */
const recogniseDates: Recogniser = (text) => {
  const [from, to] = text.match(DATE) ?? [];
  if (from && to && /\bdays?\b/i.test(text)) {
    const label = `days between ${from} and ${to}`;
    const body = `from datetime import date

days = abs(date.fromisoformat("${to}") - date.fromisoformat("${from}")).days
print(days)`;
    return makeCalculation(label, body, `the number of ${label}`);
  }
  if (from && /\b(weekday|what day|which day|day of the week)\b/i.test(text)) {
    const body = `from datetime import date

print(date.fromisoformat("${from}").strftime("%A"))`;
    return makeCalculation(`weekday of ${from}`, body, from);
  }
  return null;
};

const RECOGNISERS: Recogniser[] = [
  recogniseDates,
  recogniseFibonacci,
  recogniseFactorial,
  recognisePrimes,
  recogniseRange,
  recogniseListFigure,
  recogniseBase,
  recogniseExpression,
];

export function recogniseCalculation(text: string): Calculation | null {
  const digits = wordsToDigits(text);
  for (const recognise of RECOGNISERS) {
    const calculation = recognise(digits);
    if (calculation) return calculation;
  }
  return null;
}

/** Several calculations where each part of the text is one; otherwise at most one. */
export function recogniseCalculations(text: string): Calculation[] {
  const parts = text
    .split(/\s*(?:[;?]\s+|,?\s+and(?:\s+also)?\s+|,\s+)/i)
    .filter((part) => /\w/.test(part));
  const each = parts.map(recogniseCalculation);
  if (each.length > 1 && each.every((calculation) => calculation !== null)) return each;
  const whole = recogniseCalculation(text);
  return whole ? [whole] : [];
}

/** The calculation that the first line of the code names. */
export function calculationOfCode(code: string): Calculation | null {
  const label = /^# (.+)/.exec(code)?.[1];
  const calculation = label ? recogniseCalculation(label) : null;
  return calculation?.label === label ? calculation : null;
}

function tokenise(source: string): string[] | null {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  let end = 0;
  for (let match = TOKEN.exec(source); match; match = TOKEN.exec(source)) {
    tokens.push(match[1] ?? "");
    end = TOKEN.lastIndex;
  }
  return end === source.trimEnd().length && tokens.length > 0 ? tokens : null;
}

/** expression = operand (operator operand)*, with signs, functions and brackets; at least one operation. */
function isExpression(tokens: readonly string[]): boolean {
  let at = 0;
  let operations = 0;
  const expression = (): boolean => {
    if (!operand()) return false;
    while (/^(\*\*|\/\/|[-+*/%])$/.test(tokens[at] ?? "")) {
      at += 1;
      operations += 1;
      if (!operand()) return false;
    }
    return true;
  };
  const operand = (): boolean => {
    while (tokens[at] === "-" || tokens[at] === "+") at += 1;
    const token = tokens[at] ?? "";
    if (/^(\d|pi$)/.test(token)) {
      at += 1;
      return true;
    }
    if (/^[a-z]/.test(token)) {
      at += 1;
      operations += 1;
    }
    if (tokens[at] !== "(") return false;
    at += 1;
    if (!expression() || tokens[at] !== ")") return false;
    at += 1;
    return true;
  };
  return expression() && at === tokens.length && operations > 0;
}

/** Python: a space around operators between operands, none after a sign or a bracket. */
function write(tokens: readonly string[]): string {
  let written = "";
  for (const [index, token] of tokens.entries()) {
    const before = tokens[index - 1] ?? "(";
    const isSign = /^[-+]$/.test(token) && /^(\(|\*\*|\/\/|[-+*/%])$/.test(before);
    const isOperator = !isSign && /^(\*\*|\/\/|[-+*/%])$/.test(token);
    written += isOperator ? ` ${token} ` : token.replace(/^0+(?=\d)/, "");
  }
  return written;
}

function forReading(written: string): string {
  return written
    .replaceAll(" ** ", "^")
    .replaceAll(" * ", " × ")
    .replaceAll(" // ", " ÷ ")
    .replaceAll(" / ", " ÷ ");
}
