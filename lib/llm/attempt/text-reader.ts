/**
 * Reads the content of an answer while it streams, and keeps apart what is for the person, what is reasoning, and what
 * may be a tool call in text. Only the beginning of a message decides: later on, the same words are the person's.
 */
import "server-only";
import { CALL_OPENINGS } from "./read-text-calls.ts";

/** Pairs of tags around reasoning: DeepSeek and Qwen, others, Mistral, Seed, Command A. */
const REASONING: readonly (readonly [open: string, close: string])[] = [
  ["<think>", "</think>"],
  ["<thinking>", "</thinking>"],
  ["[THINK]", "[/THINK]"],
  ["<seed:think>", "</seed:think>"],
  ["<|START_THINKING|>", "<|END_THINKING|>"],
];
const USUAL_CLOSE = "</think>";

type Read = { text: string; reasoning: string };

export type TextReader = {
  /** @returns what became certain with this piece */
  push(piece: string): Read;
  /** @returns what was held back: text for the person, or a message that may be a tool call */
  end(): Read & { mayBeCall: string };
};

type Options = {
  /** Whether a tool call may be written as text. */
  readsCalls: boolean;
  /** Whether messages of this model begin inside reasoning, whose opening tag its template has written. */
  opensInReasoning: boolean;
};

const NOTHING: Read = { text: "", reasoning: "" };

export function createTextReader({ readsCalls, opensInReasoning }: Options): TextReader {
  let state: "start" | "reasoning" | "text" | "held" = opensInReasoning ? "reasoning" : "start";
  let close = USUAL_CLOSE;
  let isOpened = !opensInReasoning;
  let held = "";
  const openings = [...REASONING.map(([open]) => open), ...(readsCalls ? CALL_OPENINGS : [])];

  let isAfterReasoning = false;

  const start = (): Read => {
    const begun = held.trimStart();
    if (isAfterReasoning) held = begun;
    const isOpen = openings.some((opening) => opening.startsWith(begun) && opening !== begun);
    if (begun === "" || isOpen) return NOTHING;
    const pair = REASONING.find(([open]) => begun.startsWith(open));
    if (pair) {
      state = "reasoning";
      [, close] = pair;
      isOpened = true;
      held = begun.slice(pair[0].length);
      return reason();
    }
    if (readsCalls && CALL_OPENINGS.some((opening) => begun.startsWith(opening))) {
      state = "held";
      return NOTHING;
    }
    state = "text";
    const text = held;
    held = "";
    return { text, reasoning: "" };
  };

  const reason = (): Read => {
    const end = held.indexOf(close);
    if (end >= 0) {
      const reasoning = held.slice(0, end);
      held = held.slice(end + close.length);
      isAfterReasoning = true;
      state = "start";
      const rest = start();
      return { text: rest.text, reasoning: reasoning + rest.reasoning };
    }
    // Without an opening tag it may yet turn out to be the answer: nothing is certain before the closing one.
    if (!isOpened) return NOTHING;
    const kept = tailThatMayBegin(held, close);
    const reasoning = held.slice(0, held.length - kept);
    held = held.slice(held.length - kept);
    return { text: "", reasoning };
  };

  return {
    push(piece) {
      if (state === "text") return { text: piece, reasoning: "" };
      held += piece;
      if (state === "start") return start();
      return state === "reasoning" ? reason() : NOTHING;
    },
    end() {
      const rest = held;
      held = "";
      if (state === "reasoning" && isOpened) return { text: "", reasoning: rest, mayBeCall: "" };
      if (state === "held") return { text: "", reasoning: "", mayBeCall: rest };
      return { text: rest, reasoning: "", mayBeCall: "" };
    },
  };
}

/** The length of the longest end of a text with which a tag may begin. */
function tailThatMayBegin(text: string, tag: string): number {
  for (let length = Math.min(text.length, tag.length - 1); length > 0; length -= 1) {
    if (tag.startsWith(text.slice(-length))) return length;
  }
  return 0;
}
