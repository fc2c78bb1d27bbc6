/**
 * Reads the content of an answer while it streams, and keeps apart what is for the person, what is reasoning, and what is a call
 * in text. Reasoning stands at the beginning of an answer, and is closed once: later on, the same words are the person's.
 */
import "server-only";
import {
  dropTokens,
  type Rest,
  type Separator,
  separateCalls,
} from "../text-calls/separate-calls.ts";
import type { Toolset } from "../text-calls/written-call.ts";

/** The tags that models put around their reasoning: DeepSeek and Qwen, others, Mistral, Seed, Command A, Kimi, Gemma. */
const REASONING: readonly (readonly [open: string, close: string])[] = [
  ["<think>", "</think>"],
  ["<thinking>", "</thinking>"],
  ["<thought>", "</thought>"],
  ["<reasoning>", "</reasoning>"],
  ["[THINK]", "[/THINK]"],
  ["<seed:think>", "</seed:think>"],
  ["<|START_THINKING|>", "<|END_THINKING|>"],
  ["◁think▷", "◁/think▷"],
  ["<|channel>thought", "<channel|>"],
];
const USUAL_CLOSE = "</think>";

type Read = { text: string; reasoning: string };
const NOTHING: Read = { text: "", reasoning: "" };

export type TextReader = {
  /** The server reports reasoning apart from the text: nothing of the text is reasoning whose opening tag is missing. */
  noteSeparated(): void;
  /** @returns what became certain with this piece */
  push(piece: string): Read;
  /** @returns what was held back */
  end(): Rest;
};

export type ReadFor =
  /** Calls in text: of these tools they may run. */
  | "calls"
  /** An answer of a server that reports calls itself: the ends of turns go, and everything else is text. */
  | "tokens"
  /** Structured output, which is read whole. */
  | "structure";

type Options = {
  readFor: ReadFor;
  tools: Toolset;
  /** Whether messages of this model begin inside reasoning, whose opening tag its template has written. */
  opensInReasoning: boolean;
};

export function createTextReader({ readFor, tools, opensInReasoning }: Options): TextReader {
  let state: "start" | "reasoning" | "text" = opensInReasoning ? "reasoning" : "start";
  let close = USUAL_CLOSE;
  let isOpened = !opensInReasoning;
  let isClosed = false;
  let held = "";
  const answer = separatorFor(readFor, tools);

  const toAnswer = (reasoning: string): Read => {
    state = "text";
    const text = held;
    held = "";
    const read = text === "" ? NOTHING : answer.push(text);
    return { text: read.text, reasoning: reasoning + read.reasoning };
  };

  const start = (): Read => {
    const begun = held.trimStart();
    const isOpen = REASONING.some(([open]) => open.startsWith(begun) && open !== begun);
    if (begun === "" || isOpen) return NOTHING;
    const pair = REASONING.find(([open]) => begun.startsWith(open));
    if (!pair) return toAnswer("");
    state = "reasoning";
    [, close] = pair;
    isOpened = true;
    held = begun.slice(pair[0].length);
    return reason();
  };

  const reason = (): Read => {
    // Some models write the opening tag although their template has.
    const begun = held.trimStart();
    const pair = isOpened ? undefined : REASONING.find(([open]) => begun.startsWith(open));
    if (pair) {
      [, close] = pair;
      isOpened = true;
      held = begun.slice(pair[0].length);
    }
    const end = held.indexOf(close);
    if (end >= 0) {
      const reasoning = held.slice(0, end);
      held = held.slice(end + close.length).trimStart();
      if (held !== "") return toAnswer(reasoning);
      state = "start";
      isClosed = true;
      return { text: "", reasoning };
    }
    // Without an opening tag it may yet turn out to be the answer: nothing is certain before the closing one.
    if (!isOpened) return NOTHING;
    const kept = tailThatMayBegin(held, close);
    const reasoning = held.slice(0, held.length - kept);
    held = held.slice(held.length - kept);
    return { text: "", reasoning };
  };

  return {
    noteSeparated() {
      if (state === "reasoning" && !isOpened && held === "") state = "start";
    },
    push(piece) {
      if (state === "text") return answer.push(piece);
      held += piece;
      if (state === "reasoning") return reason();
      if (!isClosed) return start();
      // It is closed once: later tags are words of the answer.
      held = held.trimStart();
      return held === "" ? NOTHING : toAnswer("");
    },
    end() {
      if (state === "reasoning" && isOpened)
        return { text: "", reasoning: held, calls: [], leftOut: [] };
      const read = toAnswer("");
      const rest = answer.end();
      return { ...rest, text: read.text + rest.text, reasoning: read.reasoning + rest.reasoning };
    },
  };
}

function separatorFor(readFor: ReadFor, tools: Toolset): Separator {
  if (readFor === "calls") return separateCalls(tools);
  if (readFor === "tokens") return dropTokens();
  const nothing = { reasoning: "", calls: [], leftOut: [] };
  return { push: (text) => ({ text, reasoning: "" }), end: () => ({ text: "", ...nothing }) };
}

/** The length of the longest end of a text with which a tag may begin. */
function tailThatMayBegin(text: string, tag: string): number {
  for (let length = Math.min(text.length, tag.length - 1); length > 0; length -= 1) {
    if (tag.startsWith(text.slice(-length))) return length;
  }
  return 0;
}
