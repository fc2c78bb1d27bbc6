/** Queries of the list of runs: every filter, every order, and search words of different frequency. */
import type { RunQuery } from "../../lib/contracts/inspector/runs/run-query.ts";

const DAY_MS = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

export const RUN_QUERIES: Record<string, RunQuery> = {
  "no filter": {},
  "status failed": { status: "failed" },
  "status running": { status: "running" },
  "agent users": { agent: "users" },
  "tool python_interpreter@1": { tool: "python_interpreter@1" },
  "no plan": { deviation: "no-plan" },
  "deviation none": { deviation: "none" },
  "deviation high": { deviation: "high" },
  "unplanned, rare": { kind: "unplanned" },
  "missing, by deviation": { kind: "missing", sort: "deviation" },
  "a gap in the log": { kind: "log_gap" },
  "policy deny": { policy: "deny" },
  "last day": { from: ago(1) },
  "the month before last": { from: ago(60), to: ago(30) },
  "person, one of 200": { person: "person17@" },
  "person, unknown": { person: "no such person" },
  "a rare word": { q: "w1234" },
  "a word in every fifth message": { q: "python" },
  "a word in every message": { q: "alpha" },
  "a phrase, by tokens": { q: '"about travel w35"', sort: "tokens" },
  "a word that does not occur": { q: "zyzzyva" },
  "several filters": {
    status: "complete",
    agent: "users",
    policy: "allow",
    from: ago(20),
    q: "people",
  },
  longest: { sort: "duration" },
  shortest: { sort: "duration", dir: "asc" },
  "most tokens": { sort: "tokens" },
  "most deviation": { sort: "deviation" },
  "most expensive": { sort: "cost" },
  cheapest: { sort: "cost", dir: "asc" },
  "agent users, by cost": { agent: "users", sort: "cost" },
  "person, by tokens": { person: "person17@", sort: "tokens" },
  "a word in every message, by cost": { q: "alpha", sort: "cost" },
  "most model calls": { sort: "model-calls" },
  "most tool calls": { sort: "tool-calls" },
  oldest: { dir: "asc" },
};
