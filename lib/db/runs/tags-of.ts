/** Derives a run's search tags: its agents and tools, and its deviations from the plan. */
import "server-only";
import { z } from "zod";
import type { RunArtifacts } from "../../contracts/run/run-work.ts";

/** The part of a score that tags are made from. */
const Detail = z.object({
  steps: z.array(z.object({ class: z.array(z.string()) })),
  unplanned: z.array(z.unknown()),
  findings: z.array(z.object({ kind: z.string(), severity: z.string() })),
});

/** A context state whose agent says why it cannot go on. */
const Blocked = z.object({ context_state: z.object({ blocked: z.string().min(1) }) });

const TAKING_PART = new Set(["agent", "tool"]);

/**
 * @returns sorted, each once: `agent:<id>`, `tool:<name>`, `deviation:<class of a step>`,
 *   `deviation:unplanned`, `deviation:<kind of a finding>` for what has to be looked at, and `outcome:blocked` where
 *   an agent's context state says that its work cannot go on
 */
export function tagsOf({
  nodeHistory,
  deviation,
  newStates,
}: Pick<RunArtifacts, "nodeHistory" | "deviation" | "newStates">): string[] {
  const tags = nodeHistory
    .filter(({ kind }) => TAKING_PART.has(kind))
    .map(({ kind, nodeId }) => `${kind}:${nodeId}`);
  const score = Detail.safeParse(deviation?.detail);
  if (score.success) tags.push(...deviationTags(score.data));
  if (newStates.some(({ state }) => Blocked.safeParse(state).success)) tags.push("outcome:blocked");
  return [...new Set(tags)].sort();
}

function deviationTags({ steps, unplanned, findings }: z.infer<typeof Detail>): string[] {
  const classes = steps.flatMap((step) => step.class).filter((name) => name !== "ok");
  if (unplanned.length > 0) classes.push("unplanned");
  const kinds = findings.filter(({ severity }) => severity !== "info").map(({ kind }) => kind);
  return [...classes, ...kinds].map((name) => `deviation:${name}`);
}
