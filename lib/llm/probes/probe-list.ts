/** The probes: one small call for each capability, and what its answer shows. Pure. */
import "server-only";
import type { CapabilityName } from "../../contracts/model/capability.ts";
import { isRecord, parseJson, textOf } from "../../contracts/read-json.ts";
import { PROBE_QUOTED_MAX_CHARS, PROBE_TOO_MANY_TOKENS } from "../limits.ts";
import type { ModelTool } from "../model-types.ts";
import { readTextCalls } from "../text-calls/separate-calls.ts";
import { toToolset } from "../text-calls/written-call.ts";

/** What a success shows: null where it shows nothing. `words` are ours; `said`: how the model put it, which is not kept. */
type Shown = { holds: boolean; words: string; said?: string } | null;

export type Probe = {
  name: CapabilityName;
  /** Added to the plain request. */
  body: Record<string, unknown>;
  /** Reads an answer with the status 200. */
  read(answer: ProbeAnswer): Shown;
  /** Reads a number from a refusal. */
  readNumber?(words: string): number | null;
  /** The capabilities without which the probe would show nothing. */
  needs?: readonly CapabilityName[];
};

export type ProbeAnswer = {
  /** The message's text; for a stream, of all its pieces. */
  text: string;
  calls: readonly string[];
  /** Cut off by the small limit of tokens: what is missing shows nothing. */
  isCut: boolean;
  isStream: boolean;
  hasUsage: boolean;
};

const user = (content: unknown) => ({ role: "user", content });
const assistant = (content: string) => ({ role: "assistant", content });
const system = (content: string) => ({ role: "system", content });

/** The plain request, without which no probe tells anything. */
export const PLAIN_MESSAGES = [user("Say OK.")];

const TOOL_NAME = "note_word";
/** A tool that does nothing. */
export const TOOL: ModelTool = {
  type: "function",
  function: {
    name: TOOL_NAME,
    description: "Notes one word.",
    parameters: {
      type: "object",
      properties: { word: { type: "string" } },
      required: ["word"],
      additionalProperties: false,
    },
  },
};
const ASKS_FOR_CALL = [user(`Call the tool ${TOOL_NAME} with the word "blue".`)];
const SCHEMA = {
  type: "object",
  properties: { word: { type: "string" } },
  required: ["word"],
  additionalProperties: false,
};
const ASKS_FOR_JSON = [
  user('Answer with a JSON object that has one key, "word": {"word": "blue"}'),
];
const schemaFormat = (strict: boolean) => ({
  type: "json_schema",
  json_schema: { name: "word", schema: SCHEMA, strict },
});

const quote = (text: string) => text.replace(/\s+/g, " ").slice(0, PROBE_QUOTED_MAX_CHARS);
const taken = (): Shown => ({ holds: true, words: "taken" });
/** That a model makes no call shows nothing of its server. */
const readCall = ({ calls }: ProbeAnswer): Shown => {
  return calls.includes(TOOL_NAME) ? { holds: true, words: "a call was reported" } : null;
};
const readJson = ({ text, isCut }: ProbeAnswer): Shown => {
  const parsed = parseJson(text);
  if (isRecord(parsed) && textOf(parsed.word) !== "") return { holds: true, words: "JSON came" };
  return isCut ? null : { holds: false, words: "taken, but no such JSON came", said: quote(text) };
};

const callOf = (id: string) => ({
  id,
  type: "function",
  function: { name: TOOL_NAME, arguments: '{"word":"blue"}' },
});
const resultOf = (id: string) => ({ role: "tool", tool_call_id: id, content: "noted" });

/** A red square of 16 × 16 pixels. */
const RED =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAFklEQVR42mP4z8BAEmIY1TCqYfhqAACQ+f8B8u7oVwAAAABJRU5ErkJggg==";

export const PROBES: readonly Probe[] = [
  {
    name: "streaming",
    body: { stream: true },
    read: ({ isStream }) => ({
      holds: isStream,
      words: isStream ? "events came" : "the answer came in one piece",
    }),
  },
  {
    name: "usage-in-stream",
    body: { stream: true, stream_options: { include_usage: true } },
    read: ({ hasUsage }) => ({
      holds: hasUsage,
      words: hasUsage ? "usage came" : "taken, but no usage came",
    }),
    needs: ["streaming"],
  },
  {
    name: "system-role",
    body: { messages: [system("Be brief."), ...PLAIN_MESSAGES] },
    read: taken,
  },
  {
    name: "second-system-message",
    body: {
      messages: [
        system("Be brief."),
        user("Hello."),
        assistant("Hello."),
        system("Be kind."),
        ...PLAIN_MESSAGES,
      ],
    },
    read: taken,
    needs: ["system-role"],
  },
  {
    name: "same-role-turns",
    body: { messages: [user("Hello."), ...PLAIN_MESSAGES] },
    read: taken,
  },
  {
    name: "json-schema",
    body: { messages: ASKS_FOR_JSON, response_format: schemaFormat(false) },
    read: readJson,
  },
  {
    name: "strict-schema",
    body: { messages: ASKS_FOR_JSON, response_format: schemaFormat(true) },
    read: readJson,
    needs: ["json-schema"],
  },
  {
    name: "json-object",
    body: { messages: ASKS_FOR_JSON, response_format: { type: "json_object" } },
    read: readJson,
  },
  { name: "tools", body: { messages: ASKS_FOR_CALL, tools: [TOOL] }, read: readCall },
  {
    name: "native-tools",
    body: { messages: ASKS_FOR_CALL, tools: [TOOL] },
    read: (answer) =>
      readTextCalls(answer.text, toToolset([{ ...TOOL, type: "function" }])).length > 0
        ? { holds: false, words: "the call came as text" }
        : readCall(answer),
    needs: ["tools"],
  },
  {
    name: "parallel-tools",
    body: {
      messages: [
        ...ASKS_FOR_CALL,
        { role: "assistant", content: "", tool_calls: [callOf("call_1"), callOf("call_2")] },
        resultOf("call_1"),
        resultOf("call_2"),
      ],
      tools: [TOOL],
    },
    read: taken,
    needs: ["tools"],
  },
  {
    name: "forced-tool-call",
    body: {
      messages: PLAIN_MESSAGES,
      tools: [TOOL],
      tool_choice: { type: "function", function: { name: TOOL_NAME } },
    },
    read: (answer) =>
      readCall(answer) ??
      (answer.isCut
        ? null
        : { holds: false, words: "taken, but no call came", said: quote(answer.text) }),
    needs: ["tools"],
  },
  {
    name: "images",
    body: {
      messages: [
        user([
          { type: "text", text: "Which colour is this image? Answer with one word." },
          { type: "image_url", image_url: { url: RED } },
        ]),
      ],
    },
    read: ({ text, isCut }) => {
      if (/\bred\b/i.test(text)) return { holds: true, words: "seen", said: quote(text) };
      return isCut ? null : { holds: false, words: "taken, but not seen", said: quote(text) };
    },
  },
  {
    name: "max-output-tokens",
    body: { max_tokens: PROBE_TOO_MANY_TOKENS },
    read: () => null,
    readNumber: readLimit,
  },
];

/** The number in "supports at most 16384 completion tokens" and similar sentences. */
export function readLimit(words: string): number | null {
  const found =
    /(?:at most|max(?:imum)?[^.\d]{0,60}|up to|less than or equal to `?|<=|limit[^.\d]{0,40}|\[1, )\s*(\d[\d,]{0,9}\d)/i.exec(
      words.replaceAll(String(PROBE_TOO_MANY_TOKENS), ""),
    );
  const value = Number(found?.[1]?.replaceAll(",", ""));
  return Number.isInteger(value) && value > 0 && value < PROBE_TOO_MANY_TOKENS ? value : null;
}
