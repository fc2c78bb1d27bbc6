import "server-only";
/** A call of the general agent that waits for the person's word, and the same call once the word is given. */
import { z } from "zod";
import type { ApprovalDecision, PendingApproval } from "../../contracts/hop-decision.ts";
import { sanitise } from "../../hidden-state/sanitise.ts";
import type { ModelToolCall } from "../../llm/model-types.ts";
import type { LoopEnd } from "../loop-types.ts";

const Resume = z.strictObject({ id: z.string(), name: z.string(), arguments: z.string() });

type Waiting = Extract<LoopEnd, { kind: "awaits-approval" }>;

/** A plain question: the tool in words, without its arguments. */
export function toPending({ tool, call }: Waiting): PendingApproval {
  const what = (tool.description.split(/[.\n]/, 1)[0] ?? "").trim().toLowerCase();
  const { id, name } = call;
  const resume = { id, name, arguments: sanitise(call.arguments).value };
  return { question: `This would change something: ${what}. Shall I go on?`, tool: name, resume };
}

/** The call to run first; none where the person declined, or nothing was asked. */
export function approvedCall(approval: ApprovalDecision | null): ModelToolCall | undefined {
  if (approval?.decision !== "approved") return undefined;
  const parsed = Resume.safeParse(approval.resume);
  return parsed.success ? parsed.data : undefined;
}
