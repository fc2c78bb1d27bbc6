/** Words of real providers, as they document them or as their servers were seen to send them. */
import { expect, it } from "vitest";
import { ERROR_TEXTS } from "../../errors/error-texts.ts";
import { judgeFailure } from "./failure-table.ts";
import { refusalOfText } from "./read-refusal.ts";

it.each([
  [401, "Incorrect API key provided: sk-1234.", "model-unauthorised"],
  [403, "You are not allowed to use this model.", "model-unauthorised"],
  [407, "proxy authentication required", "model-unauthorised"],
  [402, "Insufficient credits. Add more at openrouter.ai/credits", "model-no-credit"],
  [429, "insufficient_quota You exceeded your current quota", "model-no-credit"],
  [429, "Rate limit reached for gpt-5-mini", "model-busy"],
  [529, "overloaded_error Overloaded", "model-busy"],
  [503, "The server is currently overloaded with other requests.", "model-busy"],
  [503, "Loading model", "model-unavailable"],
  [404, "model_not_found The model `gpt-9` does not exist", "model-missing"],
  [404, "DeploymentNotFound The API deployment does not exist.", "model-missing"],
  [404, 'model "qwen9" not found, try pulling it first', "model-missing"],
  [400, "gpt-9 is not a valid model ID", "model-missing"],
  [404, "This is not a chat model and thus not supported", "model-missing"],
  [400, "context_length_exceeded This model's maximum context length is 8192", "request-too-long"],
  [400, "the request exceeds the available context size, try increasing it", "request-too-long"],
  [400, "Input is too long for requested model.", "request-too-long"],
  [413, "", "request-too-long"],
  [
    400,
    "content_filter The response was filtered (ResponsibleAIPolicyViolation)",
    "model-filtered",
  ],
  [403, "Your input was flagged by moderation", "model-filtered"],
  [400, "registry.ollama.ai/library/gemma does not support tools", "model-lacks-tools"],
  [400, "something else entirely", "model-refused"],
  [500, "internal", "model-unavailable"],
  [502, "<html>bad gateway</html>", "model-unavailable"],
  [301, "", "model-unavailable"],
])("%i %j is %s", (status, words, reason) => {
  expect(judgeFailure(status, refusalOfText(words)).reason).toBe(reason);
});

it("a person is told to use other words only where their words are the cause", () => {
  const asking = Object.entries(ERROR_TEXTS)
    .filter(([code]) => code.startsWith("model-") || code.startsWith("answer-"))
    .filter(([, { person }]) => /other words|differently|rephrase/i.test(person))
    .map(([code]) => code);
  expect(asking).toEqual(["model-filtered"]);
});
