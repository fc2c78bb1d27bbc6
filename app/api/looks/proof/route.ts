/** `GET`: what proves the person's list of looks, line by line, in their browser (lib/audit/bundle/looks-proof.ts). */
import { respondJson } from "@/app/respond.ts";
import { LooksProof } from "@/lib/audit/bundle/looks-proof.ts";
import { requireActor } from "@/lib/auth/session/require-actor.ts";
import { proveLooks } from "@/lib/db/looks/prove-looks.ts";

export function GET(): Promise<Response> {
  return respondJson(async () => LooksProof.parse(await proveLooks(await requireActor())));
}
