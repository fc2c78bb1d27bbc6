/**
 * Separates an answer, while it streams, into what is for the person and what is a call in text. Text is held from where a call
 * may begin until it is known what it is. A cut of the stream changes nothing: what is certain does not depend on it.
 */
import "server-only";
import type { LeftOut } from "../../contracts/model/left-out.ts";
import { HELD_RETRY_MIN_CHARS, HELD_RETRY_SHARE, LINE_REMEMBERED_CHARS } from "../limits.ts";
import {
  type Code,
  type Next,
  nextBesideTokens,
  nextInCode,
  nextInText,
} from "./next-in-answer.ts";
import { offeredName, type Toolset, type WrittenCall } from "./written-call.ts";

/** A call with its text, by which it is found again in what the model read. */
export type FoundCall = WrittenCall & { written: string };

type Piece = { text: string; reasoning: string };
export type Rest = Piece & { calls: FoundCall[]; leftOut: LeftOut[] };

export type Separator = {
  /** @returns what became certain with this piece */
  push(piece: string): Piece;
  /** @returns what was held, now that the answer is whole */
  end(): Rest;
};

/** Held until it is known what follows. */
type Held =
  | { kind: "space"; text: string }
  /** `isMarked`: in markers of a template. `isFenced`: in a code block. */
  | { kind: "calls"; text: string; calls: WrittenCall[]; isMarked: boolean; isFenced: boolean };

/** @param tools that were offered; a call of another one does not run */
export function separateCalls(tools: Toolset): Separator {
  return separate(tools, nextInText);
}

/** @returns the calls in a whole text */
export function readTextCalls(text: string, tools: Toolset): FoundCall[] {
  const separator = separateCalls(tools);
  separator.push(text);
  return separator.end().calls;
}

/** Takes the ends of turns out, and nothing else. */
export function dropTokens(): Separator {
  return separate(new Map(), nextBesideTokens);
}

function separate(tools: Toolset, nextOutside: typeof nextInText): Separator {
  let ahead = "";
  let retryAt = 0;
  let code: Code | null = null;
  let held: Held[] = [];
  const output = openOutput();
  const { emit } = output;
  const leftOut: LeftOut[] = [];

  /** Something follows what was held: calls in a block of code, and of tools that were not offered, are words about calls. */
  const release = () => {
    const items = held;
    held = [];
    for (const item of items) {
      if (item.kind === "space") emit(item.text);
      else if (item.isFenced || !item.calls.some((call) => isOffered(call, tools))) emit(item.text);
      else leftOut.push("followed");
    }
  };

  const act = (next: NonNullable<Next>) => {
    const text = ahead.slice(0, next.take);
    ahead = ahead.slice(next.take);
    if (next.as === "calls") held.push({ kind: "calls", text, ...pick(next) });
    else if (next.as === "space") held.push({ kind: "space", text });
    else if (next.as === "reasoning") output.think(text.slice(next.from));
    else if (next.as === "left-out") {
      // What is left out follows the calls before it.
      if (held.some(({ kind }) => kind === "calls")) release();
      leftOut.push(next.why);
    } else if (next.as === "text") {
      if (held.length > 0) release();
      emit(text);
    }
  };

  const read = (isEnd: boolean) => {
    while (ahead !== "") {
      const inside = code;
      const next = inside
        ? nextInCode(ahead, inside, output.line(), isEnd)
        : nextOutside(ahead, {
            tools,
            line: lineWith(held, output.line()),
            isWhole: output.isEmpty() && held.every(({ kind }) => kind === "space"),
            isHolding: held.length > 0,
            isEnd,
          });
      if (!next) return;
      if ("code" in next) {
        act({ take: next.take, as: "text" });
        code = next.code;
      } else act(next);
    }
  };

  return {
    push(piece) {
      ahead += piece;
      // A long call is not read anew with each of its tokens.
      if (ahead.length < retryAt) return output.take();
      read(false);
      retryAt = ahead.length < HELD_RETRY_MIN_CHARS ? 0 : ahead.length * (1 + HELD_RETRY_SHARE);
      return output.take();
    },
    end() {
      read(true);
      const calls = settle(held, { tools, isWhole: output.isEmpty(), leftOut, emit });
      return { ...output.take(), calls, leftOut };
    },
  };
}

/** What became certain since it was last taken, and where the text stands. */
function openOutput() {
  let line = "";
  let isEmpty = true;
  let out: Piece = { text: "", reasoning: "" };
  return {
    emit(text: string) {
      out.text += text;
      const at = text.lastIndexOf("\n");
      line = (at < 0 ? line + text : text.slice(at + 1)).slice(-LINE_REMEMBERED_CHARS);
      if (text.trim() !== "") isEmpty = false;
    },
    think(text: string) {
      out.reasoning += text;
    },
    take(): Piece {
      const piece = out;
      out = { text: "", reasoning: "" };
      return piece;
    },
    line: () => line,
    isEmpty: () => isEmpty,
  };
}

function pick({ calls, isMarked, isFenced }: Extract<Next, { as: "calls" }>) {
  return { calls, isMarked, isFenced };
}

function isOffered({ name }: WrittenCall, tools: Toolset): boolean {
  return tools.has(offeredName(name, tools));
}

/** The line on which the next character stands. */
function lineWith(held: readonly Held[], line: string): string {
  const whole = line + held.map(({ text }) => text).join("");
  return whole.slice(whole.lastIndexOf("\n") + 1).slice(-LINE_REMEMBERED_CHARS);
}

type Settling = { tools: Toolset; isWhole: boolean; leftOut: LeftOut[]; emit(text: string): void };

/** At the end of an answer, what was held runs, is left out, or is text. */
function settle(held: readonly Held[], { tools, isWhole, leftOut, emit }: Settling): FoundCall[] {
  const calls: FoundCall[] = [];
  let space = "";
  let isText = true;
  for (const item of held) {
    if (item.kind === "space") {
      space += item.text;
      continue;
    }
    const offered = item.calls.filter((call) => isOffered(call, tools));
    isText = offered.length === 0 && (item.isFenced || !(item.isMarked || isWhole));
    if (isText) emit(space + item.text);
    if (isText) space = "";
    else if (offered.length < item.calls.length) leftOut.push("not-offered");
    for (const call of offered)
      calls.push({ ...call, name: offeredName(call.name, tools), written: item.text });
  }
  if (isText) emit(space);
  return calls;
}
