/** The server's log. It contains events and never messages, arguments or results. */
import "server-only";
import { type Logger, pino } from "pino";
import { settings } from "../env/settings.ts";
import { AppError } from "../errors/app-error.ts";
import { STACK_FRAMES_MAX } from "./limits.ts";

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

type Loggable = { kind: string; code?: string; message?: string; at?: string[]; cause?: Loggable };

/**
 * Reduces an error for the log to its kind, code and stack: messages of database drivers contain row values.
 */
export function serialiseError(error: unknown): Loggable {
  if (!(error instanceof Error)) return { kind: typeof error };
  const { code } = error as { code?: unknown };
  return {
    kind: error.name,
    ...(typeof code === "string" ? { code } : {}),
    ...(error instanceof AppError ? { message: error.message } : {}),
    at: (error.stack ?? "")
      .split("\n")
      .filter(isFrame)
      .slice(0, STACK_FRAMES_MAX)
      .map((line) => line.trim()),
    ...(error.cause === undefined ? {} : { cause: serialiseError(error.cause) }),
  };
}

function isFrame(line: string): boolean {
  return /^\s+at /.test(line);
}
