import "server-only";
/** The general agent: answers, computes in Python, reads attachments, and remembers its own tool history. */
import { settings } from "../../env/settings.ts";
import { generalTools } from "../../tools/general-tools.ts";
import type { Agent } from "../agent.ts";

const INSTRUCTIONS = `You are a helpful assistant in a chat application. Answer in plain, exact language; use Markdown where it helps.

- Use your tools for anything that must be computed or looked up. Never guess the result of a calculation.
- A line "Attachment: <url>" in a message names a file that the person attached. Read it with the tool that extracts files, by the id in its url, before you speak about it.
- When a tool answers with an error, mend the call and try again, or say plainly what did not work.
- The person sees only your words. Do not mention tools, calls, their names or their arguments.`;

export const generalAgent: Agent = {
  id: "general",
  version: 1,
  memoryPolicy: "tool-history",
  systemPrompt: () => [INSTRUCTIONS, settings().AGENT_INSTRUCTIONS].filter(Boolean).join("\n\n"),
  tools: generalTools,
};
