/** An answer while it streams: collects chunks and tool-call deltas in the order of their arrival. */
import "server-only";
import type { LeftOut } from "../../contracts/model/left-out.ts";
import { isRecord, parseJson, textOf } from "../../contracts/read-json.ts";
import type { ModelAnnotation, ModelToolCall, ModelUsage } from "../model-types.ts";
import { type Fields, foldParts } from "../opaque/collect-parts.ts";
import { callIdOf } from "../opaque/send-back.ts";
import { standsIn } from "../text-calls/echoed-calls.ts";
import { offeredName, type Toolset } from "../text-calls/written-call.ts";
import { foldAnnotations, foldPictures } from "./read-annotations.ts";
import { createTextReader, type ReadFor, type TextReader } from "./read-answer-text.ts";
import { argumentsText, indexOf, readCalls, readDelta, readEnd, readUsage } from "./read-delta.ts";

export type ToolCallDraft = {
  index: number;
  id: string;
  name: string;
  arguments: string;
  /** What the server needs back beside the call. */
  opaque?: Fields | undefined;
};

export type AnswerDraft = {
  /** What is for the person. */
  text: string;
  /** What the model thought, by its own tags or the server's fields; never for the person. */
  reasoning: string;
  /** Whether the model declined by the protocol's own field. Its words are in `text`. */
  hasRefused: boolean;
  /** Whether the tool calls were written as text. */
  hasTextCalls: boolean;
  toolCalls: ToolCallDraft[];
  /** What the server needs back beside the answer. */
  opaque?: Fields | undefined;
  annotations: ModelAnnotation[];
  pictures: string[];
  finishReason: string | null;
  /** The name that the endpoint reports; empty until it has. The requested name may be an alias of it. */
  model: string;
  usage: ModelUsage | null;
  /** `performance.now()` of the first text or tool-call delta. */
  firstTokenAt: number | null;
  reader: TextReader;
  /** The index of its choice, once one has come. */
  choice: unknown;
  /** The first half of a character whose other half has not come. */
  half: string;
  /** What looked like a call in the text, did not run and was not shown. */
  leftOut: LeftOut[];
  readFor: ReadFor;
  /** The offered tools. */
  tools: Toolset;
  /** The texts of the prompt that are data: a call that stands in them does not run. */
  data: () => readonly string[];
};

/** What can be a name or a path of a model: the name outlives the conversation, and a sentence that came as one would, too. */
const MODEL_NAME = /^[\p{L}\p{N}._:/@+\\-]{1,200}$/u;

type DraftOptions = {
  readFor: ReadFor;
  tools: Toolset;
  opensInReasoning: boolean;
  data: AnswerDraft["data"];
};

const PLAIN: DraftOptions = {
  readFor: "calls",
  tools: new Map(),
  opensInReasoning: false,
  data: () => [],
};

export function startDraft(options: Partial<DraftOptions> = {}): AnswerDraft {
  const { data, ...reading } = { ...PLAIN, ...options };
  return {
    data,
    tools: reading.tools,
    readFor: reading.readFor,
    reader: createTextReader(reading),
    leftOut: [],
    choice: undefined,
    half: "",
    text: "",
    reasoning: "",
    hasRefused: false,
    hasTextCalls: false,
    toolCalls: [],
    annotations: [],
    pictures: [],
    finishReason: null,
    model: "",
    usage: null,
    firstTokenAt: null,
  };
}

/**
 * Adds one parsed `chat.completion.chunk`. Also accepts a whole `chat.completion`, which some servers send although a
 * stream was requested.
 * @returns the text that it added
 */
export function foldChunk(draft: AnswerDraft, chunk: Record<string, unknown>): string {
  if (MODEL_NAME.test(textOf(chunk.model))) draft.model = textOf(chunk.model);
  const choice = ownChoice(draft, chunk.choices);
  draft.usage = readUsage(chunk, choice) ?? draft.usage;
  foldAnnotations(draft.annotations, chunk);
  if (!choice) return "";
  const finish = readEnd(choice);
  draft.finishReason = finish ?? draft.finishReason;
  const delta = toDelta(choice);
  if (!delta) return "";
  draft.opaque = foldParts(draft.opaque, delta);
  foldAnnotations(draft.annotations, delta);
  foldPictures(draft.pictures, delta);
  const { content: received, reasoning, refusal } = readDelta(delta);
  // Some servers say everything again at the end, as the whole message.
  const isAgain = finish !== null && !choice.delta && isSaid(draft, received);
  const content = isAgain ? "" : wholeCharacters(draft, received);
  if (reasoning !== "") draft.reader.noteSeparated();
  const read = content === "" ? { text: "", reasoning: "" } : draft.reader.push(content);
  draft.reasoning += reasoning + read.reasoning;
  if (refusal !== "") draft.hasRefused = true;
  const text = read.text + refusal;
  draft.text += text;
  const calls = isAgain ? [] : readCalls(delta);
  if (text !== "" || calls.length > 0) draft.firstTokenAt ??= performance.now();
  const isWhole = delta === choice.message;
  calls.forEach((call, position) => {
    // Calls that come together without an index are told apart by their place.
    foldToolCallDelta(draft.toolCalls, call, isWhole || calls.length > 1 ? position : null);
  });
  return text;
}

/** The choice that the first chunk with one begins; no other is asked for. Most servers count from 0. */
function ownChoice(draft: AnswerDraft, choices: unknown): Record<string, unknown> | undefined {
  const all = Array.isArray(choices) ? choices.filter(isRecord) : [];
  const place = draft.choice ?? (all.some(({ index }) => (index ?? 0) === 0) ? 0 : all[0]?.index);
  draft.choice = place;
  return all.find(({ index }) => (index ?? 0) === place);
}

/** A delta or a message; some servers write the text alone, in the place of one or in that of the older protocol. */
function toDelta({ delta, message, text }: Record<string, unknown>) {
  const given = delta ?? message ?? text;
  if (typeof given === "string") return { content: given };
  return isRecord(given) ? given : undefined;
}

function isSaid({ text, toolCalls, firstTokenAt }: AnswerDraft, received: string): boolean {
  if (firstTokenAt === null) return false;
  return received === "" ? toolCalls.length > 0 : received.trim().endsWith(text.trim());
}

/** Half a character at the end waits for the rest of it: neither half can be stored. */
function wholeCharacters(draft: AnswerDraft, received: string): string {
  if (received === "") return "";
  const whole = draft.half + received;
  const isCut = /[\uD800-\uDBFF]$/.test(whole);
  draft.half = isCut ? whole.slice(-1) : "";
  return (isCut ? whole.slice(0, -1) : whole).toWellFormed();
}

/**
 * Takes what the reader held back: the rest of the text, or tool calls in text. To be called once, at the end.
 * @returns the text that it added
 */
export function finishDraft(draft: AnswerDraft): string {
  const { text, reasoning, calls, leftOut } = draft.reader.end();
  draft.reasoning += reasoning;
  draft.leftOut.push(...leftOut);
  // Beside calls that the server reports, those in text are words about them.
  const isReported = draft.toolCalls.length > 0;
  const isEchoed = calls.some((call) => standsIn(call, draft.data(), draft.tools));
  if (calls.length > 0 && (isReported || isEchoed))
    draft.leftOut.push(isEchoed ? "in-data" : "followed");
  else {
    draft.hasTextCalls = calls.length > 0;
    for (const { name, arguments: given } of calls) {
      const call = { index: draft.toolCalls.length, id: "", name };
      draft.toolCalls.push({ ...call, arguments: JSON.stringify(given) });
    }
  }
  draft.text += text;
  if (text !== "" || draft.hasTextCalls) draft.firstTokenAt ??= performance.now();
  return text;
}

/**
 * The calls in the order of their index. Each has an id of ours, and a name loses the namespace of its tool.
 * @param of the run or call that asked, and how many calls it had before
 */
export function finishToolCalls(
  drafts: readonly ToolCallDraft[],
  of: readonly (string | number)[],
  tools: Pick<Toolset, "has"> = new Map(),
): ModelToolCall[] {
  return inOrder(drafts).map(({ id, name, arguments: text }, index) => ({
    id: callIdOf(...of, index, id),
    name: offeredName(name, tools),
    arguments: text,
  }));
}

export function inOrder(drafts: readonly ToolCallDraft[]): ToolCallDraft[] {
  return [...drafts].sort((one, other) => one.index - other.index);
}

/**
 * Adds one delta to its call, by index, leniently. Ids and names may come late, empty or again with every delta. Some
 * servers send no index, or the same one for every call: then a new id with a name starts a call.
 * @param position replaces a missing index where calls come whole
 */
export function foldToolCallDelta(
  drafts: ToolCallDraft[],
  delta: Record<string, unknown>,
  position: number | null,
): void {
  const id = textOf(delta.id);
  // Some write name and arguments beside the id.
  const called = isRecord(delta.function) ? delta.function : delta;
  const name = textOf(called.name);
  const index = indexOf(delta.index) ?? position;
  const given = argumentsText(called.arguments ?? called.parameters ?? called.input);
  const draft = belongsTo(drafts, { index, id, name, given }) ?? openCall(drafts, index);
  if (draft.id === "") draft.id = id;
  draft.opaque = partsOfCall(draft.opaque, delta, called);
  if (name !== draft.name) draft.name += name;
  draft.arguments += given;
}

/** Beside a call, and inside its function. */
function partsOfCall(
  kept: Fields | undefined,
  delta: Record<string, unknown>,
  called: Record<string, unknown>,
): Fields | undefined {
  const before = isRecord(kept?.function) ? kept.function : undefined;
  const inner = called === delta ? undefined : foldParts(before, called);
  const beside = foldParts(kept, delta);
  return inner ? { ...beside, function: inner } : beside;
}

type CallDelta = { index: number | null; id: string; name: string; given: string };

function belongsTo(drafts: ToolCallDraft[], { index, id, name, given }: CallDelta) {
  const draft =
    index === null
      ? (drafts.find((candidate) => id !== "" && candidate.id === id) ?? drafts.at(-1))
      : drafts.findLast((candidate) => candidate.index === index);
  if (!draft) return undefined;
  // Only a call with complete arguments can be finished; before that, a new id or name is the server's mistake.
  if (name === "" || !isJson(draft.arguments)) return draft;
  const hasOtherId = id !== "" && draft.id !== "" && id !== draft.id;
  const isWithoutMarks = id === "" && draft.id === "" && given !== "";
  return hasOtherId || isWithoutMarks ? undefined : draft;
}

/** Calls with the same index keep their order of arrival. */
function openCall(drafts: ToolCallDraft[], index: number | null): ToolCallDraft {
  const next = Math.max(-1, ...drafts.map((draft) => draft.index)) + 1;
  const draft = { index: index ?? next, id: "", name: "", arguments: "" };
  drafts.push(draft);
  return draft;
}

function isJson(text: string): boolean {
  return parseJson(text) !== undefined;
}
