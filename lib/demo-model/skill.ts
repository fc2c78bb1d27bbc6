/** The interface of a skill: it answers a turn, or returns null. */
import type { Turn } from "./read-turn.ts";

export type ReplyToolCall = { name: string; arguments: string };

export type Reply = {
  text: string;
  toolCalls: ReplyToolCall[];
  finishReason: "stop" | "tool_calls" | "length";
  /** Factor on the pause between tokens; 0 sends everything at once. Default 1. */
  slowness?: number;
};

export type Skill = { name: string; match(turn: Turn): Reply | null };

/** For tool calls, tables and charts, which are not read word by word. */
export const BRISK = 0.2;

/** Answers with text. */
export function say(text: string, slowness = 1): Reply {
  return { text, toolCalls: [], finishReason: "stop", slowness };
}

/** Asks for tools, several side by side. */
export function call(...toolCalls: ReplyToolCall[]): Reply {
  return { text: "", toolCalls, finishReason: "tool_calls", slowness: BRISK };
}
