/** Reduces an error for the log to its kind, code and stack: messages of database drivers contain row values. */
import "server-only";
import { AppError } from "../errors/app-error.ts";
import { STACK_FRAMES_MAX } from "./limits.ts";

type Loggable = { kind: string; code?: string; message?: string; at?: string[]; cause?: Loggable };

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
