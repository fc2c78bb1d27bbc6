/**
 * The projection from the log to how an answer was made, for its person: an allow-list, field by field. Of sources and of the
 * end it says what the public events say. Pure.
 */
import type { LogEventBody, LogEventType } from "../../run/log-event.ts";
import type { PublicApproval } from "../conversation.ts";
import { toPublicEvent } from "../to-public-event.ts";
import type { AnswerAccount, AskedOutcome } from "./answer-account.ts";

/** The only events that it is made from. */
export const MADE_FROM = [
  "run.started",
  "hop.started",
  "hop.ended",
  "execution.recorded",
  "plan.made",
  "documents.kept",
  "tool.returned",
  "sources.shown",
  "run.ended",
] as const satisfies readonly LogEventType[];

/** A question as the person was asked it: by the answer before, which this one may follow, else by this one. */
type Asked = Pick<PublicApproval, "question" | "status"> & { isFromBefore: boolean };

type Given = {
  bodies: readonly LogEventBody[];
  approvals: readonly Asked[];
  /** The name of an agent for people; null for what is none. */
  nameOf(agentId: string): string | null;
};

type Of<Type extends LogEventType> = Extract<LogEventBody, { type: Type }>;
type Ran = Of<"execution.recorded">["execution"];

export function toAnswerAccount({ bodies, approvals, nameOf }: Given): AnswerAccount {
  const of = <Type extends LogEventType>(type: Type) =>
    bodies.filter((body): body is Of<Type> => body.type === type);
  const shown = bodies.map((body) => toPublicEvent({ publicSeq: null, body }));
  const ran = of("execution.recorded").map(({ execution }) => execution);
  const followsWord = of("plan.made").some(({ plan }) => plan.source === "person");
  const carriedOut = outcomeOf(ran.filter(({ approved }) => approved));
  return {
    agents: namesOf(of("hop.started"), of("hop.ended"), nameOf),
    sources: shown.flatMap((event) => (event?.type === "sources" ? event.sources : [])),
    asked: approvals
      .filter(({ isFromBefore }) => followsWord || !isFromBefore)
      .map(({ question, status, isFromBefore }) => ({
        question,
        outcome: STATUS[status] ?? (isFromBefore ? carriedOut : "agreed"),
      })),
    unasked: changesOf(
      ran.filter(({ approved }) => !approved),
      of("hop.ended"),
    ),
    files: [...new Set([...of("documents.kept"), ...of("tool.returned")].flatMap(filesOf))],
    ending: shown.flatMap((event) => (event?.type === "end" ? event.ending : [])).at(0) ?? null,
    isKept: of("run.started").length > 0,
  };
}

/** Of an approved one, the run that followed it tells. */
const STATUS: Record<Asked["status"], AskedOutcome | null> = {
  pending: "waiting",
  declined: "declined",
  expired: "expired",
  approved: null,
};

function outcomeOf(ran: readonly Ran[]): AskedOutcome {
  if (ran.length === 0) return "unknown";
  return ran.every(({ status }) => status === "ok") ? "done" : "undone";
}

/** A call that was denied, or left to the person, did not run: its hop ended as denied. */
function changesOf(
  ran: readonly Ran[],
  ended: readonly Of<"hop.ended">[],
): AnswerAccount["unasked"] {
  const denied = new Set(
    ended.filter(({ outcome }) => outcome === "denied").map(({ hopRef }) => hopRef),
  );
  const writes = ran.filter(
    ({ writes, status, hopRef }) => writes && status !== "denied" && !denied.has(hopRef),
  );
  if (writes.some(({ status }) => status === "ok" || status === "would_deny")) return "something";
  return writes.length > 0 ? "perhaps" : "nothing";
}

/** Without those whose early work was discarded. */
function namesOf(
  started: readonly Of<"hop.started">[],
  ended: readonly Of<"hop.ended">[],
  nameOf: Given["nameOf"],
): string[] {
  const discarded = new Set(
    ended.filter(({ outcome }) => outcome === "discarded").map(({ hopRef }) => hopRef),
  );
  const worked = started.filter(({ kind, hopRef }) => kind === "agent" && !discarded.has(hopRef));
  return [...new Set(worked.flatMap(({ nodeId }) => nameOf(nodeId) ?? []))];
}

function filesOf({ files }: { files?: { name: string }[] | undefined }): string[] {
  return (files ?? []).map(({ name }) => name);
}
