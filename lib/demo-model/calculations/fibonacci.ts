/** Fibonacci numbers, F(0) = 0 and F(1) = 1. */
import { makeCalculation, type Recogniser } from "./calculation.ts";

export const recogniseFibonacci: Recogniser = (text) => {
  if (!/\bfib(onacci)?\b/i.test(text)) return null;
  const first =
    /\bfirst\s+(\d+)/i.exec(text)?.[1] ?? /(\d+)\s+fibonacci\s+numbers/i.exec(text)?.[1];
  if (first) {
    const body = `n = ${first}
a, b = 0, 1
numbers = []
for _ in range(n):
    numbers.append(a)
    a, b = b, a + b
print(", ".join(str(number) for number in numbers))`;
    const label = `first ${first} fibonacci numbers`;
    return { ...makeCalculation(label, body), phrase: (list) => `The ${label}:\n\n${list.trim()}` };
  }
  const n = /\d+/.exec(text)?.[0];
  if (n === undefined) return null;
  const body = `n = ${n}
a, b = 0, 1
for _ in range(n):
    a, b = b, a + b
print(a)`;
  return makeCalculation(`fibonacci(${n})`, body);
};
