import { describe, expect, it } from "vitest";
import { createPerson, provideTestDatabase } from "../testing/turn-fixtures.ts";
import { hasRun } from "./find-run.ts";
import { recordRun } from "./testing/recorded-run.ts";

provideTestDatabase();

describe("hasRun", () => {
  it("tells only operators whether a run exists", async () => {
    const user = await createPerson();
    const { runId } = await recordRun(user, { text: "A question" });
    for (const role of ["admin", "auditor"] as const) {
      const operator = await createPerson(role);
      expect(await hasRun(operator, runId)).toBe(true);
      expect(await hasRun(operator, crypto.randomUUID())).toBe(false);
    }
    await expect(hasRun(user, runId)).rejects.toMatchObject({ code: "forbidden" });
  });
});
