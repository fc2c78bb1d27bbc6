import "server-only";
/** How a turn that did not end in an answer reads on the wire. */
import { ERROR_TEXTS, type ErrorCode } from "../errors/error-texts.ts";
import type { UmsTurnEnd } from "./ums-turn.ts";

type NoAnswer = Exclude<UmsTurnEnd, { kind: "answered" }>;

export function failureOf(end: NoAnswer): { code: ErrorCode; message: string } {
  const code = end.kind === "failed" ? end.reason : "interrupted";
  return { code, message: ERROR_TEXTS[code].person };
}
