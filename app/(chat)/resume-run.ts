/** Goes on with a run that another process began: its turn is gone through again, with its log (decision 65). */
import "server-only";
import type { TakenRun } from "@/lib/db/runs/lease/take-over-run.ts";
import { loadTurn } from "@/lib/db/turns/load-turn.ts";
import { settings } from "@/lib/env/settings.ts";
import { runRegistry } from "@/lib/runs/run-registry.ts";
import { executeTurn } from "./execute-turn.ts";

export async function resumeRun({ id, events, chain, isToStop }: TakenRun): Promise<void> {
  const { BUDGET_PERSON_DAY, BUDGET_PERSON_MONTH } = settings();
  const loaded = await loadTurn(id, {
    maxSpentToday: BUDGET_PERSON_DAY ?? null,
    maxSpentThisMonth: BUDGET_PERSON_MONTH ?? null,
  });
  if (!loaded) return;
  executeTurn(loaded, { events, chain });
  if (isToStop) runRegistry().runs.get(id)?.abort.abort("stopped");
}
