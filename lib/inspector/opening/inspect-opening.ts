/** Whether this operator sees the payloads of a run, and what it takes. */
import "server-only";
import type { Actor } from "../../access/actor.ts";
import { can } from "../../access/assert-can.ts";
import type { PayloadOpening } from "../../contracts/inspector/opening/payload-opening.ts";
import { readGlass } from "../../db/looks/glass-state.ts";
import { payloadAccessOf } from "../payload-access.ts";

export async function inspectOpening(actor: Actor, runId: string): Promise<PayloadOpening> {
  const { isOn: isTold } = await readGlass();
  const mayGive = can(actor, "review:give");
  if (!can(actor, "payload:read")) return { access: "fields", isTold, mayGive };
  const access = await payloadAccessOf(actor, { runIds: [runId] });
  return { access: access === "full" ? "open" : "reason", isTold, mayGive };
}
