import { loadPyodide, type PyodideInterface } from "pyodide";
import { beforeAll, describe, expect, it } from "vitest";
import { continueFrom, isFollowUp } from "./follow-up.ts";
import {
  calculationOfCode,
  recogniseCalculation,
  recogniseCalculations,
} from "./recognise-calculation.ts";

let python: PyodideInterface;
beforeAll(async () => {
  python = await loadPyodide();
});

function run(code: string): string {
  const lines: string[] = [];
  python.setStdout({ batched: (line) => lines.push(line) });
  python.runPython(code);
  return lines.join("\n");
}

describe("a question becomes Python that gives the right answer", () => {
  it.each([
    ["What is fibonacci(90)?", "Fibonacci(90) is **2880067194370816120**."],
    ["what's the 20th fibonacci number?", "6765"],
    ["fibonacci of ten", "55"],
    ["the first 8 fibonacci numbers please", "0, 1, 1, 2, 3, 5, 8, 13"],
    ["20!", "2432902008176640000"],
    ["factorial of 5", "120"],
    ["What is 17 * 23", "17 × 23 = **391**"],
    ["how much is seven times twenty-one?", "147"],
    ["(3+4)*5 =", "35"],
    ["what is 12% of 80?", "**9.6**"],
    ["2^10", "1024"],
    ["square root of 144", "**12**"],
    ["0.1 + 0.2", "**0.3**"],
    ["what is 1,000 divided by 8?", "**125**"],
    ["-3 - -5", "**2**"],
    ["sum of 1 to 100", "5050"],
    ["sum of the squares from 1 to 10", "385"],
    ["sum of the even numbers from 1 to 10", "**30**"],
    ["squares from 1 to 4", "1, 4, 9, 16"],
    ["times table of 7", "10 × 7 = 70"],
    ["average of 3, 5 and 7", "**5**"],
    ["mean of 1,000 and 2,000", "**1500**"],
    ["median of 9, 1, 4", "**4**"],
    ["standard deviation of 2, 4, 4, 4, 5, 5, 7, 9", "2.13808993"],
    ["sort 5, 3, 9", "**3, 5, 9**"],
    ["gcd of 12 and 18", "**6**"],
    ["largest of 4, 17 and 9", "**17**"],
    ["first 5 primes", "2, 3, 5, 7, 11"],
    ["primes between 10 and 20", "11, 13, 17, 19"],
    ["10th prime", "**29**"],
    ["is 97 prime?", "Yes, 97 **is prime**."],
    ["is 91 prime?", "No, 91 is **not prime**."],
    ["prime factors of 360", "2 × 2 × 2 × 3 × 3 × 5"],
    ["255 in hex", "**ff**"],
    ["binary 1010 to decimal", "**10**"],
    ["days between 2024-01-01 and 2024-03-01", "**60**"],
    ["what day of the week was 2024-02-29?", "**Thursday**"],
  ])("%s", (question, expected) => {
    const calculation = recogniseCalculation(question);
    expect(calculation?.phrase(run(calculation.code))).toContain(expected);
    expect(calculationOfCode(calculation?.code ?? "")?.code).toBe(calculation?.code);
  });

  it.each([
    "hello",
    "tell me about 2 dogs",
    "I was born in 1990",
    "5",
    "the second one",
    "what can you do",
  ])("%s is no calculation", (text) => {
    expect(recogniseCalculations(text)).toEqual([]);
  });

  it("shows a very long number by its ends", () => {
    const calculation = recogniseCalculation("fibonacci(5000)");
    const sentence = calculation?.phrase(run(calculation.code)) ?? "";
    expect(sentence).toContain("(1045 digits)");
    expect(sentence.length).toBeLessThan(200);
  });

  it("finds several in one question", () => {
    const labels = (text: string) => recogniseCalculations(text).map(({ label }) => label);
    expect(labels("What is fibonacci(30) and 17 * 23?")).toEqual(["fibonacci(30)", "17 * 23"]);
    expect(labels("what is 2+2, 3*3 and 10/4?")).toEqual(["2 + 2", "3 * 3", "10 / 4"]);
    expect(labels("the sum of 3, 4 and 5")).toEqual(["sum of 3, 4, 5"]);
  });
});

describe("a follow-up goes on from what was calculated", () => {
  it.each([
    ["calculate fibonacci(10)", "55", "now the same for 20", "fibonacci(20)"],
    ["first 10 primes", "2, 3", "and twenty?", "first 20 primes"],
    ["average of 3, 5, 7", "5", "and for 4, 6, 8 and 10?", "average of 4, 6, 8, 10"],
    ["17 * 23", "391", "what about 5 and 6", "5 * 6"],
    ["17 * 23", "391", "double it", "391 * 2"],
    ["17 * 23", "391", "and now divide that by 17", "391 / 17"],
    ["3 - 8", "-5", "square that", "(-5) ** 2"],
  ])("%s (%s), then: %s", (earlier, result, question, expected) => {
    const calculation = recogniseCalculation(earlier);
    expect(isFollowUp(question)).toBe(true);
    expect(calculation && continueFrom(question, { calculation, result })?.label).toBe(expected);
  });

  it.each(["hello", "thanks", "now tell me a joke", "and what is your name?"])(
    "%s is none",
    (text) => {
      expect(isFollowUp(text)).toBe(false);
    },
  );
});
