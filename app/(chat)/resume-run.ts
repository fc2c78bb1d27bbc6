/** Goes on with a run that another process began: its turn is gone through again, with its log (decision 65). */
import "server-only";
import { readJournal } from "@/lib/agents/loop/read-journal.ts";
import { nameConversation } from "@/lib/coordinator/name-conversation.ts";
import { runTurn } from "@/lib/coordinator/run-turn.ts";
import type { TakenRun } from "@/lib/db/runs/lease/take-over-run.ts";
import { loadTurn } from "@/lib/db/turns/load-turn.ts";
import { settings } from "@/lib/env/settings.ts";
import { executeRun } from "@/lib/runs/execute-run.ts";
import { runRegistry } from "@/lib/runs/run-registry.ts";
import { readHead } from "@/lib/runs/takeover/log-head.ts";

export async function resumeRun({ id, events, chain, isToStop }: TakenRun): Promise<void> {
  const { BUDGET_PERSON_DAY, BUDGET_PERSON_MONTH } = settings();
  const loaded = await loadTurn(id, {
    maxSpentToday: BUDGET_PERSON_DAY ?? null,
    maxSpentThisMonth: BUDGET_PERSON_MONTH ?? null,
  });
  if (!loaded) return;
  const { turn, replacedRunId } = loaded;
  executeRun(
    { ...turn, soFar: turn.continued?.text, head: readHead(events, chain) },
    (ports) => runTurn(turn, { ...ports, journal: readJournal(events) }, replacedRunId),
    () => void nameConversation(id),
  );
  if (isToStop) runRegistry().runs.get(id)?.abort.abort("stopped");
}
