/** Code in a fenced block, and other Markdown, on request. */
import { type Skill, say } from "../skill.ts";
import { CODE_SAMPLES, type CodeSample } from "./code-samples.ts";

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
