/** Goes on with a turn at every place of its log, as another process does after the first one died there. */
import "server-only";
import { readJournal } from "../../agents/loop/read-journal.ts";
import { foldAnswer } from "../../contracts/run/fold-answer.ts";
import type { LogEvent, LogEventBody } from "../../contracts/run/log-event.ts";
import { startClock } from "../../contracts/run/run-clock.ts";
import type { RunResult } from "../../contracts/run/run-work.ts";
import { saveMadeFiles } from "../../db/attachments/save-made-files.ts";
import { db } from "../../db/client.ts";
import { appendRunEvents } from "../../db/runs/append-run-events.ts";
import { takeOverRun } from "../../db/runs/lease/take-over-run.ts";
import { type Chain, NEW_CHAIN, type SignedEvent } from "../../db/runs/signed-event.ts";
import type { CreatedTurn } from "../../db/turns/created-turn.ts";
import { type LoadedTurn, loadTurn } from "../../db/turns/load-turn.ts";
import { RunLog } from "../../runs/run-log.ts";
import { catchUp, directText } from "../../runs/takeover/catch-up.ts";
import { type LogHead, readHead } from "../../runs/takeover/log-head.ts";
import { runTurn } from "../run-turn.ts";
import { modelControl } from "./take-turns.ts";

const DEAD = "dead-process";
const NEXT = "next-process";

export type Work = {
  /** What this process appended. */
  events: SignedEvent[];
  answer: string;
  result: RunResult;
  /** Calls that reached the model. */
  modelCalls: number;
};

/** Works on a turn and stores nothing of its end, so that it can be worked on again. */
export async function workOn(
  turn: CreatedTurn,
  replacedRunId: string | null,
  recorded: readonly LogEvent[] = [],
  chain: Chain = NEW_CHAIN,
): Promise<Work> {
  const before = (await modelControl().requests()).length;
  const head: LogHead | null = recorded.length > 0 ? readHead(recorded, chain) : null;
  const log = new RunLog(turn.runId, turn.answerMessageId, () => undefined, head);
  const text = head ? catchUp(log, head.starts) : directText(log);
  if (turn.continued) text.emit(turn.continued.text);
  const result = await runTurn(
    turn,
    {
      appendEvent: (body) => log.appendEvent(body),
      emitStatus: (status) => log.emitStatus(status),
      clock: startClock(),
      persistChanges: async () => undefined,
      persistCalls: async () => undefined,
      keepFiles: (files, hopRef) => saveMadeFiles({ runId: turn.runId }, hopRef, files),
      emitText: (more) => text.emit(more),
      answer: () => text.read(),
      signal: new AbortController().signal,
      ...(head ? { journal: readJournal(recorded) } : {}),
    },
    replacedRunId,
  );
  text.settle(result.ending === "complete");
  const modelCalls = (await modelControl().requests()).length - before;
  return { events: log.takePending(), answer: log.text, result, modelCalls };
}

export type Resumed = Work & {
  loaded: LoadedTurn;
  /** The whole log: what was on record, the takeover, and what came then. */
  log: LogEventBody[];
};

/** @param recorded how far the log was stored when the first process died */
export async function resumeAt(runId: string, recorded: readonly SignedEvent[]): Promise<Resumed> {
  await db().runEvent.deleteMany({ where: { runId } });
  await db().run.update({ where: { id: runId }, data: { leaseOwner: DEAD } });
  await appendRunEvents(DEAD, recorded);
  const leaseUntil = new Date(Date.now() - 1_000);
  await db().run.update({ where: { id: runId }, data: { leaseUntil } });
  const taken = await takeOverRun(runId, { leaseOwner: NEXT, leaseMs: 60_000 });
  if (typeof taken === "string") throw new Error(`the run was not taken over: ${taken}`);
  const loaded = await loadTurn(runId, { maxSpentToday: null, maxSpentThisMonth: null });
  if (!loaded) throw new Error("the turn is gone");
  const work = await workOn(loaded.turn, loaded.replacedRunId, taken.events, taken.chain);
  const log = [...taken.events, ...work.events].map(({ body }) => body);
  return { ...work, loaded, log };
}

export function answerOf(log: readonly LogEventBody[]): string {
  return foldAnswer(log).text;
}
