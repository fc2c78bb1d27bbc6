/** Code in a fenced block, and other Markdown, on request. */
import { type Skill, say } from "../skill.ts";

type CodeSample = {
  words: RegExp;
  intro: string;
  python: string;
  javascript: string;
  outro: string;
};

/** The programs that the demo model can write. */
const CODE_SAMPLES: CodeSample[] = [
  {
    words: /\b(bubble|sort)/i,
    intro: "Bubble sort compares neighbours and swaps them until nothing is left to swap:",
    python: `def bubble_sort(values):
    """Returns a sorted copy."""
    result = list(values)
    for end in range(len(result) - 1, 0, -1):
        swapped = False
        for index in range(end):
            if result[index] > result[index + 1]:
                result[index], result[index + 1] = result[index + 1], result[index]
                swapped = True
        if not swapped:
            break
    return result


print(bubble_sort([5, 2, 9, 1]))  # [1, 2, 5, 9]`,
    javascript: `/** Returns a sorted copy. */
function bubbleSort(values) {
  const result = [...values];
  for (let end = result.length - 1; end > 0; end -= 1) {
    let swapped = false;
    for (let index = 0; index < end; index += 1) {
      if (result[index] <= result[index + 1]) continue;
      [result[index], result[index + 1]] = [result[index + 1], result[index]];
      swapped = true;
    }
    if (!swapped) break;
  }
  return result;
}

console.log(bubbleSort([5, 2, 9, 1])); // [1, 2, 5, 9]`,
    outro:
      "It is easy to follow and slow for long lists: the time grows with the square of the length.",
  },
  {
    words: /\bfib/i,
    intro: "Two variables are enough to walk along the Fibonacci numbers:",
    python: `def fibonacci(n):
    """F(0) = 0, F(1) = 1."""
    a, b = 0, 1
    for _ in range(n):
        a, b = b, a + b
    return a


print([fibonacci(n) for n in range(10)])`,
    javascript: `/** F(0) = 0, F(1) = 1. */
function fibonacci(n) {
  let [a, b] = [0n, 1n];
  for (let step = 0; step < n; step += 1) [a, b] = [b, a + b];
  return a;
}

console.log(Array.from({ length: 10 }, (_, n) => fibonacci(n)));`,
    outro: "The loop runs `n` times; nothing is computed twice.",
  },
  {
    words: /\bprime/i,
    intro: "The sieve of Eratosthenes crosses out multiples; what is left is prime:",
    python: `def primes_below(limit):
    is_prime = [False, False] + [True] * (limit - 2)
    for n in range(2, int(limit**0.5) + 1):
        if is_prime[n]:
            for multiple in range(n * n, limit, n):
                is_prime[multiple] = False
    return [n for n, prime in enumerate(is_prime) if prime]


print(primes_below(50))`,
    javascript: `function primesBelow(limit) {
  const crossedOut = new Uint8Array(limit);
  const primes = [];
  for (let n = 2; n < limit; n += 1) {
    if (crossedOut[n]) continue;
    primes.push(n);
    for (let multiple = n * n; multiple < limit; multiple += n) crossedOut[multiple] = 1;
  }
  return primes;
}

console.log(primesBelow(50));`,
    outro: "Crossing out may start at `n * n`: smaller multiples have a smaller factor.",
  },
  {
    words: /\b(reverse|palindrome)/i,
    intro: "A palindrome reads the same from both ends:",
    python: `def is_palindrome(text):
    letters = [c.lower() for c in text if c.isalnum()]
    return letters == letters[::-1]


print(is_palindrome("Was it a car or a cat I saw?"))  # True`,
    javascript: `function isPalindrome(text) {
  const letters = [...text.toLowerCase()].filter((c) => /[\\p{L}\\p{N}]/u.test(c));
  return letters.join("") === letters.reverse().join("");
}

console.log(isPalindrome("Was it a car or a cat I saw?")); // true`,
    outro: "Spaces, case and punctuation are left out of the comparison.",
  },
  {
    words: /\bhello\b/i,
    intro: "The shortest program that says something:",
    python: `print("Hello, world!")`,
    javascript: `console.log("Hello, world!");`,
    outro: "Save it to a file and run it.",
  },
];

const ASKED =
  /\b(write|show|give|make|create|need|have)\b.*\b(code|function|script|program|snippet|class|query)\b|\b(code|function|script|snippet)\s+(for|that|to|in)\b/i;
const MARKDOWN = /\b(markdown|table|formatting|checklist)\b/i;

export const writeCode: Skill = {
  name: "write-code",
  match({ question }) {
    if (!ASKED.test(question)) return null;
    const sample = CODE_SAMPLES.find(({ words }) => words.test(question)) ?? trace(question);
    const language = /\b(javascript|js|node|typescript)\b/i.test(question)
      ? "javascript"
      : "python";
    return say(
      `${sample.intro}\n\n\`\`\`${language}\n${sample[language].trim()}\n\`\`\`\n\n${sample.outro}`,
    );
  },
};

export const showMarkdown: Skill = {
  name: "show-markdown",
  match({ question, attachments }) {
    if (!MARKDOWN.test(question) || attachments.length > 0) return null;
    if (!/\b(show|give|make|write|example|sample|demo)\b/i.test(question)) return null;
    return say(MARKDOWN_SAMPLE);
  },
};

function trace(question: string): CodeSample {
  const purpose = question
    .replace(/["`\\]/g, "")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, 100);
  return {
    words: /./,
    intro: "Here is a frame to start from; the demo model does not know this one by heart:",
    python: `def solve(value):\n    """${purpose}"""\n    raise NotImplementedError\n\n\nif __name__ == "__main__":\n    print(solve(None))`,
    javascript: `// ${purpose}\nfunction solve(value) {\n  throw new Error("not written yet");\n}\n\nconsole.log(solve(undefined));`,
    outro: "Fill in the body of `solve` and try it with a small input first.",
  };
}

const MARKDOWN_SAMPLE = `## A sample

| Part | What it shows | Count |
| --- | --- | ---: |
| Heading | structure | 1 |
| Table | rows and columns | 3 |
| List | order | 2 |

1. First, a numbered point with **bold** and *italic* words.
2. Then one with \`inline code\` and a [link](https://example.com).

> A quotation keeps its distance.

- [x] done
- [ ] still open`;
