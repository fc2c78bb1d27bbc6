/** Several connections of models.json, as operators see them: who uses which, what takes over, and no key. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { connectionOf, knownConnections } from "./know-models.ts";
import { type ModelServer, startModelServer } from "./testing/start-model-server.ts";

const KEY = "a-key-that-only-the-environment-has";

let folder: string;
let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer({ models: ["small", "large"], key: KEY });
  folder = mkdtempSync(join(tmpdir(), "halfsilver-known-"));
  const baseUrl = `${server.origin}/v1`;
  const file = {
    default: "local",
    agents: { coordinator: "cloud" },
    connections: {
      local: { model: "small", baseUrl, keyName: "LOCAL_KEY", fallback: "cloud" },
      cloud: { model: "large", baseUrl, keyName: "CLOUD_KEY", capabilities: { images: true } },
    },
  };
  writeFileSync(join(folder, "models.json"), JSON.stringify(file));
  vi.stubEnv("MODELS_FILE", join(folder, "models.json"));
  vi.stubEnv("CLOUD_KEY", KEY);
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await server.close();
});

it("each connection says what it is, who uses it, and whether it is right", async () => {
  const known = await knownConnections();
  expect(known).toMatchObject([
    {
      id: "local",
      model: "small",
      fallback: "cloud",
      keyName: "LOCAL_KEY",
      keyIsSet: false,
      check: {
        state: "unauthorised",
        sentence: `127.0.0.1:${server.port} wants a key. Set LOCAL_KEY.`,
      },
    },
    { id: "cloud", model: "large", fallback: null, keyIsSet: true, check: { state: "ok" } },
  ]);
  expect(known[1]?.capabilities.images).toMatchObject({ holds: true, source: "operator" });
  expect([connectionOf("coordinator"), connectionOf("general")]).toEqual(["cloud", "local"]);
  expect(JSON.stringify(known)).not.toContain(KEY);
});

it("a password in an address is not shown", async () => {
  const { modelConnections } = await import("./connections/model-connection.ts");
  const local = modelConnections().all.get("local");
  if (local) local.baseUrl = `http://me:secret@127.0.0.1:${server.port}/v1`;
  expect(JSON.stringify(await knownConnections())).not.toContain("secret");
});
