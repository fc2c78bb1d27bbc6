/** Factorials: "factorial of 20", "20!", "20 factorial". */
import { makeCalculation, type Recogniser } from "./calculation.ts";

export const recogniseFactorial: Recogniser = (text) => {
  const n =
    /factorial\s*(?:of\s*|\(\s*)?(\d+)/i.exec(text)?.[1] ??
    /(\d+)\s*(?:'s\s+)?factorial/i.exec(text)?.[1] ??
    /(?:^|[\s(])(\d+)!(?=$|[\s?.,)])/.exec(text)?.[1];
  if (n === undefined) return null;
  const body = `n = ${n}
product = 1
for factor in range(2, n + 1):
    product *= factor
print(product)`;
  return makeCalculation(`factorial of ${n}`, body, `the factorial of ${n}`);
};
