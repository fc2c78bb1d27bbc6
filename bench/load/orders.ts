/** The messages between the bench and a load process. */
import type { Target, TargetName, Turn } from "./target.ts";

type NamedTarget = { name: TargetName; target: Target };

export type LoadOrder =
  /** One turn at a time, alternating between targets, so that noise on the machine affects all targets alike. */
  | {
      kind: "alternately";
      targets: NamedTarget[];
      cookie: string;
      turns: number;
      warmUp: number;
      tokens: number;
    }
  /** Many conversations at once against one target. */
  | {
      kind: "together";
      target: Target;
      /** One browser per conversation. */
      cookies: string[];
      /** Number of turns in each conversation, one after another. */
      turns: number;
      tokens: number;
      /** The first turns start evenly spread over this time. */
      spreadMs: number;
    };

export type TogetherReport = { turns: Turn[]; errors: string[] };

export type LoadReport =
  | { ok: false; problem: string }
  | { ok: true; kind: "alternately"; turns: Partial<Record<TargetName, Turn[]>> }
  | ({ ok: true; kind: "together" } & TogetherReport);
