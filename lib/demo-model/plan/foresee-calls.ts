/** What the skills would call first for a message, if they had the tools of these names. */
import type { ToolDefinition } from "../chat-request.ts";
import type { Turn } from "../read-turn.ts";
import type { Reply } from "../skill.ts";
import { GENERAL_SKILLS } from "../skills/general-skills.ts";

type StandIn = [name: RegExp, argument: string, description: string];

/** By name, as a plan knows tools; the first that fits. */
const STAND_INS: StandIn[] = [
  [/python|interpreter/i, "code", "Runs Python code."],
  [/search.*(document|file)/i, "query", "Finds passages of attached files."],
  [/web.*search|search.*web/i, "query", "Searches the web."],
  [/fetch|page/i, "url", "Reads one page and returns its text."],
  [/file|extract/i, "attachment_id", "Extracts the text of an attached file."],
];

export type Foreseen = { skill: string; reply: Reply };

/** @returns null where no skill of the general kind has an answer */
export function foreseeCalls(
  message: string,
  tools: readonly string[],
  attached: readonly string[] = [],
): Foreseen | null {
  const turn: Turn = {
    request: {
      model: "",
      messages: [{ role: "user", content: message }],
      tools: tools.flatMap(standIn),
      responseSchema: null,
      stream: false,
      includeUsage: false,
    },
    question: message,
    attachments: attached.map((name) => ({ id: name, name, text: "" })),
    earlierAttachments: [],
    stepResults: [],
    results: [],
    earlierResults: [],
  };
  for (const skill of GENERAL_SKILLS) {
    const reply = skill.match(turn);
    if (reply) return { skill: skill.name, reply };
  }
  return null;
}

/** A foreign tool says nothing of its arguments here: its name must do. */
function standIn(name: string): ToolDefinition[] {
  if (name.startsWith("mcp_")) return [{ name, description: "", parameters: {} }];
  const found = STAND_INS.find(([pattern]) => pattern.test(name));
  if (!found) return [];
  const [, argument, description] = found;
  const parameters = {
    type: "object",
    properties: { [argument]: { type: "string" } },
    required: [argument],
  };
  return [{ name, description, parameters }];
}
