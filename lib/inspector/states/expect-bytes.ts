import "server-only";
/** How large the seeds say an agent's hidden state is (ADR-004, "State Size Analysis"). */
import { SEED_STATE_BYTES } from "../../hidden-state/measure-state.ts";

/** Between the seeds' figures on a line, and beyond the last one as steep. @returns null where they have none */
export function expectBytes(agentId: string, calls: number): number | null {
  if (agentId === "users") return SEED_STATE_BYTES.users.always;
  if (agentId !== "general") return null;
  const { initial, after5Calls, after20Calls } = SEED_STATE_BYTES.general;
  if (calls <= 5) return Math.round(initial + ((after5Calls - initial) * calls) / 5);
  return Math.round(after5Calls + ((after20Calls - after5Calls) * (calls - 5)) / 15);
}
