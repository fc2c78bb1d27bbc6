/** A message as an operator may read it. */
import "server-only";
import type { InspectedMessage } from "../../contracts/inspector/run/inspected-run.ts";
import type { PayloadAccess } from "../payload-access.ts";

export function projectMessage(message: InspectedMessage, access: PayloadAccess): InspectedMessage {
  if (access !== "all-masked") return message;
  return { ...message, content: "", notice: null, attachments: [], masked: true };
}
