/** Ids of calls, which servers choose badly, and empty answers, which they refuse: neither ends a conversation. */
import { describe, expect, it } from "vitest";
import { provideUms } from "../../ums/testing/provide-ums.ts";
import { call, calling, callsIn, refused, sentIn } from "../testing/calling-answers.ts";
import { say } from "../testing/scripted-provider.ts";
import { openProvider } from "../testing/with-provider.ts";

provideUms();

describe("ids of calls", () => {
  const FORMS: [string, (id: string) => boolean][] = [
    ["of nine letters and digits", (id) => /^[A-Za-z0-9]{9}$/.test(id)],
    ["of at most 40 characters", (id) => id.length <= 40],
  ];
  it.each(FORMS)("repeat nowhere and are %s, whatever the server calls them", async (_, takes) => {
    for (const id of ["call_0", "x".repeat(64), "functions.0", "functions.other:0", ""]) {
      const again = calling({ tool_calls: [call({}, id), call({}, `${id}b`)] }, true);
      const { talk, provider } = await openProvider({
        refuse: (body) => {
          const ids = callsIn(body).map((one) => one.id);
          const results = sentIn(body).flatMap(({ tool_call_id: one }) => one ?? []);
          if (new Set(ids).size < ids.length) return refused("Duplicate tool call id");
          if (!ids.every(takes)) return refused("Tool call id has the wrong form");
          return JSON.stringify(ids) === JSON.stringify(results) ? null : refused("no such id");
        },
        answerTo: (body) => {
          const all = sentIn(body);
          const turn = all.slice(all.findLastIndex(({ role }) => role === "user"));
          const rounds = turn.filter(({ tool_calls: calls }) => calls).length;
          return rounds < 2 ? again : say("Done.");
        },
      });
      const [one, two] = [await talk.say("calculate 6 * 7"), await talk.say("and again?")];
      expect([one.answer, two.answer]).toEqual(["Done.", "Done."]);
      // An id in Kimi's form goes back to the server that made it, until it refuses it.
      const refusals = [...one.of("model.refused"), ...two.of("model.refused")];
      if (takes(id)) expect(refusals).toEqual([]);
      expect(refusals.length).toBeLessThanOrEqual(id.includes(":") ? 2 : 0);
      expect(callsIn(provider.asked().at(-1))).toHaveLength(8);
    }
  });
});

it("an empty answer is never sent back", async () => {
  const { talk, provider } = await openProvider({
    refuse: (body) =>
      sentIn(body).some(
        ({ role, content, tool_calls: calls }) => role === "assistant" && !content && !calls,
      )
        ? refused("messages: assistant content must not be empty")
        : null,
    answerTo: (body) =>
      JSON.stringify(body.messages.at(-1)).includes("say nothing") ? say(" ") : say("Here."),
  });
  const first = await talk.say("say nothing");
  expect(first.result).toMatchObject({ ending: "empty" });
  expect(first.of("deviation.scored").at(-1)?.score).toBeNull();
  const second = await talk.say("and now?");
  expect(second.answer).toBe("Here.");
  expect(second.of("model.refused")).toEqual([]);
  expect(JSON.stringify(provider.asked().at(-1))).toContain("say nothing");
});
