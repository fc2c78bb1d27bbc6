/** How one request is answered: with which reply, at which pace, and where it goes wrong. */
import type { Reply } from "../skill.ts";

export type Behaviour = {
  /** Default: what the skills answer. */
  reply?: Reply;
  /** Answer when this is over: the order was held, and is released. */
  gate?: Promise<void>;
  firstTokenDelayMs?: number;
  tokenDelayMs?: number;
  /** Answer with this status instead. */
  refusal?: {
    status: number;
    headers?: Record<string, string>;
    error: { message: string; type: string; code: string };
  };
  /** Destroy the connection after so many pieces. */
  cutAfter?: number;
  /** Send an error object after so many pieces, and end. */
  errorAfter?: { pieces: number; code: string };
  /** Never answer. */
  hangs?: boolean;
};
