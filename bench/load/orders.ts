/** What the bench asks of a load process, and what comes back. */
import type { Target, TargetName, Turn } from "./target.ts";

type NamedTarget = { name: TargetName; target: Target };

export type LoadOrder =
  /** One turn at a time, each target in its turn, so that whatever disturbs the machine disturbs all alike. */
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
      /** Turns that each conversation takes, one after another. */
      turns: number;
      tokens: number;
      /** The first turns begin spread evenly over this time. */
      spreadMs: number;
    };

export type TogetherReport = { turns: Turn[]; errors: string[] };

export type LoadReport =
  | { ok: false; problem: string }
  | { ok: true; kind: "alternately"; turns: Partial<Record<TargetName, Turn[]>> }
  | ({ ok: true; kind: "together" } & TogetherReport);
