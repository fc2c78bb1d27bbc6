/** From a stored reason to the sentence that the person reads. */
import { ERROR_TEXTS, type ErrorCode } from "./error-texts.ts";

/** The person's text of a code; the general one where the code is not known (any more). */
export function personText(code: string): string {
  return Object.hasOwn(ERROR_TEXTS, code)
    ? ERROR_TEXTS[code as ErrorCode].person
    : ERROR_TEXTS.internal.person;
}
