/** The last check of each connection, reused for ten seconds, so that frequent questions send few requests. */
import "server-only";
import type { ConnectionCheck } from "../../contracts/model/connection-check.ts";
import { processWide } from "../../env/process-wide.ts";
import type { ModelConnection } from "../connections/model-connection.ts";
import { MODEL_CHECK_CACHED_MS } from "../limits.ts";
import { forgetTry, recheckConnection } from "./check-connection.ts";

type Kept = { check: Promise<ConnectionCheck>; until: number };

const checks = processWide<WeakMap<ModelConnection, Kept>>("model-checks", () => new WeakMap());

/** Never rejects. */
export function lastCheck(connection: ModelConnection): Promise<ConnectionCheck> {
  const kept = checks().get(connection);
  if (kept && kept.until > performance.now()) return kept.check;
  const check = recheckConnection(connection);
  checks().set(connection, { check, until: performance.now() + MODEL_CHECK_CACHED_MS });
  return check;
}

/** The next question asks the server. */
export function forgetCheck(connection: ModelConnection): void {
  checks().delete(connection);
  forgetTry(connection);
}
