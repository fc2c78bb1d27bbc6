/** The texts of a prompt, each with where it comes from. */
import "server-only";
import type { Origin } from "../../contracts/model/origin.ts";
import type { ModelMessage } from "../../llm/model-types.ts";
import type { Segment } from "../../prompt/segment.ts";

/** A text is read in other forms only where it matters, and once. */
export class PromptText {
  readonly text: string;
  readonly origin: Origin;
  #plain: string | undefined;
  #row: string | undefined;

  constructor(text: string, origin: Origin) {
    this.text = text;
    this.origin = origin;
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
}

const known = new WeakMap<Segment, readonly PromptText[]>();

/** What a call of a model says is left out: it came from the other texts. */
export function textsOf(segments: readonly Segment[]): PromptText[] {
  return segments.flatMap((segment) => {
    const texts = known.get(segment) ?? textsIn(segment);
    known.set(segment, texts);
    return texts;
  });
}

function textsIn({ messages, origins }: Segment): PromptText[] {
  return messages.flatMap((message, index) => {
    const text = contentOf(message);
    const origin = origins[index];
    return text === "" || origin === undefined ? [] : [new PromptText(text, origin)];
  });
}

function contentOf({ content }: ModelMessage): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
}

/** One way to write it: case, forms of letters, spaces, and the escapes of JSON are told apart by nobody who obeys a text. */
export function plain(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/\\[nrt]/g, " ")
    .replace(/\\(["\\/])/g, "$1")
    .replace(/\s+/g, " ")
    .trim();
}

function rowOf(text: string): string {
  return ` ${wordsIn(text).join(" ")} `;
}

/** Words of letters and digits, as `plain` writes them. */
export function wordsIn(text: string): string[] {
  return plain(text).match(WORD) ?? [];
}

/** A number with its marks, an address or a name with its signs, or a plain word. */
const WORD = /\d+(?:[.,]\d+)+(?![\p{L}\p{N}])|[\p{L}\p{N}](?:[\p{L}\p{N}@._+-]*[\p{L}\p{N}])?/gu;
