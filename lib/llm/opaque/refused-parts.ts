/** How servers refuse what is sent back to them, and calls without what they need back. */
import "server-only";
import type { CompletionBody } from "../attempt/build-completion-body.ts";
import { isMeantId, isPartName } from "./collect-parts.ts";

type Message = CompletionBody["messages"][number];

const NAMES =
  "(?:extra_content|thought.?signatures?|reasoning_content|reasoning_details|reasoning|thinking.?blocks?|provider_specific_fields|signatures?|encrypted_\\w+)";
const REFUSES =
  "(?:not (?:be |been )?(?:supported|allowed|permitted|accepted|recogni[sz]ed|valid|included|expected)|(?:does|do|did)(?:n't| not) (?:support|accept|allow|recogni[sz]e|expect)|unsupported|unknown|unrecogni[sz]ed|unexpected|extra|invalid|corrupted|should be removed|remove|must not|cannot)";
const WANTS =
  "(?:missing|required|requires?|must be (?:passed|sent|included|provided|present|returned)|must (?:have|include|contain)|without|lacks?|needs?|expects?|expected|absent|has no|not (?:found|provided|present|included|set))";

const either = (one: string, other: string) =>
  new RegExp(`\\b${one}\\b.{0,100}\\b${other}\\b|\\b${other}\\b.{0,100}\\b${one}\\b`, "is");

/** The most specific first: what a server wants, what it does not take any more, what it does not take. */
export const PARTS_RULES = [
  {
    name: "bare-calls",
    isIn: ({ messages }: CompletionBody) =>
      messages.some((message) => hasCalls(message) && !hasParts(message)),
    words: either(NAMES, WANTS),
  },
  {
    // An id that its own server does not take back is one of its parts.
    name: "returned-parts",
    isIn: ({ messages }: CompletionBody) => messages.some(hasMeantId),
    words: /\btool.?calls?(?:.{0,6}\.|[ _-]?)ids?\b/i,
  },
  {
    name: "kept-parts",
    isIn: ({ messages }: CompletionBody) =>
      messages
        .slice(
          0,
          messages.findLastIndex(({ role }) => role === "user"),
        )
        .some(hasParts),
    words: either(NAMES, REFUSES),
  },
  {
    name: "returned-parts",
    isIn: ({ messages }: CompletionBody) => messages.some(hasParts),
    words: either(NAMES, REFUSES),
  },
] as const;

function hasCalls(message: Message): boolean {
  return message.role === "assistant" && Boolean(message.tool_calls?.length);
}

function hasMeantId(message: Message): boolean {
  if (message.role !== "assistant") return false;
  return Boolean(message.tool_calls?.some(({ id }) => isMeantId(id)));
}

function hasParts(message: Message): boolean {
  if (message.role !== "assistant") return false;
  const calls = (message.tool_calls ?? []).flatMap((call) =>
    call.type === "function" ? [call, call.function] : [],
  );
  return [message, ...calls].some((one) => Object.keys(one).some(isPartName));
}
