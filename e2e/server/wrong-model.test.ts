/** A start with a wrong model: it is told at the terminal and by the health check, and the server runs. */
import { expect, test } from "vitest";
import { startTestStack } from "../../scripts/testing/test-stack.ts";

test("says that nothing listens, and starts", async () => {
  const lines: string[] = [];
  const stack = await startTestStack({
    name: "wrong-model",
    env: { OPENAI_BASE_URL: "127.0.0.1:10/v1", OPENAI_API_KEY: "a-key-of-nobody-at-all" },
    onLine: (line) => lines.push(line),
  });
  try {
    const told = () => lines.find((line) => line.startsWith('Model "default": '));
    await expect
      .poll(told)
      .toBe(
        'Model "default": Nothing listens at 127.0.0.1:10. Start the model server, or correct the port in OPENAI_BASE_URL.',
      );
    expect(lines.join("\n")).toContain("Halfsilver is ready");
    const health = await fetch(`${stack.url}/api/health`);
    expect(health.status).toBe(200);
    expect(await health.json()).toMatchObject({
      status: "degraded",
      parts: { model: "unreachable" },
    });
    expect(lines.join("\n")).not.toContain("a-key-of-nobody");
  } finally {
    await stack.remove();
  }
});
