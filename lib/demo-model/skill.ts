/** What a skill is: it looks at a turn and answers, or passes. */
import type { Turn } from "./read-turn.ts";

export type ReplyToolCall = { name: string; arguments: string };

export type Reply = {
  text: string;
  toolCalls: ReplyToolCall[];
  finishReason: "stop" | "tool_calls" | "length";
  /** How many times slower than the usual pace this is told; 0: all at once. Default 1. */
  slowness?: number;
};

export type Skill = { name: string; match(turn: Turn): Reply | null };

/** What nobody reads word by word: calls, tables, charts. */
export const BRISK = 0.2;

/** Answers with text. */
export function say(text: string, slowness = 1): Reply {
  return { text, toolCalls: [], finishReason: "stop", slowness };
}

/** Asks for tools, several side by side. */
export function call(...toolCalls: ReplyToolCall[]): Reply {
  return { text: "", toolCalls, finishReason: "tool_calls", slowness: BRISK };
}
