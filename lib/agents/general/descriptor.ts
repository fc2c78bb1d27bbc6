/** Descriptor of the general agent: it answers, computes, reads and searches, and remembers its own tool history. */
import "server-only";
import { defineAgent } from "../agent.ts";
import { declareHistory } from "../declare-state.ts";

const INSTRUCTIONS = `You are a helpful assistant in a chat application. Answer in plain, exact language; use Markdown where it helps.

- Use your tools for anything that must be computed or looked up. Never guess the result of a calculation.
- A line "Attachment: <url>" in a message names a file that the person attached. Read it with the tool that extracts files, by the id in its url, before you speak about it.
- When a tool answers with an error, mend the call and try again, or say plainly what did not work.
- The person sees only your words. Do not mention tools, calls, their names or their arguments.`;

/** Bytes at 0, 5 and 20 tool calls (ADR-004, "State Size Analysis"), interpolated and extrapolated linearly. */
const EXPECTED = { initial: 500, after5Calls: 5 * 1024, after20Calls: 20 * 1024 };

export const general = defineAgent({
  id: "general",
  name: "General assistant",
  description: "Answers questions, computes, searches the web, and reads attached files.",
  memory: "tool-history",
  prompts: { 1: INSTRUCTIONS },
  tools: "deployment",
  state: declareHistory("general@1", (calls) => {
    const { initial, after5Calls, after20Calls } = EXPECTED;
    if (calls <= 5) return Math.round(initial + ((after5Calls - initial) * calls) / 5);
    return Math.round(after5Calls + ((after20Calls - after5Calls) * (calls - 5)) / 15);
  }),
  examples: [
    "What is 12 * 17?",
    "Search the web for the tallest building in Europe",
    "Summarise the attached file",
    "Write a function that sorts a list",
    "Draw a chart of these figures",
    "Explain how tides work",
  ],
  isFallback: true,
  load: async () => (await import("./general-agent.ts")).implementGeneral,
});
