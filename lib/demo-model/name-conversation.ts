/** Answers the request for a conversation's title: the words of the question that say what it is about. */
import type { ChatRequest } from "./chat-request.ts";
import { TITLE_WORDS_MAX } from "./limits.ts";
import { type Reply, say } from "./skill.ts";

const REQUEST = /^Give this conversation a title\b/;
/** Words with which a question begins, and which say nothing of its subject. */
const LEADS =
  /^(?:please|can you|could you|would you|what (?:is|are|was|were)|what's|who (?:is|are)|how (?:do|does|can|to)|tell me(?: about)?|write(?: me)?|give me|show me|i(?: want| would like|'d like) to|the|a|an|me)\s+/i;

/** @returns null where the request asks for something else */
export function nameConversation({ messages }: ChatRequest): Reply | null {
  const asked = messages.at(-1);
  if (asked?.role !== "user" || !REQUEST.test(asked.content)) return null;
  const said = messages.find(({ role }) => role === "user")?.content ?? "";
  return say(titleFor(said), 0);
}

function titleFor(said: string): string {
  const line = said.split("\n").find((one) => /[\p{L}\p{N}]/u.test(one) && !/^\s*```/.test(one));
  let subject = (line ?? "").trim();
  for (let rest = subject; ; subject = rest) {
    rest = subject.replace(LEADS, "");
    if (rest === subject) break;
  }
  const words = subject
    .replace(/[?!.…]+$/u, "")
    .split(/\s+/)
    .slice(0, TITLE_WORDS_MAX)
    .join(" ");
  const [first = "", ...others] = words;
  return first.toUpperCase() + others.join("");
}
