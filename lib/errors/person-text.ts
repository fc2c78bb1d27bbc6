/** The sentence that the person reads for a stored error code. */
import { ERROR_TEXTS, type ErrorCode } from "./error-texts.ts";

/** The person's text of a code; the general text for an unknown code. */
export function personText(code: string): string {
  return Object.hasOwn(ERROR_TEXTS, code)
    ? ERROR_TEXTS[code as ErrorCode].person
    : ERROR_TEXTS.internal.person;
}
