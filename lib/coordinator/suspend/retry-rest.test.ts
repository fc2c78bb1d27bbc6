/** Retries of a resumed plan: the approved call runs at most once. */
import { describe, expect, it } from "vitest";
import { provideUms } from "../../ums/testing/provide-ums.ts";
import { modelControl } from "../testing/take-turns.ts";
import {
  decide,
  deletions,
  exists,
  plans,
  stepIds,
  talkOfPeople,
} from "../testing/talk-of-people.ts";

provideUms();

describe("a retry of a resumed plan", () => {
  const failing = (match: string) =>
    modelControl().queue({ scenario: "error-500", match, times: 18 });

  it("does not run the approved call twice if a later step failed", async () => {
    const { talk, first } = await talkOfPeople();
    await talk.say("delete the first one and calculate 19 * 23");
    await failing("19 * 23");
    const failed = await decide(talk);
    expect(failed.result).toMatchObject({ ending: "failed", reason: "model-unavailable" });
    expect(await exists(first)).toBe(false);
    const once = await talk.retry();
    expect(once.result.ending).toBe("failed");
    await modelControl().clear("19 * 23");
    const retried = await talk.retry();
    expect(retried.result.ending).toBe("complete");
    expect(retried.answer).toMatch(/is deleted[\s\S]*437/);
    expect([once, retried].map(deletions)).toEqual([0, 0]);
    expect(retried.of("policy.decided").map(({ action }) => action)).not.toContain("ask:users");
    // The step keeps its end from the run before; this run's plan contains the remaining steps.
    expect(stepIds(retried)).toEqual([["s2", "s2.1", "compose"]]);
    expect(retried.result.deviation?.score).toBe(0);
  });

  it("continues if the call ran but was not yet answered", async () => {
    const { talk, first } = await talkOfPeople();
    await talk.say("delete the first one and calculate 17 * 23");
    await modelControl().queue({ scenario: "error-500", match: "Approve: ", times: 2 });
    const failed = await decide(talk);
    expect(failed.result.ending).toBe("failed");
    expect(plans(failed)).toHaveLength(1);
    expect(await exists(first)).toBe(false);
    const retried = await talk.retry();
    expect(retried.answer).toMatch(/is deleted[\s\S]*391/);
    expect(deletions(retried)).toBe(0);
  });

  it("stays declined, and the dependent steps are replanned", async () => {
    const { talk, first } = await talkOfPeople();
    await talk.say("delete the first one and calculate 29 * 23");
    await failing("29 * 23");
    expect((await decide(talk, "declined")).result.ending).toBe("failed");
    await modelControl().clear("29 * 23");
    const retried = await talk.retry();
    expect(retried.answer).toMatch(/nothing was changed[\s\S]*667/);
    expect(plans(retried).map(({ revision }) => revision)).toEqual([0, 1]);
    expect(await exists(first)).toBe(true);
  });
});
