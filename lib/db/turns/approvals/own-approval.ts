/** Whether the application asked what is stored as a question to a person, and whether they decided on it as is stored. */
import "server-only";
import {
  type ApprovalDecided,
  type ApprovalFacts,
  isSignedApproval,
  signApproval,
} from "../../../audit/crypto/approval-mac.ts";
import { isRecord } from "../../../contracts/read-json.ts";
import { foundAt, recordFinding } from "../../audit/found/trail-findings.ts";
import {
  type ApprovalRow,
  digestApproval,
  digestResume,
  isBlank,
} from "../../audit/runs/left-rows.ts";
import { presentRowKey, rowKeys } from "../../audit/trail-keys.ts";

/** As the table names its columns. `userId`: of its run; `decided`: null while it waits. */
export type MaybeOwnApproval = ApprovalRow & {
  conversation_id: string;
  run_id: string;
  userId: string;
  decided: ApprovalDecided | null;
};

/** `earlier`: of a version that signed none. */
export type ApprovalVerdict = "own" | "earlier" | "forged";

/** @param mayLackMac whether there may be questions without a MAC, see `areSigned` */
export function judgeApproval(
  approval: MaybeOwnApproval & { mac: Uint8Array | null },
  mayLackMac: boolean,
): ApprovalVerdict {
  const { mac } = approval;
  // What retention has wiped runs nothing.
  if (isBlank(approval)) return "own";
  if (!mac) return mayLackMac ? "earlier" : "forged";
  try {
    const isSigned = (isEarlier: boolean) =>
      isSignedApproval(rowKeys(), factsOf(approval, isEarlier), mac);
    if (isSigned(false)) return "own";
    return isSigned(true) ? "earlier" : "forged";
  } catch {
    // Such as one that has no canonical JSON.
    return "forged";
  }
}

/** @param verdict of what is stored: what is from before stays so */
export function signJudged(approval: MaybeOwnApproval, verdict: ApprovalVerdict): Buffer {
  return signApproval(presentRowKey(), factsOf(approval, verdict === "earlier"));
}

/** A question that is not as it was asked is a finding, by its run. Does not wait for its row. */
export function tellForgedApproval(runId: string): void {
  void recordFinding(foundAt("approval-forged", { runId }));
}

function factsOf(approval: MaybeOwnApproval, isEarlier: boolean): ApprovalFacts {
  return {
    approvalId: approval.id,
    conversationId: approval.conversation_id,
    runId: approval.run_id,
    userId: approval.userId,
    askedSha256: digestApproval(approval),
    resumeSha256: digestResume(approval),
    isEarlier,
    decided: approval.decided,
  };
}

type Waiting = { resume: unknown; suspendedPlan?: unknown };

/** Nobody knows who wrote the origins of a call from before: they count as those that were never kept. */
export function withoutOrigins<Some extends Waiting>(waiting: Some): Some {
  const { resume, suspendedPlan } = waiting;
  return {
    ...waiting,
    resume: withoutOrigin(resume),
    suspendedPlan: withoutPlanOrigins(suspendedPlan),
  };
}

function withoutPlanOrigins(plan: unknown): unknown {
  if (!isRecord(plan)) return plan;
  const { origin: _, results, ...kept } = plan;
  return { ...kept, results: Array.isArray(results) ? results.map(withoutOrigin) : results };
}

function withoutOrigin(value: unknown): unknown {
  if (!isRecord(value)) return value;
  const { origin: _, ...kept } = value;
  return kept;
}
