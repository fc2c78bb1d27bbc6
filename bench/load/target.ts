/** The targets that a turn can be sent to, and the simulated browser that sends it. */
import { Agent } from "node:http";

export type Target =
  /** The product: sign-in cookie, server action, event stream. `readOrigin`: an instance that the answer is read from. */
  | { kind: "halfsilver"; origin: string; readOrigin?: string; actionId: string }
  /** A control that takes a turn as the product does: a server action, then a stream of the model's bytes. */
  | { kind: "action"; origin: string; page: "turn" | "kept"; actionId: string }
  /** A control that answers a POST of `{text}` with the model's bytes. */
  | { kind: "relay"; url: string }
  /** The model itself. */
  | { kind: "model"; url: string };

export type TargetName = "model" | "proxy" | "relay" | "ours";

/** One browser with one conversation. `conversationId` is null before the first turn. */
export type Browser = { agent: Agent; cookie: string; conversationId: string | null };

export function openBrowser(cookie: string): Browser {
  return { agent: new Agent({ keepAlive: true, maxSockets: 6 }), cookie, conversationId: null };
}

/** The timings of one turn, seen from the browser. Milliseconds since Send was pressed. */
export type Turn = {
  firstTokenMs: number;
  endMs: number;
  /** Times between two arrivals of new text. */
  gapsMs: number[];
  tokens: number;
  /** Number of frames that carry text; `deltaBytes` is their size without the bytes of chunked transfer. */
  deltas: number;
  deltaBytes: number;
  /** UTF-8 bytes of the text in those frames. */
  textBytes: number;
  /** Bytes of all response bodies. */
  receivedBytes: number;
};
