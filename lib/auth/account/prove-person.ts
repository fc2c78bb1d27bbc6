/** A signed-in person proves that they know their password, before they change what others could misuse. */
import "server-only";
import { verifyPassword } from "better-auth/crypto";
import { readPasswordHash } from "../../db/accounts/change-account.ts";
import type { Person } from "../session/find-person.ts";
import { countProof, forgiveProof } from "../sign-in-limiter.ts";

/** Wrong passwords are counted by account: only who is signed in can lock this, and only this. */
export async function provePerson({ actor }: Person, password: string): Promise<boolean> {
  const mayTry = await countProof(actor.userId);
  const hash = await readPasswordHash(actor);
  const isRight = hash !== null && (await verifyPassword({ hash, password }));
  if (!mayTry || !isRight) return false;
  await forgiveProof(actor.userId);
  return true;
}
