/** Reads one passage of the actor's own file, with the passages around it. */
import "server-only";
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import type { PassageExcerpt } from "../../contracts/public/sources/passage-excerpt.ts";
import { AppError } from "../../errors/app-error.ts";
import { db } from "../client.ts";

/**
 * @param passage from 1
 * @throws AppError `not-found` if there is no such passage or the file is another person's
 */
export async function readPassage(
  actor: Actor,
  attachmentId: string,
  passage: number,
): Promise<PassageExcerpt> {
  assertCan(actor, "chat:use");
  const ordinal = passage - 1;
  const file = await db().attachment.findFirst({
    where: { id: attachmentId, ownerId: actor.userId },
    select: {
      name: true,
      _count: { select: { passages: true } },
      passages: {
        where: { ordinal: { gte: ordinal - 1, lte: ordinal + 1 } },
        select: { ordinal: true, text: true },
      },
    },
  });
  const textOf = (place: number) =>
    file?.passages.find((one) => one.ordinal === place)?.text ?? null;
  const text = textOf(ordinal);
  if (!file || text === null) throw new AppError("not-found");
  return {
    name: file.name,
    passage,
    total: file._count.passages,
    before: textOf(ordinal - 1),
    text,
    after: textOf(ordinal + 1),
  };
}
