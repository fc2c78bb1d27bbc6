/** Records a refused sign-in: one row a minute for each account and reason, and not endless ones. */
import "server-only";
import { recordAuditOnce } from "../audit/record-audit.ts";
import { db, kysely } from "../client.ts";
import { FOLLOWING_AUDITED_MS, REFUSED_SIGN_INS_MAX } from "../limits.ts";

/**
 * The address itself is not recorded. All unknown addresses share one target, and one row.
 * @param email null where the request had no address
 */
export async function recordRefusedSignIn(
  email: string | null,
  why: "malformed" | "locked-out" | "refused",
): Promise<void> {
  const user = email && (await db().user.findUnique({ where: { email }, select: { id: true } }));
  const subjectId = user ? user.id : null;
  await recordAuditOnce(
    kysely(),
    {
      actorId: null,
      action: "person.sign-in-refused",
      outcome: "denied",
      subjectId,
      target: subjectId ? `user:${subjectId}` : "sign-in",
      detail: { why },
    },
    { withinMs: FOLLOWING_AUDITED_MS, sameBy: "detail", rowsMax: REFUSED_SIGN_INS_MAX },
  );
}
