/** The account of the work of a run: what was asked and planned, what agents did, and what it changed. Pure. */
import "server-only";
import * as z from "zod/mini";
import { splitTool } from "../../deviation/step-target.ts";
import * as texts from "../../messages/inspector-account.ts";
import { ACCOUNT_TURNS_MAX } from "../limits.ts";
import type { AccountLog, Placed } from "./account-log.ts";
import { counted, listNames, listTimes, say, type Told, toLines } from "./say.ts";

export function tellAsked(log: AccountLog): Told[] {
  const started = log.of("run.started");
  const continued = log.of("run.continued");
  const text = continued.length > 0 ? texts.continued() : describeAsking(started);
  return say("asked", text, [...started, ...continued], log.question ? [log.question] : []);
}

function describeAsking(started: readonly Placed<"run.started">[]): string {
  const places = started.map(({ body }) => body.asked?.place);
  if (places.some((place) => (place?.answerBranch ?? 0) > 0)) return texts.askedForAnother();
  if (places.some((place) => (place?.questionBranch ?? 0) > 0)) return texts.askedInOtherWords();
  // A withheld list says nothing of its length.
  const hasFiles = started.some(({ body }) => isFilled(body.asked?.files.value));
  return hasFiles ? texts.askedWithFiles() : texts.asked();
}

function isFilled(list: unknown): boolean {
  return Array.isArray(list) && list.length > 0;
}

export function tellPlanned(log: AccountLog): Told[] {
  const plans = log.of("plan.made");
  const [first] = plans;
  const changes = counted(plans.length - 1);
  const end = plans.length > 1 ? texts.planChanged(changes) : ".";
  const routes = log.of("route.chosen");
  const agents = listNames(routes.map(({ body }) => log.nameOf(body.agentId)));
  return [
    ...(first ? say("planned", describePlan(first, log) + end, plans) : []),
    ...say("planned", texts.routed({ agents }), routes),
  ];
}

function describePlan({ body: { plan } }: Placed<"plan.made">, log: AccountLog): string {
  const by = plan.steps.map(({ agentId, target }) => log.nameOf(agentId ?? target));
  const agents = listNames(by);
  if (plan.source === "unplanned" || plan.source === "safe-choice")
    return texts.unplanned({ agents });
  const steps = { ...counted(plan.steps.length), agents };
  return plan.source === "person" ? texts.plannedByPerson(steps) : texts.planned(steps);
}

type Call = Placed<"tool.called"> | Placed<"tool.returned">;
type Turn = {
  agent: string;
  started: Placed<"hop.started">;
  ended: Placed<"hop.ended"> | undefined;
  calls: Call[];
};

/** The turns of agents in the order in which they began; beyond a few, the rest in one sentence. */
export function tellDid(log: AccountLog): Told[] {
  const calls = [...log.of("tool.called"), ...log.of("tool.returned")];
  const byAgent = Map.groupBy<number | null, Call>(
    calls,
    ({ body }) => log.agentAround(body.hopRef)?.seq ?? null,
  );
  const ends = Map.groupBy(log.of("hop.ended"), ({ body }) => body.hopRef);
  const turns: Turn[] = log.of("hop.started").flatMap((started) => {
    const { kind, nodeId, hopRef } = started.body;
    if (kind !== "agent") return [];
    const ended = ends.get(hopRef)?.find(({ seq }) => seq > started.seq);
    return [{ agent: log.nameOf(nodeId), started, ended, calls: byAgent.get(started.seq) ?? [] }];
  });
  const alone = byAgent.get(null) ?? [];
  const room = ACCOUNT_TURNS_MAX - Math.min(alone.length, 1);
  const own = turns.length > room ? room - 1 : turns.length;
  return [
    ...turns.slice(0, own).flatMap((turn) => say("did", describeTurn(turn, log), citesOf([turn]))),
    ...tellMoreTurns(turns.slice(own), log),
    ...say(
      "did",
      `${texts.callsOfNoAgent({ calls: listCalls(alone) })}${failuresOf(alone, log)}.`,
      alone,
    ),
  ];
}

function describeTurn({ agent, ended, calls }: Turn, log: AccountLog): string {
  if (ended?.body.outcome === "discarded") return `${texts.beganEarly({ agent })}.`;
  const named = listCalls(calls);
  const did = named === "" ? texts.didAlone({ agent }) : texts.didCalls({ agent, calls: named });
  const open = log.isOver ? texts.endedNowhere() : texts.stillWorking();
  return `${did}${ended ? ENDS[ended.body.outcome]() : open}${failuresOf(calls, log)}.`;
}

const ENDS: Record<Placed<"hop.ended">["body"]["outcome"], () => string> = {
  ok: texts.endedOk,
  failed: texts.endedFailed,
  denied: texts.endedDenied,
  stopped: texts.endedStopped,
  discarded: texts.endedStopped,
};

function tellMoreTurns(turns: readonly Turn[], log: AccountLog): Told[] {
  const calls = turns.flatMap((turn) => turn.calls);
  const agents = listNames(turns.map(({ agent }) => agent));
  const named = listCalls(calls);
  const more = named === "" ? "" : texts.withCalls({ calls: named });
  const text = texts.moreTurns({ ...counted(turns.length), agents });
  return say("did", `${text}${more}${failuresOf(calls, log)}.`, citesOf(turns));
}

function citesOf(turns: readonly Turn[]) {
  return turns.flatMap(({ started, ended, calls }) => [
    started,
    ...(ended ? [ended] : []),
    ...calls,
  ]);
}

/** By their starts; a call whose start is missing counts by its end. */
function listCalls(calls: readonly Call[]): string {
  const began = new Set(calls.map(({ body }) => (body.type === "tool.called" ? idOf(body) : "")));
  const named = calls.filter(({ body }) => body.type === "tool.called" || !began.has(idOf(body)));
  return listTimes(named.map(({ body }) => body.tool));
}

function idOf({ hopRef, toolCallId }: Call["body"]): string {
  return JSON.stringify([hopRef, toolCallId]);
}

function failuresOf(calls: readonly Call[], { left }: AccountLog): string {
  const isLeft = ({ body }: Call) => left.has(body.hopRef);
  const waiting = calls.filter(isLeft).map(({ body }) => splitTool(body.tool).name);
  const failed = calls.filter(
    (call) => call.body.type === "tool.returned" && call.body.outcome !== "ok" && !isLeft(call),
  ).length;
  return [
    failed === 0 ? "" : texts.callsFailed(counted(failed)),
    waiting.length === 0 ? "" : texts.callsLeft({ calls: listNames(waiting) }),
  ].join("");
}

const NamedFile = z.looseObject({ name: z.string() });

/** What the run changed outside of the conversation, and the files that it left. */
export function tellChanged(log: AccountLog): Told[] {
  const writes = log.of("execution.recorded").filter(({ body }) => body.execution.writes);
  // What was left to the person, or denied, did not run.
  const ran = writes.filter(({ left, body }) => !left && body.execution.status !== "denied");
  const isDone = ({ body: { execution } }: (typeof ran)[number]) =>
    execution.status === "ok" || execution.status === "would_deny";
  const done = ran.filter(isDone);
  const undone = ran.filter((record) => !isDone(record));
  const kept = log.of("documents.kept");
  const made = log.of("tool.returned").filter(({ body }) => body.files !== undefined);
  const files = [...kept, ...made];
  const said = [
    ...(done.length > 0 ? [texts.changedOutside({ calls: targetsOf(done) })] : []),
    ...(undone.length > 0 ? [texts.mayHaveChanged({ calls: targetsOf(undone) })] : []),
  ];
  const written = files.flatMap(({ body }) =>
    body.files ? [toLines(body.files, NamedFile, ({ name }) => name)] : [],
  );
  return [
    ...say("changed", said.join(" "), ran),
    ...say("changed", texts.filesKept(), files, written),
  ];
}

export function targetsOf(records: readonly Placed<"execution.recorded">[]): string {
  return listTimes(records.map(({ body }) => body.execution.target));
}
