/** What the code that does a run's work is given, and what it hands back. Knows neither store nor browser. */
import type { ErrorCode } from "../errors/error-texts.ts";
import type { MessageEnd } from "./message-end.ts";
import type { PublicStatus } from "./public-status.ts";
import type { RunEventBody } from "./run-event.ts";
import type { RunTotals } from "./run-totals.ts";

export type RunPorts = {
  /** Appends a hidden event to the run's log. */
  record(body: RunEventBody): void;
  /** Tells the person what is going on. */
  tell(status: PublicStatus): void;
  /** Appends to the answer. */
  say(text: string): void;
  /** The answer as far as it is written. */
  answer(): string;
  /** Aborts on stop, on shutdown and when the lease is lost. */
  signal: AbortSignal;
};

export type RunResult = {
  ending: MessageEnd;
  reason: ErrorCode | null;
  totals: RunTotals;
  newStates: { agentId: string; version: number; state: unknown; bytes: number }[];
  setAside: { agentId: string; version: number; reason: string }[];
};

export type RunWork = (ports: RunPorts) => Promise<RunResult>;
