/**
 * How the name of a file is kept. Its person reads it, and so do prompts, states and the log, which has to agree with the file:
 * so a card or a password in a name is masked when the file arrives.
 */
import "server-only";
import { sanitise } from "../../hidden-state/sanitise.ts";
import { ATTACHMENT_NAME_MAX_CHARS } from "../limits.ts";
import { storableText } from "../storable-json.ts";

export function attachmentName(given: string): string {
  const name = sanitise(storableText(given)).value;
  return name.slice(0, ATTACHMENT_NAME_MAX_CHARS) || "file";
}
