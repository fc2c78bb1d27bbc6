/** What providers say when they refuse: the person's sentence, and the operator's cause in the log. */
import { describe, expect, it } from "vitest";
import { personText } from "../../errors/person-text.ts";
import type { RawAnswer } from "../../llm/testing/start-raw-server.ts";
import { provideUms } from "../../ums/testing/provide-ums.ts";
import { playProvider } from "../testing/with-provider.ts";

provideUms();

const SECRET = "the-prompt-of-somebody";

describe("a provider that says", () => {
  it.each([
    [401, "invalid_api_key", "Incorrect API key provided", "model-unauthorised"],
    [403, "permission_denied", "Project has no access to model", "model-unauthorised"],
    [402, "", "Insufficient credits", "model-no-credit"],
    [429, "insufficient_quota", "You exceeded your current quota", "model-no-credit"],
    [404, "model_not_found", "The model `x` does not exist", "model-missing"],
    [404, "", "404 page not found", "model-missing"],
    [413, "", "Request Entity Too Large", "request-too-long"],
    [400, "context_length_exceeded", "maximum context length is 4096 tokens", "request-too-long"],
    [400, "content_filter", "The prompt triggered content management policy", "model-filtered"],
    [429, "rate_limit_exceeded", "Rate limit reached", "model-busy"],
    [503, "", "overloaded", "model-busy"],
    [500, "", "internal error", "model-unavailable"],
    [400, "", "the stars are not right", "model-refused"],
  ])("%i %s %j ends the turn as told", async (status, code, message, reason) => {
    const { turn } = await playProvider(
      { refuse: () => ({ status, message, more: { code, param: null } }) },
      `hello, ${SECRET}`,
    );
    expect(turn.result).toMatchObject({ ending: "failed", reason });
    const [refusal] = turn.of("model.refused");
    expect(refusal).toMatchObject({
      reason,
      missing: null,
      takesOver: null,
      reply: { status, connection: "default", keyName: "OPENAI_API_KEY" },
    });
    expect(refusal?.reply.text).toContain(message);
    const told = personText(reason);
    expect(told).not.toContain(message);
    expect(told).not.toMatch(/API|key|status|http|4\d\d|5\d\d/i);
    expect(turn.of("deviation.scored")).toMatchObject([{ score: null }]);
  });

  it("nothing, because its connections break, cannot be reached", async () => {
    const cut: RawAnswer = (response) => void response.destroy();
    const { turn } = await playProvider({ replyToPlan: cut, answers: [cut] });
    expect(turn.result).toMatchObject({ ending: "failed", reason: "model-unavailable" });
    expect(turn.of("model.refused")[0]?.reply).toMatchObject({ status: null });
  });
});
