/** Numbers as people write them: words become digits, thousands lose their commas. */

const UNITS =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const VALUES = new Map([
  ...UNITS.map((word, index) => [word, index] as const),
  ...TENS.map((word, index) => [word, (index + 2) * 10] as const),
]);
const TENS_AND_UNIT = new RegExp(
  `\\b(${TENS.join("|")})[- ](${UNITS.slice(1, 10).join("|")})\\b`,
  "gi",
);
const SINGLE = new RegExp(`\\b(${[...VALUES.keys()].join("|")})\\b`, "gi");

/** "seven times twenty-one" → "7 times 21". "one" stays where it is no number: "the second one", "which one". */
export function wordsToDigits(text: string): string {
  const value = (word: string) => VALUES.get(word.toLowerCase()) ?? 0;
  return text
    .replace(
      /\b(which|this|that|second|first|last|next|the|no|any|each|every)\s+one\b/gi,
      "$1 \u0000",
    )
    .replace(TENS_AND_UNIT, (_, tens, unit) => String(value(tens) + value(unit)))
    .replace(SINGLE, (word) => String(value(word)))
    .replaceAll("\u0000", "one");
}

/** "1,000,000" → "1000000". */
export function dropThousands(text: string): string {
  return text.replace(/\b\d{1,3}(?:,\d{3})+\b/g, (number) => number.replaceAll(",", ""));
}
