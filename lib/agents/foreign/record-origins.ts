/** What the log keeps of where a call comes from. */
import "server-only";
import type { LogEventBody } from "../../contracts/run/log-event.ts";
import { sanitise } from "../../hidden-state/sanitise.ts";
import type { GovernedCall } from "../task-parts.ts";

type Recorded = Extract<LogEventBody, { type: "policy.decided" }>["from"];

/** @returns undefined for a call that neither writes nor leaves */
export function recordedOrigins({ tool, from }: GovernedCall): Recorded {
  const { writes, egress } = tool.policy;
  if (!writes && !egress && from.addressIsKnown === null) return undefined;
  const { trust, inPersonsWords, addressIsKnown, sendsPrivate } = from;
  const named = Object.entries(from.argumentOrigins);
  return {
    trust,
    inPersonsWords,
    addressIsKnown,
    sendsPrivate,
    foreignArguments: named.map(([name, origin]) => ({ name, origin })),
    resembling: from.resembling && {
      ...from.resembling,
      sentence: sanitise(from.resembling.sentence).value,
    },
  };
}
