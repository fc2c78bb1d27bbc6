import { expect, it } from "vitest";
import { digestPrompt } from "../../llm/adapt/digest-prompt.ts";
import { proveSent } from "./inspect-call.ts";

const MESSAGES = [
  { role: "system" as const, content: "Be kind." },
  { role: "user" as const, content: "hello" },
];
const SEGMENTS = MESSAGES.map((_, index) => ({
  kind: index === 0 ? ("system-prompt" as const) : ("current-input" as const),
  agentId: "general",
  source: "test",
  runId: null,
  sha256: "",
  bytes: 0,
}));
const REBUILT = MESSAGES.map((message) => ({ ok: true as const, content: [message], hops: [] }));
const adaptations = ["system-as-person" as const];
const sent = { connection: "c", adaptations, sha256: digestPrompt(MESSAGES, [], adaptations) };

it("proves what was sent, and finds another prompt, other adaptations and a gap", () => {
  expect(proveSent(sent, SEGMENTS, REBUILT)?.proof).toBe("exact");
  expect(proveSent(sent, SEGMENTS, REBUILT.toReversed())?.proof).toBe("differs");
  expect(proveSent({ ...sent, adaptations: [] }, SEGMENTS, REBUILT)?.proof).toBe("differs");
  const gap = { ok: false as const, why: "state-gone" as const };
  expect(proveSent(sent, SEGMENTS, [gap, ...REBUILT.slice(1)])?.proof).toBe("not-rebuilt");
  expect(proveSent(undefined, SEGMENTS, REBUILT)).toBeNull();
});
