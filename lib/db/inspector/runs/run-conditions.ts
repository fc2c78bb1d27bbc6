import "server-only";
/** The filters of the list of runs as a condition on `run`. */
import {
  type DeviationBand,
  HIGH_DEVIATION,
  type RunFilters,
} from "../../../contracts/inspector/runs/run-query.ts";
import { Prisma } from "../../generated/client.ts";

/** True of the runs that fit all filters. All messages with the words are found at once, and then the runs of them. */
export function conditionOf(filters: RunFilters): Prisma.Sql {
  const { q } = filters;
  if (!q) return conditionBesideWords(filters);
  return Prisma.sql`${conditionBesideWords(filters)} AND (run.user_message_id IN (${messagesWith(q, "user")})
    OR run.answer_message_id IN (${messagesWith(q, "assistant")}))`;
}

/** The same of runs that go on: they are few, so only their own messages are looked at. */
export function runningConditionOf(filters: RunFilters): Prisma.Sql {
  const { q } = filters;
  const running = Prisma.sql`run.status = 'running' AND ${conditionBesideWords(filters)}`;
  if (!q) return running;
  return Prisma.sql`${running} AND (EXISTS (${messagesWith(q, "user")} AND message.id = run.user_message_id)
    OR EXISTS (${messagesWith(q, "assistant")} AND message.id = run.answer_message_id))`;
}

function conditionBesideWords(filters: RunFilters): Prisma.Sql {
  const { status, agent, tool, deviation, kind, policy, from, to, person } = filters;
  const all = [Prisma.sql`true`];
  // First and alone, so that the index on it can begin and end at these places.
  if (from) all.push(Prisma.sql`run.started_at >= ${new Date(from)}`);
  if (to) all.push(Prisma.sql`run.started_at < ${new Date(to)}`);
  if (status) all.push(Prisma.sql`run.status = ${status}`);
  if (agent) all.push(tookPart("agent", agent));
  if (tool) all.push(tookPart("tool", tool));
  if (deviation) all.push(DEVIATION[deviation]);
  if (kind) all.push(Prisma.sql`run.marks @> ARRAY[${`deviation:${kind}`}]`);
  if (policy === "undecided")
    all.push(Prisma.sql`run.policy_outcome IS NULL AND run.status <> 'running'`);
  else if (policy) all.push(Prisma.sql`run.policy_outcome = ${policy}`);
  if (person) {
    all.push(Prisma.sql`run.user_id IN (SELECT id FROM "user"
      WHERE strpos(lower(name), lower(${person})) > 0 OR strpos(lower(email), lower(${person})) > 0)`);
  }
  return Prisma.join(all, " AND ");
}

/** The expression and the role are those of the indices `message_asked` and `message_answered`. */
function messagesWith(q: string, role: "user" | "assistant"): Prisma.Sql {
  const ofRole = role === "user" ? Prisma.sql`role = 'user'` : Prisma.sql`role = 'assistant'`;
  return Prisma.sql`SELECT id FROM message WHERE ${ofRole}
    AND to_tsvector('simple', left(content, 100000)) @@ websearch_to_tsquery('simple', ${q})`;
}

const DEVIATION: Record<DeviationBand, Prisma.Sql> = {
  "no-plan": Prisma.sql`run.deviation IS NULL AND run.status <> 'running'`,
  none: Prisma.sql`run.deviation = 0`,
  slight: Prisma.sql`run.deviation > 0 AND run.deviation < ${HIGH_DEVIATION}`,
  high: Prisma.sql`run.deviation >= ${HIGH_DEVIATION}`,
};

/** Marks are written when a run ends; one that goes on is known by its log. */
function tookPart(kind: "agent" | "tool", name: string): Prisma.Sql {
  return Prisma.sql`(run.marks @> ARRAY[${`${kind}:${name}`}] OR (run.status = 'running' AND EXISTS (
    SELECT 1 FROM run_event AS e WHERE e.run_id = run.id AND e.type = 'hop.started'
      AND e.payload->>'kind' = ${kind} AND e.payload->>'nodeId' = ${name})))`;
}
