/** Reads from a refusal which capability the server lacks, so that the call can be repeated without it. */
import "server-only";
import type { CapabilityName } from "../../contracts/model/capability.ts";
import { hasPicture } from "../adapt/pictures.ts";
import type { CompletionBody } from "../attempt/build-completion-body.ts";

type Refusal = { status: number | null; text: string };

/** Statuses with which servers refuse a part of a request. Some template errors come as 500. */
const REFUSED = new Set([400, 404, 405, 415, 422, 500, 501]);

type Rule = {
  name: CapabilityName;
  /** Whether the body has the part at all. */
  isIn(body: CompletionBody): boolean;
  /** The known wordings, most specific rule first. */
  words: RegExp;
  /** A rare capability that the words name in its place. */
  instead?: CapabilityName;
};

export type Missing = { name: CapabilityName; instead: CapabilityName | null };

const hasSystem = ({ messages }: CompletionBody) => messages.some(({ role }) => role === "system");
const hasPairs = ({ messages }: CompletionBody) =>
  messages.some(({ role }, index) => role !== "tool" && role === messages[index - 1]?.role);

const RULES: readonly Rule[] = [
  {
    name: "images",
    isIn: ({ messages }) => messages.some(hasPicture),
    words:
      /image|vision|multi-?modal|content.{0,60}(must be|should be|expected|valid).{0,20}string|invalid.{0,20}content type/i,
  },
  {
    name: "usage-in-stream",
    isIn: (body) => body.stream_options !== undefined,
    words: /stream_options|include_usage/i,
  },
  {
    name: "strict-schema",
    isIn: ({ response_format: format }) =>
      format?.type === "json_schema" && format.json_schema.strict === true,
    words: /\bstrict\b/i,
  },
  {
    name: "json-schema",
    isIn: ({ response_format: format }) => format?.type === "json_schema",
    words: /json_schema|response_format|structured.?output|guided|grammar/i,
  },
  {
    name: "json-object",
    isIn: ({ response_format: format }) => format?.type === "json_object",
    words: /json_object|response_format|json mode/i,
  },
  {
    name: "forced-tool-call",
    isIn: ({ tool_choice: choice }) => choice !== undefined,
    words: /tool_choice/i,
  },
  {
    name: "tools",
    isIn: ({ tools }) => tools !== undefined,
    words: /\btools?\b|function.?call|--jinja|tool-call-parser/i,
  },
  {
    name: "second-system-message",
    isIn: ({ messages }) => messages.filter(({ role }) => role === "system").length > 1,
    words:
      /(only|one|single|multiple|second|first|beginning).{0,40}system|system.{0,60}(only|first|beginning|once|multiple|one)/i,
  },
  {
    name: "system-role",
    isIn: hasSystem,
    words: /system.{0,120}developer|developer.{0,120}(system|role)/i,
    instead: "developer-role",
  },
  {
    name: "system-role",
    isIn: hasSystem,
    words:
      /system (role|message|prompt)s?.{0,40}(not|un)|(not|un)\w*.{0,40}system|role.{0,20}system/i,
  },
  {
    name: "same-role-turns",
    isIn: hasPairs,
    words: /alternat|consecutive|same role|roles must|expected.{0,30}(user|assistant)/i,
  },
  {
    name: "empty-content",
    isIn: ({ messages }) =>
      messages.some((message) => message.role === "assistant" && message.content === ""),
    words:
      /content.{0,80}(empty|blank|non-?empty|min(imum)?.?length|too short|at least 1|null)|empty.{0,40}content/i,
  },
  {
    name: "streaming",
    isIn: ({ stream }) => stream === true,
    words: /\bstream(ing)?\b/i,
  },
];

/** @returns the capability that the words of the refusal name, if the request used it */
export function findMissing({ status, text }: Refusal, body: CompletionBody): Missing | null {
  if (status === null || !REFUSED.has(status)) return null;
  const rule = RULES.find(({ isIn, words }) => isIn(body) && words.test(text));
  return rule ? { name: rule.name, instead: rule.instead ?? null } : null;
}
