/** Executes the run of a turn, new or taken over: the work is the coordinator's, and the process outlives the request. */
import "server-only";
import { readJournal } from "@/lib/agents/loop/read-journal.ts";
import { nameConversation } from "@/lib/coordinator/name-conversation.ts";
import { runTurn } from "@/lib/coordinator/run-turn.ts";
import type { TakenRun } from "@/lib/db/runs/lease/take-over-run.ts";
import type { LoadedTurn } from "@/lib/db/turns/load-turn.ts";
import { executeRun } from "@/lib/runs/execute-run.ts";
import { readHead } from "@/lib/runs/takeover/log-head.ts";

/** @param taken the log that another process began, if it did */
export function executeTurn(
  { turn, replacedRunId }: LoadedTurn,
  taken?: Pick<TakenRun, "events" | "chain">,
): void {
  const { runId, answerMessageId, userId, continued } = turn;
  const head = taken && readHead(taken.events, taken.chain);
  executeRun(
    { runId, answerMessageId, userId, soFar: continued?.text, head },
    (ports) => {
      const journal = taken && readJournal(taken.events);
      return runTurn(turn, { ...ports, journal }, replacedRunId);
    },
    // A conversation without a title of its own gets one behind its first whole answer.
    () => void nameConversation(runId),
  );
}
