/** Where a tool's call comes from, for an operator. */
import "server-only";
import type { CallBlame } from "../../contracts/inspector/run/call-inspection.ts";
import { Trust, trustOf, UNKNOWN } from "../../contracts/model/origin.ts";
import type { Material } from "../model-calls/rebuild-material.ts";
import type { PayloadAccess } from "../payload-access.ts";
import { toOrigin, toPayload } from "../to-payload.ts";

/** @returns null where the decision on the call says nothing of it */
export function toBlame(
  material: Pick<Material, "of">,
  hopRef: string,
  access: PayloadAccess,
): CallBlame | null {
  const decided = material
    .of("policy.decided")
    .find(({ body }) => body.hopRef === hopRef && body.from !== undefined);
  const from = decided?.body.from;
  if (!decided || !from) return null;
  const { trust, inPersonsWords, addressIsKnown, sendsPrivate, foreignArguments } = from;
  return {
    seq: decided.seq,
    trust: Trust.safeParse(trust).data ?? trustOf(UNKNOWN),
    inPersonsWords,
    foreignArguments: foreignArguments.map(({ name, origin }) => ({
      name,
      origin: toOrigin(origin, access),
    })),
    addressIsKnown,
    sendsPrivate: sendsPrivate === null ? null : toOrigin(sendsPrivate, access),
    resembling: from.resembling && {
      sentence: toPayload(from.resembling.sentence, access),
      origin: toOrigin(from.resembling.origin, access),
    },
  };
}
