/** The account of what is odd in a run, and of what its log cannot tell. Pure. */
import "server-only";
import { splitTool } from "../../deviation/step-target.ts";
import * as texts from "../../messages/inspector-account.ts";
import { ACCOUNT_ODDITIES_MAX } from "../limits.ts";
import type { AccountLog, Placed } from "./account-log.ts";
import { counted, formatNumber, listNames, say, type Told } from "./say.ts";

type Oddity = { seq: number; what: string };

/** The most severe first: what was forged, broken or cut stands before what was repeated. */
function listOddities(log: AccountLog): Oddity[] {
  const { nameOf } = log;
  return [
    ...note(log.of("policy.violated"), ({ rule }) => texts.memoryPolicyViolated({ rule })),
    ...note(log.of("hop.started").filter(isForged), texts.forgedSignature),
    ...note(log.of("envelope.finding"), ({ code }) => texts.envelopeFinding({ code })),
    ...note(log.of("state.loaded").filter(hasFinding), ({ agentId }) =>
      texts.stateFinding({ agent: nameOf(agentId) }),
    ),
    ...note(log.of("run.taken_over"), texts.takenOver),
    ...note(log.of("answer.restarted"), texts.answerRestarted),
    ...note(log.of("citations.invented"), texts.citationsInvented),
    ...note(log.of("model.refused"), texts.refused),
    ...note(log.of("model.answered").filter(isShort), texts.callNotAnswered),
    ...note(log.of("model.answered").filter(hasCallsInText), texts.callsInText),
    ...note(log.of("model.answered").filter(hasLeftOut), texts.callsLeftOut),
    ...note(log.of("hop.ended").filter(isFailedService(log)), texts.hopFailed),
    ...note(log.of("plan.refused"), texts.planRefused),
    ...note(log.of("context.refused"), ({ agentId }) =>
      texts.contextRefused({ agent: nameOf(agentId) }),
    ),
    ...note(log.of("run.noted"), ({ code }) => texts.noted({ code })),
    ...note(log.of("model.retried"), texts.retried),
    ...note(log.of("model.queued"), texts.queued),
  ];
}

function note<Body>(
  found: readonly { seq: number; body: Body }[],
  describe: (body: Body) => string,
): Oddity[] {
  return found.map(({ seq, body }) => ({ seq, what: describe(body) }));
}

function isForged({ body }: Placed<"hop.started">): boolean {
  return body.signature === "forged";
}

function hasFinding({ body }: Placed<"state.loaded">): boolean {
  return body.finding !== null;
}

function isShort({ body }: Placed<"model.answered">): boolean {
  return body.outcome === "failed" || body.shortfall !== undefined;
}

function hasCallsInText({ body }: Placed<"model.answered">): boolean {
  return body.callsInText === true;
}

function hasLeftOut({ body }: Placed<"model.answered">): boolean {
  return body.leftOut !== undefined;
}

/** A hop between an agent and its tools failed. Agents and calls are told by themselves. */
function isFailedService(log: AccountLog): (end: Placed<"hop.ended">) => boolean {
  const between = new Set(
    log
      .of("hop.started")
      .filter(
        ({ body: { kind } }) => kind === "coordinator" || kind === "gateway" || kind === "service",
      )
      .map(({ body }) => body.hopRef),
  );
  return ({ body }) => body.outcome === "failed" && between.has(body.hopRef);
}

/** The first kind has a sentence of its own, the others share one. */
export function tellOdd(log: AccountLog): Told[] {
  const [first, ...others] = Map.groupBy(listOddities(log), ({ what }) => what).values();
  if (!first) return [];
  const more = others.slice(0, ACCOUNT_ODDITIES_MAX).map(describeAlike);
  const rest = others.length - more.length;
  const named = rest > 0 ? [...more, texts.others(counted(rest))] : more;
  return [
    ...say("odd", texts.odd({ what: describeAlike(first) }), first),
    ...say("odd", texts.alsoOdd({ what: named.join("; ") }), others.flat()),
  ];
}

function describeAlike(alike: readonly Oddity[]): string {
  const what = alike[0]?.what ?? "";
  return alike.length === 1 ? what : texts.oddTimes({ what, number: formatNumber(alike.length) });
}

export function tellUnknown(log: AccountLog): Told[] {
  const erased = log.of("erased");
  const unreadable = log.of("unreadable");
  const answers = log.of("model.answered");
  const returned = new Set(log.of("tool.returned").map(({ body }) => body.toolCallId));
  const open = log.isOver
    ? log
        .of("tool.called")
        .filter(({ body }) => !returned.has(body.toolCallId) && !log.left.has(body.hopRef))
    : [];
  const calls = listNames(open.map(({ body }) => splitTool(body.tool).name));
  const parts = [
    ...(answers.length > 0 ? [texts.whyUnknown()] : []),
    ...(open.length > 0 ? [texts.endUnknown({ calls })] : []),
    ...(erased.length > 0 ? [texts.erasedEvents(counted(erased.length))] : []),
    ...(unreadable.length > 0 ? [texts.unreadableEvents(counted(unreadable.length))] : []),
  ];
  const text = parts.map((part) => `${part}.`).join(" ");
  return say("unknown", text, [...answers, ...open, ...erased, ...unreadable]);
}
