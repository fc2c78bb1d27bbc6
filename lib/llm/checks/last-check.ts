/** The last check of each connection, reused for ten seconds, so that frequent questions send few requests. */
import "server-only";
import type { ConnectionCheck } from "../../contracts/model/connection-check.ts";
import type { ModelConnection } from "../connections/model-connection.ts";
import { MODEL_CHECK_CACHED_MS } from "../limits.ts";
import { forgetTry, recheckConnection } from "./check-connection.ts";

type Kept = { check: Promise<ConnectionCheck>; until: number };

const KEY = Symbol.for("halfsilver.model-checks");
const store = globalThis as { [KEY]?: WeakMap<ModelConnection, Kept> };

/** Never rejects. */
export function lastCheck(connection: ModelConnection): Promise<ConnectionCheck> {
  store[KEY] ??= new WeakMap();
  const kept = store[KEY].get(connection);
  if (kept && kept.until > performance.now()) return kept.check;
  const check = recheckConnection(connection);
  store[KEY].set(connection, { check, until: performance.now() + MODEL_CHECK_CACHED_MS });
  return check;
}

/** The next question asks the server. */
export function forgetCheck(connection: ModelConnection): void {
  store[KEY]?.delete(connection);
  forgetTry(connection);
}
