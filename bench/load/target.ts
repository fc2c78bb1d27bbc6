/** Where a turn can be sent, and the browser that sends it. */
import { Agent } from "node:http";

export type Target =
  /** The product: sign-in cookie, server action, event stream. */
  | { kind: "halfsilver"; origin: string; actionId: string }
  /** A control with the product's shape of a turn: the action of a page, then the model's own bytes. */
  | { kind: "action"; origin: string; page: "turn" | "kept"; actionId: string }
  /** A control that answers a POST of `{text}` with the model's own bytes. */
  | { kind: "relay"; url: string }
  /** The model itself. */
  | { kind: "model"; url: string };

export type TargetName = "model" | "proxy" | "relay" | "ours";

/** One browser with one conversation: its own connections, its cookie, the conversation once there is one. */
export type Browser = { agent: Agent; cookie: string; conversationId: string | null };

export function openBrowser(cookie: string): Browser {
  return { agent: new Agent({ keepAlive: true, maxSockets: 6 }), cookie, conversationId: null };
}

/** What a turn looked like from the browser. Milliseconds count from the press of Send. */
export type Turn = {
  firstTokenMs: number;
  endMs: number;
  /** Between two arrivals of new text. */
  gapsMs: number[];
  tokens: number;
  /** Frames that carry text, without the bytes that chunked transfer adds. */
  deltas: number;
  deltaBytes: number;
  /** UTF-8 bytes of the text in those frames. */
  textBytes: number;
  /** Everything that came back, heads excluded. */
  receivedBytes: number;
};
