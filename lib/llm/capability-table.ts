/**
 * The capabilities of every connection, in memory, so that a turn asks nobody. What is learnt is handed to a store,
 * which keeps it for the next start.
 */
import "server-only";
import {
  type Capabilities,
  type CapabilityFinding,
  type CapabilityName,
  RARE_CAPABILITIES,
} from "../contracts/model/capability.ts";
import { processWide } from "../env/process-wide.ts";
import { hasPicture } from "./adapt/pictures.ts";
import type { CompletionBody } from "./attempt/build-completion-body.ts";
import type { ModelConnection } from "./connections/model-connection.ts";
import { PROVIDER_PRESETS } from "./connections/provider-presets.ts";

/** Statuses with which servers refuse a part of a request. Some template errors come as 500. */
const REFUSED = new Set([400, 404, 405, 415, 422, 500, 501]);
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
      /system (role|message|prompt)s?.{0,40}(not|un)|(not|un)\w{0,20}.{0,40}system|role.{0,20}system/i,
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

type Place = Pick<ModelConnection, "baseUrl" | "model">;

/** Keeps findings beyond the process. `save` must not throw. */
type CapabilityStore = {
  save(place: Place, name: CapabilityName, finding: CapabilityFinding): void;
};

export type CapabilityTable = {
  /** All findings of a connection: the operator's first, then what was found, then the preset's. */
  of(connection: ModelConnection): Capabilities;
  /** Whether the connection can; where nobody knows, true but for the rare capabilities. */
  can(connection: ModelConnection, name: CapabilityName): boolean;
  learn(connection: ModelConnection, name: CapabilityName, finding: CapabilityFinding): void;
  /** Replaces what was found, as read from the store. */
  load(place: Place, found: Capabilities): void;
  keepIn(store: CapabilityStore): void;
};

export function createCapabilityTable(): CapabilityTable {
  const found = new Map<string, Capabilities>();
  const merged = new Map<ModelConnection, Capabilities>();
  let store: CapabilityStore | undefined;
  const keyOf = ({ baseUrl, model }: Place) => `${baseUrl}\n${model}`;
  const of = (connection: ModelConnection) => {
    const known = merged.get(connection) ?? {
      ...fromPreset(connection),
      ...found.get(keyOf(connection)),
      ...fromOperator(connection),
    };
    merged.set(connection, known);
    return known;
  };
  const load = (place: Place, capabilities: Capabilities) => {
    found.set(keyOf(place), withoutGuesses(capabilities));
    merged.clear();
  };
  return {
    of,
    can: (connection, name) => of(connection)[name]?.holds ?? !RARE_CAPABILITIES.has(name),
    learn: (connection, name, finding) => {
      load(connection, { ...found.get(keyOf(connection)), [name]: finding });
      store?.save(connection, name, finding);
    },
    load,
    keepIn: (chosen) => {
      store = chosen;
    },
  };
}

/** An earlier version concluded from one answer how all of them begin. */
function withoutGuesses(found: Capabilities): Capabilities {
  const { "opens-in-reasoning": opens, ...others } = found;
  return opens === undefined || opens.source === "answer" ? others : found;
}

/** The table of this process. */
export const capabilities = processWide("capabilities", createCapabilityTable);

function fromPreset({ provider }: ModelConnection): Capabilities {
  const { lacks, name } = PROVIDER_PRESETS[provider];
  return Object.fromEntries(
    Object.entries(lacks).map(([capability, why]) => [
      capability,
      { holds: false, value: null, source: "preset", at: null, evidence: `${name}: ${why}` },
    ]),
  );
}

function fromOperator({ known }: ModelConnection): Capabilities {
  return Object.fromEntries(
    Object.entries(known).map(([capability, value]) => [
      capability,
      {
        holds: value !== false,
        value: typeof value === "number" ? value : null,
        source: "operator",
        at: null,
        evidence: "models.json",
      },
    ]),
  );
}

type Refusal = { status: number | null; text: string };

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

/**
 * Reads from a refusal which capability the server lacks, so that the call can be repeated without it.
 * @returns the capability that the words of the refusal name, if the request used it
 */
export function findMissing({ status, text }: Refusal, body: CompletionBody): Missing | null {
  if (status === null || !REFUSED.has(status)) return null;
  const rule = RULES.find(({ isIn, words }) => isIn(body) && words.test(text));
  return rule ? { name: rule.name, instead: rule.instead ?? null } : null;
}
