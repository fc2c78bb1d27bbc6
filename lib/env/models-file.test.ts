import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readModelsFile } from "./models-file.ts";

function write(content: unknown): string {
  const path = join(mkdtempSync(join(tmpdir(), "models-")), "models.json");
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}

it("reads connections, agents and fallbacks", () => {
  const connections = {
    local: { provider: "ollama", model: "qwen3:8b", fallback: "cloud" },
    cloud: { model: "gpt-5-mini", keyName: "CLOUD_KEY" },
  };
  const path = write({ connections, default: "local", agents: { coordinator: "cloud" } });
  expect(readModelsFile(path)).toMatchObject({ connections, default: "local" });
});

it.each([
  ["{", /is not JSON/],
  [{ connections: {}, default: "local" }, /default: names the connection "local"/],
  [
    { connections: { a: { model: "m", keyName: "sk-123" } }, default: "a" },
    /connections\.a\.keyName: the name of an environment variable, not the key itself/,
  ],
  [
    { connections: { a: { model: "m", fallback: "b" } }, default: "a" },
    /connections\.a\.fallback: names the connection "b"/,
  ],
])("says what is wrong with %j", (content, message) => {
  expect(() => readModelsFile(write(content))).toThrow(message);
});

it("names a file that is not there", () => {
  expect(() => readModelsFile("/nowhere/models.json")).toThrow(/cannot be read: ENOENT/);
});
