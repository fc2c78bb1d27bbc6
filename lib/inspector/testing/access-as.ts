/** An operator's access to the payloads of one run, for tests of projections that take it. */
import "server-only";
import { accessAt, type PayloadAccess, type PayloadLevel } from "../payload-access.ts";

export function accessAs(level: PayloadLevel, userId = "operator", runId = "run"): PayloadAccess {
  return accessAt(level, { userId }, { runIds: [runId] });
}
