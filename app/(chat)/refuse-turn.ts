import "server-only";
/** The refusal of a turn, with its text for the person. */
import type { TurnRefused } from "@/lib/contracts/send-message.ts";
import { ERROR_TEXTS } from "@/lib/errors/error-texts.ts";

export function refuseTurn(reason: TurnRefused["reason"]): TurnRefused {
  const code = reason === "unavailable" ? "internal" : reason;
  return { ok: false, reason, message: ERROR_TEXTS[code].person };
}
