import { afterEach, expect, it, vi } from "vitest";
import { forgetSettings } from "../../env/settings.ts";
import { db } from "../client.ts";
import { createPerson, provideTestDatabase } from "../testing/turn-fixtures.ts";
import { contest, endedTurn } from "./testing/contested-turn.ts";
import { makeRule, recordedTurn, settle } from "./testing/ruled-turn.ts";

provideTestDatabase();

afterEach(() => {
  vi.unstubAllEnvs();
  forgetSettings();
});

/** How many are to judge the case of a rule, and a contested one. */
async function asksUnder(settings: Record<string, string>): Promise<number[]> {
  await db().reviewCase.deleteMany();
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  forgetSettings();
  await recordedTurn({ policyOutcome: "deny" });
  await settle();
  await contest(await endedTurn());
  const cases = await db().reviewCase.findMany({ orderBy: { severity: "asc" } });
  return cases.map(({ asks }) => asks);
}

it.each([
  ["by one as a rule", {}, [1, 1]],
  ["by two where the lot says so", { REVIEW_TWO_JUDGES_PERCENT: "100" }, [2, 2]],
  ["by two where it is grave", { REVIEW_TWO_JUDGES_ABOVE_SEVERITY: "2" }, [1, 2]],
])("a case is judged %s, whoever made it", async (_, settings, asks) => {
  await makeRule(await createPerson("admin"), { kind: "denied" }, { severity: 2 });
  expect(await asksUnder(settings)).toEqual(asks);
});
