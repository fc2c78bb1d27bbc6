/**
 * What a run's stream says, read from its frames (lib/contracts/public-event.ts). Checked by hand,
 * because a schema library would weigh more than the rest of the page.
 */
import type { EventSourceMessage } from "eventsource-parser";
import type { MessageEnd } from "@/lib/contracts/message-end.ts";
import type { PublicStatus } from "@/lib/contracts/public-status.ts";
import { STATUS_TEXT } from "./status-text.ts";

export type RunInput =
  | { kind: "snapshot"; offset: number; text: string; seq: number; status: PublicStatus | null }
  | { kind: "delta"; offset: number; text: string }
  | { kind: "status"; seq: number; status: PublicStatus }
  | { kind: "end"; seq: number; ending: MessageEnd; notice: string | null };

const ENDINGS: Record<MessageEnd, true> = {
  complete: true,
  stopped: true,
  interrupted: true,
  failed: true,
  empty: true,
};

/** Null for a frame of a kind that is not known, or that does not have the shape it should have. */
export function readRunInput({ event = "message", data }: EventSourceMessage): RunInput | null {
  const value = parseJson(data);
  if (event === "message") return readDelta(value);
  if (typeof value !== "object" || value === null) return null;
  if (event === "snapshot") return readSnapshot(value);
  if (event === "status") return readStatus(value);
  if (event === "end") return readEnd(value);
  return null;
}

function readDelta(value: unknown): RunInput | null {
  if (!Array.isArray(value)) return null;
  const [offset, text]: unknown[] = value;
  return isCount(offset) && typeof text === "string" ? { kind: "delta", offset, text } : null;
}

function readSnapshot(value: object): RunInput | null {
  const { offset, text, seq, status } = value as Record<string, unknown>;
  if (!isCount(offset) || typeof text !== "string" || !isCount(seq)) return null;
  return { kind: "snapshot", offset, text, seq, status: isStatus(status) ? status : null };
}

function readStatus(value: object): RunInput | null {
  const { seq, status } = value as Record<string, unknown>;
  return isCount(seq) && isStatus(status) ? { kind: "status", seq, status } : null;
}

function readEnd(value: object): RunInput | null {
  const { seq, ending, notice } = value as Record<string, unknown>;
  if (!isCount(seq) || !isEnding(ending)) return null;
  return { kind: "end", seq, ending, notice: typeof notice === "string" ? notice : null };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0;

const isStatus = (value: unknown): value is PublicStatus =>
  typeof value === "string" && Object.hasOwn(STATUS_TEXT, value);

const isEnding = (value: unknown): value is MessageEnd =>
  typeof value === "string" && Object.hasOwn(ENDINGS, value);
