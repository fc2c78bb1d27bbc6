/** Takes whole turns for the coordinator's tests: created in the database, run against a model over HTTP, stored. */
import "server-only";
import { expect } from "vitest";
import { demoModelControl } from "../../../e2e/fixtures/demo-model-control.ts";
import type { Actor } from "../../access/actor.ts";
import type { AgentRegistry } from "../../agents/create-registry.ts";
import { REGISTRY } from "../../agents/registry.ts";
import type { LogEventBody, LogEventType } from "../../contracts/run/log-event.ts";
import { startClock } from "../../contracts/run/run-clock.ts";
import type { RunResult } from "../../contracts/run/run-work.ts";
import { saveMadeFiles } from "../../db/attachments/save-made-files.ts";
import { chooseVersion } from "../../db/conversations/choose-version.ts";
import { finishRun } from "../../db/runs/finish/finish-run.ts";
import { createPerson, LEASE_OWNER, NO_LIMITS, newTurn } from "../../db/testing/turn-fixtures.ts";
import { type CreateTurn, createTurn } from "../../db/turns/create-turn.ts";
import type { CreatedTurn } from "../../db/turns/created-turn.ts";
import { createContinuing, createRetry } from "../../db/turns/replace/replace-answer.ts";
import { settings } from "../../env/settings.ts";
import { throughGlass } from "../../glass/through-glass.ts";
import { RunLog } from "../../runs/run-log.ts";
import { runTurn } from "../run-turn.ts";
import { type Prompt, toPrompt } from "./read-prompts.ts";

export type TakenTurn = {
  runId: string;
  conversationId: string;
  userMessageId: string;
  answerMessageId: string;
  answer: string;
  /** The whole log, in order. */
  events: LogEventBody[];
  of<Type extends LogEventType>(type: Type): Extract<LogEventBody, { type: Type }>[];
  result: RunResult;
  /** Every request that the model received during this turn, oldest first. */
  prompts: Prompt[];
};

/** A person in a conversation of their own; `say` takes a turn. */
export type Talk = {
  actor: Actor;
  conversationId(): string;
  say(text: string, more?: Partial<CreateTurn>): Promise<TakenTurn>;
  /** Asks the question of an earlier turn anew, in other words. */
  edit(turn: TakenTurn, text: string): Promise<TakenTurn>;
  /** Answers a turn anew; the newest where none is named. */
  retry(turn?: TakenTurn): Promise<TakenTurn>;
  /** Shows the version of a turn's question or answer, with what was behind it. */
  show(turn: TakenTurn): Promise<void>;
  /** Continues the newest answer. */
  goOn(): Promise<TakenTurn>;
};

export const modelControl = () => demoModelControl(settings().OPENAI_BASE_URL ?? "");

/** @param registry the agents to plan with */
export async function newTalk(registry: AgentRegistry = REGISTRY): Promise<Talk> {
  // By the default policies only some roles may change the directory.
  const actor = await createPerson("admin");
  let conversationId: string | null = null;
  let answerMessageId = "";
  const replace = async (
    create: typeof createRetry | typeof createContinuing,
    turn?: TakenTurn,
  ) => {
    const given = {
      agentId: registry.fallback.id,
      leaseOwner: LEASE_OWNER,
      leaseMs: 15_000,
      limits: NO_LIMITS,
    };
    const replaced = turn?.answerMessageId ?? answerMessageId;
    const begun = await create(actor, { answerMessageId: replaced, ...given });
    if (!begun.ok) throw new Error(begun.reason);
    const taken = await workOut(actor, begun.turn, begun.replacedRunId, registry);
    ({ answerMessageId } = taken);
    return taken;
  };
  return {
    actor,
    conversationId: () => conversationId ?? "",
    async say(text, more) {
      const turn = await takeTurn(actor, { conversationId, text, ...more }, registry);
      ({ conversationId, answerMessageId } = turn);
      return turn;
    },
    async edit({ userMessageId: editedId }, text) {
      const turn = await takeTurn(actor, { conversationId, text, editedId }, registry);
      ({ answerMessageId } = turn);
      return turn;
    },
    async show({ answerMessageId: messageId }) {
      await chooseVersion(actor, { conversationId: conversationId ?? "", messageId });
    },
    retry: (turn) => replace(createRetry, turn),
    goOn: () => replace(createContinuing),
  };
}

async function takeTurn(
  actor: Actor,
  input: Partial<CreateTurn>,
  registry: AgentRegistry,
): Promise<TakenTurn> {
  const begun = await createTurn(actor, newTurn(input));
  if (!begun.ok || begun.repeated) throw new Error("the turn did not begin");
  return workOut(actor, begun.turn, null, registry);
}

async function workOut(
  actor: Actor,
  begun: CreatedTurn,
  replacedRunId: string | null,
  registry: AgentRegistry,
): Promise<TakenTurn> {
  const before = (await modelControl().requests()).length;
  const { runId, userMessageId, answerMessageId, conversationId } = begun;
  const log = new RunLog(runId, answerMessageId, () => undefined);
  if (begun.continued) log.emitText(begun.continued.text);
  const { end, ...seen } = throughGlass(
    {
      appendEvent: (body) => log.appendEvent(body),
      emitText: (text) => log.emitText(text),
      answer: () => log.text,
    },
    log.text,
  );
  const result = await runTurn(
    begun,
    {
      ...seen,
      emitStatus: (status, position) => log.emitStatus(status, position),
      turn: { runId, userId: actor.userId },
      clock: startClock(),
      persistChanges: async () => undefined,
      persistCalls: async () => undefined,
      keepFiles: (files, hopRef) => saveMadeFiles({ runId }, hopRef, files),
      signal: new AbortController().signal,
    },
    replacedRunId,
    registry,
  );
  end();
  const { ending, reason } = result;
  const events = log.end({ type: "run.ended", ending, reason });
  const finished = {
    runId,
    userId: actor.userId,
    leaseOwner: LEASE_OWNER,
    answer: log.text,
    events,
  };
  if (!(await finishRun({ ...result, ...finished })))
    throw new Error("the turn's end was not stored");
  const bodies = events.map(({ body }) => body);
  const sent = (await modelControl().requests()).slice(before);
  const turn: TakenTurn = {
    runId,
    conversationId,
    userMessageId,
    answerMessageId,
    answer: log.text,
    events: bodies,
    of: (type) => bodies.filter((body): body is never => body.type === type),
    result,
    prompts: sent.map(({ body }) => toPrompt(body)),
  };
  expectSound(turn);
  return turn;
}

/** One root; every other hop has a parent that started before it; every hop ends; nothing shows before the plan. */
function expectSound({ of, events }: TakenTurn): void {
  const hops = of("hop.started");
  const known = new Set<string | null>([null]);
  for (const { hopRef, parentRef } of hops) {
    expect(known, `parent of ${hopRef}`).toContain(parentRef);
    known.add(hopRef);
  }
  expect(hops.filter(({ parentRef }) => parentRef === null)).toHaveLength(1);
  expect(
    of("hop.ended")
      .map(({ hopRef }) => hopRef)
      .toSorted(),
  ).toEqual(hops.map(({ hopRef }) => hopRef).toSorted());
  const frozenAt = events.findIndex(({ type }) => type === "plan.frozen");
  const isRest = of("run.continued").length > 0;
  // The text so far stands before everything else.
  const early = events.slice(isRest ? 1 : 0, frozenAt).filter(isSeenOrDone);
  expect(early, "before the plan stood").toEqual([]);
}

/** True for output to the person and for tool execution. The status "thinking" reveals nothing. */
function isSeenOrDone(body: LogEventBody): boolean {
  if (body.type === "status.changed") return body.status !== "thinking" && body.status !== "queued";
  return body.type === "answer.delta" || body.type === "tool.called";
}
