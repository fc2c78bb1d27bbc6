/**
 * `GET`: whether people are told who looks. `POST {do: ask, to, reason}` and, by another admin, `POST {do: agree}`
 * change it (lib/contracts/inspector/opening/glass-switch.ts).
 */
import { readBody } from "@/app/api/parse-request.ts";
import { REASON_BODY_MAX_BYTES } from "@/app/limits.ts";
import type { Actor } from "@/lib/access/actor.ts";
import { can } from "@/lib/access/assert-can.ts";
import { GlassRequest, GlassSwitch } from "@/lib/contracts/inspector/opening/glass-switch.ts";
import { agreeToGlass, askForGlass, readGlass } from "@/lib/db/looks/glass-state.ts";
import { respondOperator } from "../respond-operator.ts";

export function GET(request: Request): Promise<Response> {
  return respondOperator(request, "audit:read", show);
}

export function POST(request: Request): Promise<Response> {
  return respondOperator(request, "glass:change", async (actor) => {
    const asked = await readBody(request, GlassRequest, REASON_BODY_MAX_BYTES);
    if (asked.do === "agree") await agreeToGlass(actor);
    else await askForGlass(actor, asked.to, asked.reason);
    return show(actor);
  });
}

async function show(actor: Actor): Promise<GlassSwitch> {
  const { isOn, asked } = await readGlass();
  return GlassSwitch.parse({
    isOn,
    asked: asked && {
      to: asked.to,
      by: asked.by,
      reason: asked.reason,
      isMine: asked.actorId === actor.userId,
    },
    mayChange: can(actor, "glass:change"),
  });
}

export { DELETE, OPTIONS, PATCH, PUT } from "../no-such-method.ts";
