/** Suspends a call of an agent's loop until the person decides, and restores it after the decision. */
import "server-only";
import { z } from "zod";
import type { Glass } from "../../contracts/model/glass.ts";
import { OpaqueParts } from "../../contracts/model/opaque-parts.ts";
import { StoredOrigin, UNKNOWN } from "../../contracts/model/origin.ts";
import {
  type ApprovalDecision,
  type PendingApproval,
  readChangedCall,
} from "../../contracts/run/hop-decision.ts";
import type { ChatMessage } from "../../hidden-state/chat-message.ts";
import { sanitise } from "../../hidden-state/sanitise.ts";
import * as text from "../../messages/answers.ts";
import type { Tool } from "../../tools/tool.ts";
import type { ChangeableCall } from "../approvals/call-fields.ts";
import { asCode, placeOf, withForeignText } from "../foreign/tell-foreign-text.ts";
import { answerCall, NOT_KNOWN } from "./answer-call.ts";
import type { ApprovedCall, LoopEnd } from "./loop-types.ts";

const Resume = z.strictObject({
  id: z.string(),
  name: z.string(),
  arguments: z.string(),
  opaque: z.optional(OpaqueParts),
  origin: z.optional(StoredOrigin),
  /** Its arguments hold hidden words, so nobody sees them to change them. */
  isHidden: z.optional(z.literal(true)),
});

type Waiting = Extract<LoopEnd, { kind: "awaits-approval" }>;

/** The question to the person. It describes the tool; of its arguments it shows only what would be opened or sent. */
export function toPending(
  { tool, call, opaque, origin, from, ...of }: Waiting,
  glass?: Glass,
): PendingApproval {
  const { id, name } = call;
  const written = { id, name, arguments: sanitise(call.arguments).value, origin };
  const isHidden = glass !== undefined && glass.pass(call.arguments) !== call.arguments;
  const resume = { ...written, ...(opaque && { opaque }), ...(isHidden && { isHidden }) };
  const asked = askedOf({ tool, from, arguments: of.arguments }, glass);
  const read = { found: of.askedForBy(asked), origins: from.origins };
  return { question: withForeignText(asked, read, glass), tool: name, resume };
}

function askedOf(
  { tool, from, arguments: args }: Pick<Waiting, "tool" | "from" | "arguments">,
  glass: Glass | undefined,
) {
  const what = (tool.description.split(/[.\n]/, 1)[0] ?? "").trim().toLowerCase();
  const address = from.addressIsKnown === false ? tool.opens?.(args) : null;
  if (address) return text.mayOpen({ address: asCode(address) });
  if (from.sendsPrivate === null) {
    // The definition of a tool is hidden; what the tool does is told.
    glass?.show(what);
    return text.mayChange({ what });
  }
  const sent = asCode(typeof args === "string" ? args : JSON.stringify(args));
  return text.maySend({ sent, place: placeOf(from.sendsPrivate) });
}

/** The call behind a question, for its person to change. */
export function pendingCall(resume: unknown, tools: readonly Tool[]): ChangeableCall | null {
  const { data: call } = Resume.safeParse(resume);
  const tool = call && tools.find(({ name }) => name === call.name);
  return tool && !call.isHidden ? { tool, arguments: call.arguments, fixed: [] } : null;
}

/** The start of a turn after a decision: the approved call, or its known result. */
type Approved = { call: ApprovedCall | undefined; before: readonly ChatMessage[] };

/** @returns an empty start if the person declined or nothing was asked */
export function approvedCall(approval: ApprovalDecision | null, tools: readonly Tool[]): Approved {
  const parsed = Resume.safeParse(approval?.decision === "approved" ? approval.resume : null);
  if (!parsed.success) return { call: undefined, before: [] };
  const { ran, changed } = approval ?? {};
  // What the person wrote stands in for what the model wrote, in the transcript too.
  const own = readChangedCall(changed);
  const call = own ? { ...parsed.data, arguments: own.arguments } : parsed.data;
  if (!ran) return { call, before: [] };
  const { result } = ran;
  if (result !== null) return { call: undefined, before: answerCall(call, result, UNKNOWN) };
  const writes = tools.find(({ name }) => name === call.name)?.policy.writes ?? true;
  return writes
    ? { call: undefined, before: answerCall(call, NOT_KNOWN, "deployment") }
    : { call, before: [] };
}
