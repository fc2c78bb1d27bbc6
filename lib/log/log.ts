import "server-only";
/** The server's own log. It names what happened and never what was said. */
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
