/** The receipt of an answer, from the real trail: it holds for anybody, and not with one byte changed. */
import { beforeAll, describe, expect, it } from "vitest";
import { checkReceipt, isReceipt, writeReceipt } from "../../../audit/bundle/receipt.ts";
import { toHex } from "../../../audit/bytes.ts";
import { commitTo } from "../../../audit/canonical.ts";
import { twoHundredNumbers } from "../../../contracts/json/testing/two-hundred-numbers.ts";
import { db } from "../../client.ts";
import { contestAnswer } from "../../review/contest-answer.ts";
import { returnVerdicts } from "../../review/forget/return-verdicts.ts";
import { storeVerdict } from "../../review/judge-case.ts";
import { takeCase } from "../../review/take-case.ts";
import { settle, verdictOf } from "../../review/testing/verdicts.ts";
import { endRun, seal, TRAIL_KEYS } from "../../testing/trail-fixtures.ts";
import { createPerson, provideTestDatabase } from "../../testing/turn-fixtures.ts";
import { readReceipt } from "./read-receipt.ts";

provideTestDatabase();

const check = (file: string) => checkReceipt(file, TRAIL_KEYS.verifierKeys);

async function answerOf(runId: string): Promise<string> {
  const { answerMessageId } = await db().run.findUniqueOrThrow({ where: { id: runId } });
  return answerMessageId;
}

let run: Awaited<ReturnType<typeof endRun>>;
let file: string;
beforeAll(async () => {
  for (let index = 0; index < 3; index += 1) run = await endRun();
  file = writeReceipt(await readReceipt(run.person, await answerOf(run.runId)));
});

describe("a receipt", () => {
  it("binds the text that the person was shown to the run", () => {
    expect(isReceipt(file)).toBe(true);
    expect(check(file)).toMatchObject({ ok: true, runId: run.runId, place: 2, size: 3 });
  });

  it("shows nothing of what was hidden", async () => {
    const events = await db().runEvent.findMany({ where: { runId: run.runId } });
    expect(events.length).toBeGreaterThan(3);
    for (const { salt } of events) expect(file).not.toContain(salt);
    expect(file).not.toContain("nodeId");
  });

  it("says what a reviewer found beside it, and holds where that does not", async () => {
    const { person, runId } = run;
    const answerMessageId = await answerOf(runId);
    await contestAnswer(person, { answerMessageId, what: "not-true", words: "" });
    const reviewer = await createPerson("auditor");
    await takeCase(reviewer, runId);
    await storeVerdict(reviewer, runId, verdictOf());
    await seal();
    await returnVerdicts();
    expect(writeReceipt(await readReceipt(person, answerMessageId))).not.toContain("upheld");
    await settle();
    await returnVerdicts();
    expect(check(writeReceipt(await readReceipt(person, answerMessageId)))).toMatchObject({
      ok: true,
      verdict: null,
    });
    await seal();
    const judged = writeReceipt(await readReceipt(person, answerMessageId));
    expect(check(judged)).toMatchObject({ ok: true, verdict: { upheld: true } });
    for (const hidden of ["zqtold", "zqnote", reviewer.userId])
      expect(judged).not.toContain(hidden);
    const turned = judged.replace('"upheld":true', '"upheld":false');
    expect(check(turned)).toMatchObject({ ok: true, verdict: "broken" });
  });

  it("fails with any one byte changed", () => {
    const bytes = Buffer.from(file);
    // The newline at the end may be lost on the way.
    for (let at = 0; at < bytes.length - 1; at += 1) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(check(changed.toString("utf8")).ok, `byte ${at}`).toBe(false);
    }
  });

  it("binds the numbers of the text as they were written, and no other place than its own", () => {
    const receipt = JSON.parse(file);
    const numbers = twoHundredNumbers().join(" ");
    const answerSalt = receipt.answerSalt as string;
    const answer = toHex(commitTo(numbers, answerSalt));
    const written = writeReceipt({ ...receipt, text: numbers, leaf: { ...receipt.leaf, answer } });
    expect(JSON.parse(written).text).toBe(numbers);
    // Its text is the committed one; only the leaf is no longer the one in the trail.
    expect(check(written)).toEqual({ ok: false, why: "not-included" });
    for (const place of ["2.0", "2.0000000000000000001", "9007199254740993", "2e0", "1e400"]) {
      const changed = file.replace('"place":2', `"place":${place}`);
      expect(changed).not.toBe(file);
      expect(check(changed)).toEqual({ ok: false, why: "receipt-unreadable" });
    }
  });

  it("says what is wrong with it", () => {
    const receipt = JSON.parse(file);
    const why = (changed: object) => check(writeReceipt({ ...receipt, ...changed }));
    expect(why({ text: "another" })).toEqual({ ok: false, why: "text-changed" });
    expect(why({ proof: [] })).toEqual({ ok: false, why: "not-included" });
    expect(why({ leaf: { ...receipt.leaf, place: 1 } })).toEqual({
      ok: false,
      why: "not-included",
    });
    expect(why({ checkpoint: "x" })).toEqual({ ok: false, why: "note-unreadable" });
    expect(check("{}")).toEqual({ ok: false, why: "receipt-unreadable" });
  });

  it("is given to the person of the answer alone, once it is sealed", async () => {
    const messageId = await answerOf(run.runId);
    const other = await createPerson("admin");
    await expect(readReceipt(other, messageId)).rejects.toMatchObject({ code: "not-found" });
    const early = await endRun(async () => undefined);
    const earlyId = await answerOf(early.runId);
    await expect(readReceipt(early.person, earlyId)).rejects.toMatchObject({ code: "not-sealed" });
    await seal();
    expect(check(writeReceipt(await readReceipt(early.person, earlyId)))).toMatchObject({
      ok: true,
    });
  });
});
