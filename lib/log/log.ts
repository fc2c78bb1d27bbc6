/** The server's log. It contains events and never messages, arguments or results. */
import "server-only";
import { type Logger, pino } from "pino";
import { processWide } from "../env/process-wide.ts";
import { settings } from "../env/settings.ts";
import { AppError } from "../errors/app-error.ts";
import { STACK_FRAMES_MAX } from "./limits.ts";

export const log = processWide<Logger>("log", () =>
  pino({
    level: settings().LOG_LEVEL,
    base: null,
    serializers: { err: serialiseError },
  }),
);

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
