/** Memory policy `remote-conversation`: reads at which conversation of a service an agent is, and stores where it went on. */
import "server-only";
import type { NewHiddenState, QuarantinedState } from "../../contracts/run/run-work.ts";
import { decodeRemoteState, FORGED } from "../../hidden-state/decode-stored-state.ts";
import { measureState } from "../../hidden-state/pack-general-state.ts";
import type { UsersState } from "../../hidden-state/state-schemas.ts";
import type { AgentTask } from "../agent.ts";

const LEFT = "an exchange left memory, and the service has not confirmed it: it begins anew";

export function recallConversation(task: AgentTask): {
  stored: UsersState | null;
  quarantined: QuarantinedState[];
} {
  const { memory, trace, ports } = task;
  const { stored } = memory.own;
  const agentId = task.agent.id;
  const version = stored?.version ?? 0;
  const check = stored && (stored.isForged ? FORGED : decodeRemoteState(stored.state));
  const finding = check && !check.ok ? check.reason : null;
  // The service may still remember an exchange that has left memory.
  const isLeft = check?.ok === true && memory.own.isServiceBehind === true;
  const found = isLeft ? LEFT : finding;
  const hopRef = trace.hop.ref;
  ports.appendEvent({ type: "state.loaded", hopRef, agentId, version, finding: found });
  return {
    stored: check?.ok && !isLeft ? check.state : null,
    quarantined: finding === null ? [] : [{ agentId, version, reason: finding }],
  };
}

export function rememberConversation(
  { agent, memory, trace, ports }: AgentTask,
  state: UsersState,
): NewHiddenState {
  const bytes = measureState(state);
  const saved = { agentId: agent.id, version: memory.own.nextVersion, bytes };
  ports.appendEvent({ type: "state.saved", hopRef: trace.hop.ref, ...saved, exchangesPruned: 0 });
  return { ...saved, state };
}
