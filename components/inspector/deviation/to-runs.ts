/** Addresses of the lists of runs behind the figures. */
import type { DeviationEntry } from "@/lib/contracts/inspector/deviation/deviation-overview.ts";
import type { DeviationClass } from "@/lib/contracts/inspector/plan/plan-inspection.ts";

type About = {
  entry?: Pick<DeviationEntry, "type" | "name">;
  class?: DeviationClass;
  /** The start of the time range; null for all time. */
  since: string | null;
};

/** An action belongs to the coordinator: no run can be found by its name. */
export function toRuns({ entry, class: name, since }: About): string {
  const query = new URLSearchParams();
  if (entry?.type === "tool") query.set("tool", nameOfTool(entry.name));
  if (entry?.type === "agent") query.set("agent", entry.name);
  if (name) query.set("kind", name);
  if (since) query.set("from", since);
  else query.set("period", "all");
  return `/admin/runs?${query}`;
}

/** Runs are found by the hop's name without its version: `name@1.0` is `name`. */
function nameOfTool(tool: string): string {
  const at = tool.lastIndexOf("@");
  return at > 0 ? tool.slice(0, at) : tool;
}
