/** Asks the service for the trace of a run, by the conversations of the service that the stored states name. */
import "server-only";
import { z } from "zod";
import { askServiceTrace, type ServiceTrace } from "./ask-service-trace.ts";

const RemoteState = z.object({ ums_conversation_id: z.guid() });

/**
 * Call it only after the operator's read is audited. The newest conversation that the run knew is the one that answered.
 * @param states stored states, oldest first
 * @returns null where the service reports nothing
 */
export async function askServiceOf(
  states: readonly { state: unknown }[],
  runId: string,
): Promise<ServiceTrace | null> {
  const ids = states.flatMap(({ state }) => RemoteState.safeParse(state).data ?? []);
  for (const { ums_conversation_id: id } of ids.toReversed()) {
    const trace = await askServiceTrace(id, runId);
    if (trace) return trace;
  }
  return null;
}
