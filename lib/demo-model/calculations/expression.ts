/** Arithmetic as people write it, parsed by a small grammar and converted to Python. */
import { dropThousands, emphasise, type Recogniser } from "./calculation.ts";

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

export const recogniseExpression: Recogniser = (text) => {
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
