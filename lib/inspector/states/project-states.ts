/** Decodes stored hidden state before and after a run. */
import "server-only";
import type { AgentRegistry } from "../../agents/create-registry.ts";
import { REGISTRY } from "../../agents/registry.ts";
import type { AgentStates, InspectedState } from "../../contracts/inspector/run/inspected-run.ts";
import type { StateFigures } from "../../contracts/inspector/run/state-inspection.ts";
import type { StoredStateVersion } from "../../db/inspector/states/read-states.ts";
import * as text from "../../messages/inspector-findings.ts";
import type { PayloadAccess } from "../payload-access.ts";
import { toPayload, toSize } from "../to-payload.ts";

/** One entry per agent: its newest version from before the run, and the newest that the run stored. */
export function projectStates(
  stored: readonly StoredStateVersion[],
  runId: string,
  access: PayloadAccess,
  registry: AgentRegistry = REGISTRY,
): AgentStates[] {
  const agents = new Map<string, AgentStates>();
  for (const version of stored) {
    const { agentId } = version;
    const states = agents.get(agentId) ?? { agentId, before: null, after: null };
    if (version.runId === runId) states.after = projectState(registry, version, access);
    else states.before = projectState(registry, version, access);
    agents.set(agentId, states);
  }
  return [...agents.values()];
}

function projectState(
  registry: AgentRegistry,
  stored: StoredStateVersion,
  access: PayloadAccess,
): InspectedState {
  const decoded = registry.decode(stored.agentId, stored.state);
  return {
    ...projectFigures(stored, access),
    readable: decoded.ok,
    findings: decoded.ok
      ? decoded.findings.map(({ kind, index }) =>
          text.findingAtEntry({ finding: kind, entry: index + 1 }),
        )
      : [access.level === "full" ? decoded.reason : text.findingIsHidden()],
    value: toPayload(decoded.ok ? decoded.state : stored.state, access),
  };
}

/** What every view of a stored state says of it. */
export function projectFigures(
  stored: Omit<StoredStateVersion, "state">,
  access: PayloadAccess,
): StateFigures {
  const { quarantinedAt, quarantinedReason } = stored;
  const isOpen = access.level === "full" || quarantinedReason === null;
  const reason = isOpen ? quarantinedReason : text.findingIsHidden();
  return {
    version: stored.version,
    runId: stored.runId,
    createdAt: stored.createdAt.toISOString(),
    storedBytes: toSize(stored.bytes, access),
    quarantined: quarantinedAt && { at: quarantinedAt.toISOString(), reason },
  };
}
