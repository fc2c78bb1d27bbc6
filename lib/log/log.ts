/** The server's log. It contains events and never messages, arguments or results. */
import "server-only";
import { type Logger, pino } from "pino";
import { settings } from "../env/settings.ts";
import { serialiseError } from "./serialise-error.ts";

const KEY = Symbol.for("halfsilver.log");
const store = globalThis as { [KEY]?: Logger };

export function log(): Logger {
  store[KEY] ??= pino({
    level: settings().LOG_LEVEL,
    base: null,
    serializers: { err: serialiseError },
  });
  return store[KEY];
}
