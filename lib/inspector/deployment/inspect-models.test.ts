/** The page of models, on a real database and a real server. */

import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { PATIENCE } from "../../../scripts/testing/until.ts";
import type { Actor } from "../../access/actor.ts";
import { db, kysely } from "../../db/client.ts";
import {
  forgetCapabilities,
  keepCapability,
  loadCapabilities,
} from "../../db/models/capabilities.ts";
import { createPerson, provideTestDatabase } from "../../db/testing/turn-fixtures.ts";
import { AppError } from "../../errors/app-error.ts";
import { capabilities } from "../../llm/capability-table.ts";
import { forgetCheck } from "../../llm/checks/check-connection.ts";
import { modelConnections } from "../../llm/connections/model-connection.ts";
import { askAgain, startKnowing, stopKnowing } from "../../llm/know-models.ts";
import { type ModelServer, startModelServer } from "../../llm/testing/start-model-server.ts";
import { askModel, inspectModels } from "./inspect-models.ts";

provideTestDatabase();

const KEY = "a-key-that-no-page-may-show";
const KEEPER = { load: loadCapabilities, save: keepCapability, forget: forgetCapabilities };
const says = (content: string) => ({
  choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }],
});

let server: ModelServer;
let takesTools = false;
/** How many requests are still refused because the model is loading. */
let loadingFor = 0;
beforeAll(async () => {
  server = await startModelServer({
    models: ["gpt-5-mini"],
    key: KEY,
    answer({ url, headers }, body) {
      if (loadingFor > 0) {
        loadingFor -= 1;
        return { status: 503, body: { error: { message: "Loading model" } } };
      }
      if (url !== "/v1/chat/completions" || headers.authorization !== `Bearer ${KEY}`) return null;
      if (body.includes('"tools"') && !takesTools) {
        return { status: 400, body: { error: { message: `no tools here for ${KEY}` } } };
      }
      return { status: 200, body: says("OK") };
    },
  });
  vi.stubEnv("OPENAI_BASE_URL", `${server.origin}/v1`);
  vi.stubEnv("OPENAI_API_KEY", KEY);
  vi.stubEnv("OPENAI_MODEL", "gpt-5-mini");
});
afterAll(async () => {
  stopKnowing();
  await server.close();
});

const withRole = async (role: Actor["role"]): Promise<Actor> => ({
  ...(await createPerson()),
  role,
});
const storedTools = async () => (await loadCapabilities()).filter(({ name }) => name === "tools");

it("is for operators only, and only admins may ask a server again", async () => {
  const person = await withRole("user");
  const auditor = await withRole("auditor");
  await expect(inspectModels(person)).rejects.toThrowError(AppError);
  await expect(askModel(person, "default")).rejects.toMatchObject({ code: "forbidden" });
  await expect(askModel(auditor, "default")).rejects.toMatchObject({ code: "forbidden" });
  expect(await inspectModels(auditor)).toMatchObject({ mayAsk: false });
});

it("a server is asked once, and what it lacks is kept and shown without the key", async () => {
  const admin = await withRole("admin");
  await startKnowing(KEEPER);
  await vi.waitFor(async () => expect(await storedTools()).toHaveLength(1), PATIENCE);
  const shown = await inspectModels(admin);
  const asked = server.requests.length;
  expect(shown).toMatchObject({
    mayAsk: true,
    connections: [
      {
        id: "default",
        address: `${server.origin}/v1`,
        model: "gpt-5-mini",
        keyName: "OPENAI_API_KEY",
        keyIsSet: true,
        fallback: null,
        check: { state: "ok" },
      },
    ],
  });
  const [connection] = shown.connections;
  expect(connection?.agents).toEqual(expect.arrayContaining(["coordinator", "general"]));
  const tools = connection?.capabilities.find(({ name }) => name === "tools");
  expect(tools?.finding).toMatchObject({
    holds: false,
    source: "probe",
    evidence: "400",
  });
  expect(JSON.stringify(shown)).not.toContain(KEY);
  expect(JSON.stringify(await loadCapabilities())).not.toContain(KEY);

  await startKnowing(KEEPER);
  expect(server.requests.slice(asked)).not.toContain("POST /v1/chat/completions");
});

it("asking again replaces what was found, is audited, and is limited", async () => {
  const admin = await withRole("admin");
  takesTools = true;
  await askModel(admin, "default");
  await vi.waitFor(async () => {
    const [connection] = (await inspectModels(admin)).connections;
    expect(connection?.isAsked).toBe(false);
    expect(await storedTools()).toEqual([]);
    expect((await loadCapabilities()).map(({ name }) => name)).toContain("same-role-turns");
  }, PATIENCE);
  expect(await db().auditEvent.findMany({ where: { action: "model.asked" } })).toMatchObject([
    { actorId: admin.userId, target: "model:default", outcome: "allowed" },
  ]);
  await expect(askModel(admin, "default")).rejects.toMatchObject({ code: "rate-limited" });
  await expect(askModel(admin, "no-such")).rejects.toMatchObject({ code: "not-found" });
});

it("a server that is loading is asked as soon as it is right", async () => {
  await forgetCapabilities({ address: `${server.origin}/v1#default`, model: "gpt-5-mini" });
  capabilities().load({ id: "default", baseUrl: `${server.origin}/v1`, model: "gpt-5-mini" }, {});
  modelConnections().all.forEach(forgetCheck);
  loadingFor = 1;
  await startKnowing(KEEPER, 1);
  expect((await loadCapabilities()).map(({ name }) => name)).toContain("same-role-turns");
});

it("what was found is kept, one after another, before a server counts as asked", async () => {
  await forgetCapabilities({ address: `${server.origin}/v1#default`, model: "gpt-5-mini" });
  capabilities().load({ id: "default", baseUrl: `${server.origin}/v1`, model: "gpt-5-mini" }, {});
  let begun = 0;
  let written = 0;
  const slow: typeof KEEPER = {
    ...KEEPER,
    async save(...finding) {
      expect(begun++).toBe(written);
      for (let turn = 0; turn < 100; turn += 1) await new Promise(setImmediate);
      await keepCapability(...finding);
      written += 1;
    },
  };
  await startKnowing(slow);
  expect(begun).toBeGreaterThan(1);
  expect(written).toBe(begun);
});

it("a server that two operators ask again at once is asked once", async () => {
  let forgotten = 0;
  const counting: typeof KEEPER = {
    ...KEEPER,
    async forget(place) {
      forgotten += 1;
      await forgetCapabilities(place);
    },
  };
  await startKnowing(counting);
  expect(await Promise.all([askAgain("default"), askAgain("default")])).toEqual([true, true]);
  expect(forgotten).toBe(1);
  await vi.waitFor(async () => {
    const [connection] = (await inspectModels(await withRole("auditor"))).connections;
    expect(connection?.isAsked).toBe(false);
  }, PATIENCE);
});

it("findings of later versions are left out, and of other sources not kept", async () => {
  const place = { address: "http://elsewhere/v1", model: "m" };
  const finding = { holds: true, value: 5, at: new Date().toISOString(), evidence: "e" };
  await keepCapability(place, "images", { ...finding, source: "operator" });
  await keepCapability(place, "images", { ...finding, source: "answer" });
  await kysely()
    .updateTable("model_capability")
    .set({ name: "telepathy" })
    .where("name", "=", "images")
    .where("address", "=", place.address)
    .execute();
  expect((await loadCapabilities()).filter(({ address }) => address === place.address)).toEqual([]);
});
