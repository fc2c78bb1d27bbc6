/** Runs turns of the users agent against the service, for tests. */
import "server-only";
import { randomUUID } from "node:crypto";
import { recordHops } from "../../agents/record-hops.ts";
import type { StepLinks } from "../../agents/task-parts.ts";
import { testIdentity, testRun } from "../../agents/testing/agent-task.ts";
import { openTestGateway } from "../../agents/testing/open-test-gateway.ts";
import { runUsersTurn } from "../../agents/users/run-users-turn.ts";
import type { UsersTurn, UsersTurnResult } from "../../agents/users/users-turn.ts";
import type { ApprovalDecision } from "../../contracts/run/hop-decision.ts";
import { settings } from "../../env/settings.ts";
import type { Ums } from "./provide-ums.ts";

type Given = Partial<Pick<UsersTurn, "stored" | "isShared" | "approval" | "service">> & {
  steps?: StepLinks;
  signal?: AbortSignal;
  role?: string;
};

/** The settings that a caller needs to be authorised. */
export function serviceOf(ums: Ums): UsersTurn["service"] {
  return {
    baseUrl: ums.server().url,
    serviceKey: settings().UMS_SERVICE_KEY,
    stateKey: settings().AGENT_STATE_KEY,
    maxMs: 20_000,
  };
}

export async function usersTurn(ums: Ums, text: string, given: Given = {}) {
  const run = testRun(given.signal);
  const { ports, events, answer } = run;
  const who = testIdentity();
  const hops = recordHops(who.runId, ports.appendEvent);
  const coordinator = hops.start({ kind: "coordinator", nodeId: "coordinator", parent: null });
  coordinator.describe({ role: given.role ?? "admin" });
  const hop = hops.start({ kind: "agent", nodeId: "users", parent: coordinator });
  hop.enrich({ origins: ["person"] });
  const result = await runUsersTurn({
    who,
    stored: given.stored ?? null,
    isShared: given.isShared ?? false,
    text,
    approval: given.approval ?? null,
    trace: { hop, hops },
    ports,
    governance: { gateway: openTestGateway(hops, ports.appendEvent), steps: given.steps },
    service: { ...serviceOf(ums), ...given.service },
  });
  const conversationId = result.state?.ums_conversation_id ?? null;
  return { ...result, conversationId, answer: answer(), events };
}

export const stateOf = ({ state }: UsersTurnResult) => state ?? { ums_conversation_id: "" };

export const approve = (result: UsersTurnResult): ApprovalDecision => ({
  approvalId: randomUUID(),
  decision: "approved",
  resume: result.approval?.resume,
});
