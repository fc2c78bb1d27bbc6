/**
 * The capabilities of every connection, in memory, so that a turn asks nobody. What is learnt is handed to a store,
 * which keeps it for the next start. What a refusal says counts only once another turn was refused the same, and for a day.
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
import { presetOfModel } from "./connections/model-presets.ts";
import { PROVIDER_PRESETS } from "./connections/provider-presets.ts";
import { REFUSALS_COUNT_MS } from "./limits.ts";
import { PARTS_RULES } from "./opaque/refused-parts.ts";

/** Statuses with which servers refuse a part of a request. Some template errors come as 500. */
const REFUSED = new Set([400, 404, 405, 415, 422, 500, 501]);
const hasSystem = ({ messages }: CompletionBody) => messages.some(({ role }) => role === "system");
const hasPairs = ({ messages }: CompletionBody) =>
  messages.some(({ role }, index) => role !== "tool" && role === messages[index - 1]?.role);
const NOT =
  "(?:not (?:supported|allowed|permitted|available|enabled|implemented|accepted)|unsupported|unknown|unrecogni[sz]ed|unavailable|extra|disabled|do(?:es)? not support|do(?:es)?n't support)";

/** Words that name a part of the request as what is refused. The same word elsewhere, such as in a failed call, does not. */
function refusing(part: string, others = ""): RegExp {
  return new RegExp(`${NOT}.{0,80}\\b(?:${part})\\b|\\b(?:${part})\\b.{0,80}${NOT}${others}`, "i");
}

const RULES: readonly Rule[] = [
  ...PARTS_RULES,
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
    words: refusing("strict"),
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
    words: refusing("tools?|functions?|function.?calling", "|--jinja|tool-call-parser"),
  },
  {
    name: "parallel-tools",
    isIn: ({ tools, parallel_tool_calls: inParallel }) =>
      tools !== undefined && inParallel !== false,
    words: /single.{0,3}(tool|function).{0,3}calls?|parallel.{0,3}(tool|function).{0,3}calls?/i,
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
    words: refusing("stream(?:ing)?", "|stream.{0,20}must be false"),
  },
];

/** Two connections to one model may differ in headers and parameters, and so in what is taken from them. */
type Place = Pick<ModelConnection, "id" | "baseUrl" | "model">;

/** Keeps findings beyond the process. `save` must not throw. */
type CapabilityStore = {
  save(place: Place, name: CapabilityName, finding: CapabilityFinding): void;
};

export type CapabilityTable = {
  /** All findings of a connection: the operator's first, then what was found, then the preset's. */
  of(connection: ModelConnection): Capabilities;
  /**
   * Whether the connection can; where nobody knows, true but for the rare capabilities.
   * @param by whose turn it is: what it was refused before is not asked for again
   */
  can(connection: ModelConnection, name: CapabilityName, by?: string): boolean;
  learn(connection: ModelConnection, name: CapabilityName, finding: CapabilityFinding): void;
  /**
   * Keeps in mind what a refusal names, and learns it from the second one: of another turn, within a day, and with no answer
   * to the same part in between.
   * @param by what was refused: a run, or a call of none
   * @param tookMs how long ago the call began, where its refusal names nothing. Calls that were under way at once may have
   * failed of one cause: then the second counts only if it began after the first was known.
   */
  noteRefusal(
    connection: ModelConnection,
    name: CapabilityName,
    finding: CapabilityFinding,
    by: string,
    tookMs?: number,
  ): void;
  /** A request with these parts was answered: what refusals have said of them does not hold. */
  noteAnswer(connection: ModelConnection, body: CompletionBody): void;
  /** Replaces what was found, as read from the store. */
  load(place: Place, found: Capabilities): void;
  keepIn(store: CapabilityStore): void;
};

type First = { by: string; at: number; holds: boolean; evidence: string };

/** @param now in milliseconds since 1970 */
export function createCapabilityTable(now: () => number = Date.now): CapabilityTable {
  const found = new Map<string, Capabilities>();
  const merged = new Map<ModelConnection, { known: Capabilities; until: number }>();
  /** The first refusals, by place and capability. */
  const refused = new Map<string, First>();
  let store: CapabilityStore | undefined;
  const keyOf = ({ id, baseUrl, model }: Place) => `${id}\n${baseUrl}\n${model}`;
  const of = (connection: ModelConnection) => {
    const before = merged.get(connection);
    if (before && now() < before.until) return before.known;
    const { lasting, until } = stillHolding(found.get(keyOf(connection)) ?? {}, now());
    const known = { ...fromPreset(connection), ...lasting, ...fromOperator(connection) };
    merged.set(connection, { known, until });
    return known;
  };
  const load = (place: Place, capabilities: Capabilities) => {
    found.set(keyOf(place), withoutGuesses(capabilities));
    merged.clear();
  };
  const learn: CapabilityTable["learn"] = (connection, name, finding) => {
    load(connection, { ...found.get(keyOf(connection)), [name]: finding });
    store?.save(connection, name, finding);
  };
  return {
    of,
    can: (connection, name, by) => {
      const first = by === undefined ? undefined : refused.get(`${keyOf(connection)}\n${name}`);
      if (first && first.by === by) return first.holds;
      return of(connection)[name]?.holds ?? !RARE_CAPABILITIES.has(name);
    },
    learn,
    noteRefusal: (connection, name, finding, by, tookMs = 0) => {
      const key = `${keyOf(connection)}\n${name}`;
      const first = refused.get(key);
      const isLate = !first || now() - first.at >= REFUSALS_COUNT_MS;
      if (isLate)
        refused.set(key, { by, at: now(), holds: finding.holds, evidence: finding.evidence });
      if (isLate || first.by === by || Math.ceil(now() - tookMs) < first.at) return;
      refused.delete(key);
      const until = minuteOf(new Date(now() + REFUSALS_COUNT_MS));
      const evidence = `${first.evidence}, and ${finding.evidence}; until ${until}`;
      learn(connection, name, { ...finding, evidence });
    },
    noteAnswer: (connection, body) => {
      const known = of(connection);
      const isOpen = (name: CapabilityName) =>
        refused.has(`${keyOf(connection)}\n${name}`) || isRefused(known[name]);
      for (const { name, isIn } of RULES) {
        if (!isOpen(name) || !isIn(body)) continue;
        refused.delete(`${keyOf(connection)}\n${name}`);
        if (!isRefused(known[name])) continue;
        const at = new Date(now()).toISOString();
        const evidence = "a call with it was answered";
        learn(connection, name, { holds: true, value: null, source: "answer", at, evidence });
      }
    },
    load,
    keepIn: (chosen) => {
      store = chosen;
    },
  };
}

/** As an operator reads it in the evidence of a finding: `2026-11-28 18:03 UTC`. */
export function minuteOf(time: Date): string {
  return `${time.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

function isRefused(finding: CapabilityFinding | undefined): boolean {
  return finding?.source === "refusal" && !finding.holds;
}

/** Without what was concluded from refusals more than a day ago, and until when the rest holds. */
function stillHolding(found: Capabilities, now: number) {
  let until = Number.POSITIVE_INFINITY;
  const lasting = Object.entries(found).filter(([, { source, at }]) => {
    if (source !== "refusal" || at === null) return true;
    const end = Date.parse(at) + REFUSALS_COUNT_MS;
    if (end > now) until = Math.min(until, end);
    return end > now;
  });
  return { lasting: Object.fromEntries(lasting) as Capabilities, until };
}

/** An earlier version concluded from one answer how all of them begin. */
function withoutGuesses(found: Capabilities): Capabilities {
  const { "opens-in-reasoning": opens, ...others } = found;
  return opens === undefined || opens.source === "answer" ? others : found;
}

/** The table of this process. */
export const capabilities = processWide("capabilities", createCapabilityTable);

function fromPreset({ provider, model }: ModelConnection): Capabilities {
  const { lacks, name } = PROVIDER_PRESETS[provider];
  const of = (given: Partial<Record<CapabilityName, string>>, holds: boolean, whose: string) =>
    Object.entries(given).map(([capability, why]) => [
      capability,
      { holds, value: null, source: "preset", at: null, evidence: `${whose}: ${why}` },
    ]);
  return Object.fromEntries([
    ...of(lacks, false, name),
    ...of(presetOfModel(model, provider), true, model),
  ]);
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
        evidence: "the settings",
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
