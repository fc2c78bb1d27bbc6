/** Factorials, Fibonacci numbers and primes. */
import { type Calculation, makeCalculation, type Recogniser } from "./calculation.ts";

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

const IS_PRIME = `def is_prime(n):
    if n < 2:
        return False
    divisor = 2
    while divisor * divisor <= n:
        if n % divisor == 0:
            return False
        divisor += 1
    return True

`;

export const recognisePrimes: Recogniser = (text) => {
  if (!/\bprimes?\b/i.test(text)) return null;
  const find = (pattern: RegExp) => pattern.exec(text);
  const factored = find(/factor\w*\s+(?:of|for)?\s*(\d+)/i) ?? find(/(\d+)\s+into\s+prime/i);
  if (factored) return primeFactors(factored[1] ?? "");
  const asked =
    find(/\bis\s+(\d+)\s+(?:a\s+)?prime/i) ?? find(/whether\s+(\d+)\s+is\s+(?:a\s+)?prime/i);
  if (asked) return isPrime(asked[1] ?? "");
  const between = find(/between\s+(\d+)\s+and\s+(\d+)/i) ?? find(/from\s+(\d+)\s+to\s+(\d+)/i);
  if (between) return primesBetween(between[1] ?? "", between[2] ?? "");
  const below = find(/(?:below|under|up to|less than|smaller than)\s+(\d+)/i);
  if (below) return primesBetween("2", below[1] ?? "");
  const nth = find(/(\d+)(?:st|nd|rd|th)\s+prime/i);
  if (nth) return nthPrime(nth[1] ?? "");
  const first = find(/first\s+(\d+)/i) ?? find(/(\d+)\s+prime/i);
  return first ? firstPrimes(first[1] ?? "") : null;
};

function firstPrimes(count: string): Calculation {
  const label = `first ${count} primes`;
  const body = `${IS_PRIME}count = ${count}
primes = []
candidate = 2
while len(primes) < count:
    if is_prime(candidate):
        primes.append(candidate)
    candidate += 1
print(", ".join(str(prime) for prime in primes))`;
  return { ...makeCalculation(label, body), phrase: (list) => `The ${label}:\n\n${list.trim()}` };
}

function nthPrime(n: string): Calculation {
  const body = `${IS_PRIME}n = ${n}
candidate = 1
while n > 0:
    candidate += 1
    if is_prime(candidate):
        n -= 1
print(candidate)`;
  return makeCalculation(`${n}${ordinal(n)} prime`, body, `the ${n}${ordinal(n)} prime`);
}

function primesBetween(low: string, high: string): Calculation {
  const label = `primes between ${low} and ${high}`;
  const body = `${IS_PRIME}primes = [n for n in range(${low}, ${high} + 1) if is_prime(n)]
print(", ".join(str(prime) for prime in primes) or "none")`;
  return { ...makeCalculation(label, body), phrase: (list) => `The ${label}:\n\n${list.trim()}` };
}

function isPrime(n: string): Calculation {
  const body = `${IS_PRIME}print("yes" if is_prime(${n}) else "no")`;
  return {
    ...makeCalculation(`is ${n} prime`, body),
    phrase: (answer) =>
      /yes/i.test(answer) ? `Yes, ${n} **is prime**.` : `No, ${n} is **not prime**.`,
  };
}

function primeFactors(n: string): Calculation {
  const body = `n = ${n}
factors = []
divisor = 2
while divisor * divisor <= n:
    while n % divisor == 0:
        factors.append(divisor)
        n //= divisor
    divisor += 1
if n > 1:
    factors.append(n)
print(" × ".join(str(factor) for factor in factors))`;
  return {
    ...makeCalculation(`prime factors of ${n}`, body),
    phrase: (factors) => `${n} = **${factors.trim()}**`,
  };
}

function ordinal(n: string): string {
  if (/1[123]$/.test(n)) return "th";
  return { 1: "st", 2: "nd", 3: "rd" }[n.slice(-1)] ?? "th";
}
