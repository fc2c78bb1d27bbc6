/** A call that waits for approval and that its person changes: its fields, the check of what they wrote, and the record of it. */
import "server-only";
import { sha256Hex } from "../../agent-state/canonical-digest.ts";
import { type ChangeableCall, labelOf, listFields } from "../../agents/approvals/call-fields.ts";
import { type CallChange, changeCall } from "../../agents/approvals/change-call.ts";
import { CHANGED_VALUE_SHOWN_CHARS, MESSAGE_MAX_CHARS } from "../../contracts/limits.ts";
import type { ArgumentChange, ArgumentField } from "../../contracts/public/send-message.ts";
import {
  type ApprovalDecision,
  type ChangedCall,
  readChangedCall,
} from "../../contracts/run/hop-decision.ts";
import type { RunPorts } from "../../contracts/run/run-work.ts";
import { sanitise } from "../../hidden-state/sanitise.ts";
import * as text from "../../messages/change-call.ts";
import { loadAgents } from "../load-agents.ts";

/** As the approval has it. */
type AskedCall = { agentId: string; tool: string; resume: unknown };

/** By the tools as they are now: their schemas may have changed since the call was asked for. */
async function findCall({ agentId, ...asked }: AskedCall): Promise<ChangeableCall | null> {
  const { agents } = await loadAgents();
  const agent = agents.find(({ descriptor }) => descriptor.id === agentId);
  return agent?.pendingCall?.(asked) ?? null;
}

/** @returns null where the call cannot be changed */
export async function listCallFields(asked: AskedCall): Promise<ArgumentField[] | null> {
  const call = await findCall(asked);
  return call && listFields(call);
}

/** @returns null where a change names what is no field of the call */
export async function changePendingCall(
  asked: AskedCall,
  changes: readonly ArgumentChange[],
): Promise<CallChange | null> {
  const call = await findCall(asked);
  if (!call) return { ok: false, problems: [{ name: null, message: text.cannotChange() }] };
  return changeCall(call, changes);
}

/** The decision in words: what the conversation shows, and what the agents read. */
export function describeChange(approved: string, { changes }: ChangedCall): string {
  const each = changes.map(({ path, before, after }) =>
    text.changedValue({ label: labelOf(path), before: shown(before), after: shown(after) }),
  );
  return text.approvedChanged({ approved, changes: each.join(", ") }).slice(0, MESSAGE_MAX_CHARS);
}

/** A text in quotation marks, so that one can see where it ends. Long values are cut. */
function shown(json: string): string {
  const value: string = json.startsWith('"') ? JSON.parse(json) : json;
  const line = value.replace(/\s+/gu, " ").trim();
  const isLong = line.length > CHANGED_VALUE_SHOWN_CHARS;
  const cut = isLong ? `${line.slice(0, CHANGED_VALUE_SHOWN_CHARS).toWellFormed()}…` : line;
  return json.startsWith('"') ? `“${cut}”` : cut;
}

/** Records what the person decided, and what they changed of the call, in the log of the run that begins with it. */
export function recordDecision(
  approval: Pick<ApprovalDecision, "approvalId" | "decision" | "changed"> | null,
  { appendEvent }: Pick<RunPorts, "appendEvent">,
): void {
  if (!approval) return;
  const { approvalId, decision } = approval;
  const changes = readChangedCall(approval.changed)?.changes.map(toRecorded);
  appendEvent({ type: "approval.decided", approvalId, decision, ...(changes && { changes }) });
}

function toRecorded(change: ChangedCall["changes"][number]) {
  const { path, before, after } = sanitise(change).value;
  return { path, before, after, beforeSha256: sha256Hex(before), afterSha256: sha256Hex(after) };
}
