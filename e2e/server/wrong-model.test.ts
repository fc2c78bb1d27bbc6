/** A start with a wrong model: it is told at the terminal and by the health check, and the server runs. */
import { expect, test } from "vitest";
import { startTestStack } from "../../scripts/testing/test-stack.ts";

/** How soon after the start the sentence is printed. */
const TOLD_IN_MS = 5_000;

test("says within five seconds of being ready that nothing listens, and starts", async () => {
  const lines: { text: string; at: number }[] = [];
  const stack = await startTestStack({
    name: "wrong-model",
    env: { OPENAI_BASE_URL: "127.0.0.1:10/v1", OPENAI_API_KEY: "a-key-of-nobody-at-all" },
    onLine: (text) => lines.push({ text, at: performance.now() }),
  });
  try {
    const told = () => lines.find(({ text }) => text.startsWith('Model "default": '));
    await expect.poll(told, { timeout: 15_000, interval: 50 }).toBeDefined();
    expect(told()?.text).toBe(
      'Model "default": Nothing listens at 127.0.0.1:10. Start the model server, or correct the port in OPENAI_BASE_URL.',
    );
    const ready = lines.find(({ text }) => text.includes("Halfsilver is ready"));
    expect((told()?.at ?? 0) - (ready?.at ?? 0)).toBeLessThan(TOLD_IN_MS);
    const health = await fetch(`${stack.url}/api/health`);
    expect(health.status).toBe(200);
    expect(await health.json()).toMatchObject({
      status: "degraded",
      parts: { model: "unreachable" },
    });
    expect(lines.map(({ text }) => text).join("\n")).not.toContain("a-key-of-nobody");
  } finally {
    await stack.remove();
  }
});
