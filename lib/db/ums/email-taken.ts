import "server-only";
/** Tells a taken e-mail address, which is to be expected, from everything else. */
import type { UmsPersonWritten } from "../../contracts/ums-person.ts";
import { Prisma } from "../generated/client.ts";

/** Prisma's code of a broken unique constraint; `email` is the only one that a caller can break. */
const UNIQUE_BROKEN = "P2002";

/** @throws whatever came in, where it is anything else */
export function emailTakenOrThrow(error: unknown): UmsPersonWritten {
  const isTaken =
    error instanceof Prisma.PrismaClientKnownRequestError && error.code === UNIQUE_BROKEN;
  if (!isTaken) throw error;
  return { ok: false, reason: "email-taken" };
}
