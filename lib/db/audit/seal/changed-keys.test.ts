/** The keys of the trail are changed while instances with either set of keys write and seal. */
import { beforeEach, expect, it, vi } from "vitest";
import { createSigner } from "../../../audit/sign-note.ts";
import { forgetSettings, settings } from "../../../env/settings.ts";
import { db, kysely } from "../../client.ts";
import { checkTrail, endRun, keyOf, seal } from "../../testing/trail-fixtures.ts";
import { provideTestDatabase } from "../../testing/turn-fixtures.ts";
import { findEdits } from "../covered/find-edits.ts";
import { openFindings } from "../found/trail-findings.ts";
import { recordAudit } from "../record-audit.ts";

provideTestDatabase();

const [FIRST, NEXT, UNKNOWN] = [keyOf(1), keyOf(2), keyOf(3)];
type Keys = { own: string; others: readonly string[] };
/** An instance before the change, after the first restart, and after the second one. */
const BEFORE: Keys = { own: FIRST, others: [] };
const KNOWS_BOTH: Keys = { own: FIRST, others: [NEXT] };
const CHANGED: Keys = { own: NEXT, others: [FIRST] };

/** The process goes on as an instance with these keys, of rows as of checkpoints. */
function become({ own, others }: Keys): void {
  const verifierKeyOf = (key: string) =>
    createSigner(settings().AUDIT_ORIGIN, Buffer.from(key, "base64url")).verifierKey;
  vi.stubEnv("AUDIT_SIGNING_KEY", own);
  vi.stubEnv("AUDIT_ROW_KEY", own);
  vi.stubEnv("AUDIT_OLD_ROW_KEYS", others.join());
  vi.stubEnv("AUDIT_OLD_KEYS", others.map(verifierKeyOf).join());
  forgetSettings();
}

beforeEach(() => become(BEFORE));

const record = () =>
  recordAudit(kysely(), {
    actorId: null,
    action: "policy.changed",
    target: "policy:a",
    outcome: "allowed",
    detail: { name: "a", version: 1, sha256: "0" },
  });

it("is done in two rolling restarts: each instance seals what the others wrote", async () => {
  const before = await openFindings();
  for (const [writer, sealer] of [
    [BEFORE, BEFORE],
    [BEFORE, KNOWS_BOTH],
    [KNOWS_BOTH, BEFORE],
    [KNOWS_BOTH, CHANGED],
    [CHANGED, KNOWS_BOTH],
    [CHANGED, CHANGED],
  ] as const) {
    become(writer);
    await record();
    const { runId } = await endRun(async () => undefined);
    become(sealer);
    await seal();
    const where = { runId, action: "run.ended", place: { not: null } };
    expect(await db().auditEvent.count({ where })).toBe(1);
    expect(await checkTrail()).toMatchObject({ ok: true });
    expect(await findEdits()).toEqual([]);
  }
  expect(await openFindings()).toEqual(before);
});

it("takes no row of a key that it does not know", async () => {
  become({ own: UNKNOWN, others: [FIRST] });
  await record();
  become(CHANGED);
  await seal();
  expect(await openFindings()).toMatchObject([{ fault: "row-refused" }]);
});
