/** The texts of a prompt, each with where it comes from. */
import "server-only";
import type { Origin } from "../../contracts/model/origin.ts";
import { parseJson } from "../../contracts/read-json.ts";
import type { ModelMessage } from "../../llm/model-types.ts";
import type { Segment } from "../../prompt/segment.ts";
import { Figures } from "./leaving/figures.ts";
import { termsIn } from "./leaving/terms-in.ts";
import { WordRows } from "./leaving/word-rows.ts";
import { folded, plain, wordsIn } from "./leaving/words-in.ts";

type TextOf = { role: ModelMessage["role"]; asked: string; isCurrent: boolean };

/** A text is read in other forms only where it matters, and once. */
export class PromptText {
  readonly text: string;
  readonly origin: Origin;
  readonly role: ModelMessage["role"];
  /** Of a tool's result: what the call said. */
  readonly asked: string;
  /** What is asked now, of which everything is known. */
  readonly isCurrent: boolean;
  #plain: string | undefined;
  #row: string | undefined;
  #rows: WordRows | undefined;
  #figures: Figures | undefined;

  constructor(
    text: string,
    origin: Origin,
    { role = "user", asked = "", isCurrent = false }: Partial<TextOf> = {},
  ) {
    this.text = text;
    this.origin = origin;
    this.role = role;
    this.asked = asked;
    this.isCurrent = isCurrent;
  }

  /** See `plain`. */
  get plain(): string {
    this.#plain ??= plain(this.text);
    return this.#plain;
  }

  /** Its words in a row, each between spaces. */
  get row(): string {
    this.#row ??= rowOf(this.text);
    return this.#row;
  }

  /** To look for rows of its words in another text. */
  get rows(): WordRows {
    this.#rows ??= new WordRows(termsIn(folded(this.text)));
    return this.#rows;
  }

  get figures(): Figures {
    this.#figures ??= new Figures(folded(this.text));
    return this.#figures;
  }
}

const known = new WeakMap<Segment, readonly PromptText[]>();

/** What a call of a model says is left out: it came from the other texts. What a person typed stands beside the whole message. */
export function textsOf(segments: readonly Segment[]): PromptText[] {
  return segments.flatMap((segment) => {
    const texts = known.get(segment) ?? textsIn(segment);
    known.set(segment, texts);
    return texts;
  });
}

function textsIn({ entry, messages, origins, typed }: Segment): PromptText[] {
  const isCurrent = entry.kind === "current-input";
  // Later rounds may reuse ids: a result belongs to the newest call with its id.
  const calls = new Map<string, string>();
  return messages.flatMap((message, index) => {
    if (message.role === "assistant")
      for (const call of message.tool_calls ?? [])
        if (call.type === "function") calls.set(call.id, saidIn(call.function.arguments));
    const text = contentOf(message);
    const origin = origins[index];
    if (text === "" || origin === undefined) return [];
    const { role } = message;
    const asked = role === "tool" ? calls.get(message.tool_call_id) : undefined;
    const whole = new PromptText(text, origin, { role, isCurrent, ...(asked && { asked }) });
    const own = typed[index];
    return own === undefined ? [whole] : [whole, new PromptText(own, "person")];
  });
}

/** As it was written, and without the escapes of JSON: a result says it without them. */
const saidIn = (args: string) => [args, ...textsOfJson(parseJson(args))].join("\n");

/** Texts at any depth, and names of fields, in their order. */
export function textsOfJson(value: unknown): string[] {
  const texts: string[] = [];
  const open = [value];
  while (open.length > 0) {
    const one = open.pop();
    if (typeof one === "string") texts.push(one);
    if (typeof one !== "object" || one === null) continue;
    const parts = Array.isArray(one) ? one : Object.entries(one).flat();
    for (const part of parts.toReversed()) open.push(part);
  }
  return texts;
}

function contentOf({ content }: ModelMessage): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
}

function rowOf(text: string): string {
  return ` ${wordsIn(text).join(" ")} `;
}
