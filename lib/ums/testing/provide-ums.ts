/** Sets up the service for tests: a database with the default policies, a scripted model, a server, signed headers. */
import "server-only";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../scripts/testing/test-database.ts";
import type { AgentStateInput } from "../../agent-state/agent-state.ts";
import { encodeAgentStateHeaders } from "../../agent-state/codec.ts";
import { signAgentStateHeaders } from "../../agent-state/sign-agent-state-headers.ts";
import { closeDatabase, db } from "../../db/client.ts";
import { ensureDefaultPolicies } from "../../db/policies/ensure-default-policies.ts";
import { seedDirectory } from "../../db/ums/seed-directory.ts";
import type { RecordedRequest } from "../../demo-model/http/demo-model-state.ts";
import type { ScriptedReply } from "../../demo-model/scenario-order.ts";
import { type DemoModel, startDemoModel } from "../../demo-model/start-demo-model.ts";
import { settings } from "../../env/settings.ts";
import { defaultPolicies } from "../../governance/default-policies.ts";
import { startUmsServer, type UmsServer } from "./start-ums-server.ts";

export type Ums = {
  server(): UmsServer;
  /** The next model calls answer with these, in order. */
  script(...replies: ScriptedReply[]): Promise<void>;
  /** The next model call is answered with 500, with a stream and without. */
  fail(): Promise<void>;
  /** Number of model calls that their caller aborted. */
  aborted(): Promise<number>;
  /** The messages of each model call so far, oldest first. */
  prompts(): Promise<Prompt[]>;
};

type Prompt = {
  messages: { role: string; content: string | null }[];
  tools: { function: { name: string; parameters: object } }[];
};

/** Call it once, at the top of a test file. */
export function provideUms(): Ums {
  let server: UmsServer;
  let model: DemoModel;
  let database: TestDatabase;
  const control = (path: string, init?: RequestInit) =>
    fetch(new URL(`/control/${path}`, model.url), init);
  beforeAll(async () => {
    database = await createTestDatabase();
    process.env.DATABASE_URL = database.url;
    process.env.BETTER_AUTH_SECRET = "a secret of at least thirty-two characters";
    model = await startDemoModel({ port: 0, tokenDelayMs: 0, hasControl: true });
    process.env.OPENAI_BASE_URL = model.url;
    process.env.LOG_LEVEL = process.env.TEST_LOG ?? "silent";
    process.env.MODEL_MAX_ATTEMPTS = "1";
    server = await startUmsServer();
    process.env.UMS_BASE_URL = server.url;
    await ensureDefaultPolicies(defaultPolicies({ DIRECTORY_BY_ROLE: true }));
  });
  beforeEach(async () => {
    await control("scenario", { method: "DELETE" });
    await control("requests", { method: "DELETE" });
    await wipeUms();
    await seedDirectory();
  });
  afterAll(async () => {
    await server.close();
    await model.close();
    await closeDatabase();
    await database.drop();
  });
  const order = async (scenario: object) => {
    const ordered = await control("scenario", { method: "POST", body: JSON.stringify(scenario) });
    if (!ordered.ok) throw new Error(await ordered.text());
  };
  const requests = async (): Promise<RecordedRequest[]> =>
    (await (await control("requests")).json()).requests;
  return {
    server: () => server,
    script: (...replies) => order({ scenario: "scripted", replies }),
    fail: () => order({ scenario: "error-500", times: 2 }),
    aborted: async () => (await requests()).filter(({ aborted }) => aborted).length,
    prompts: async () => (await requests()).map(({ body }) => body as Prompt),
  };
}

/** Empties the service's tables. */
export async function wipeUms(): Promise<void> {
  await db().umsConversation.deleteMany();
  await db().umsPerson.deleteMany();
  await db().umsSeenHop.deleteMany();
}

export const ENVELOPE: AgentStateInput = {
  nodeId: "users",
  runId: "run-1",
  parentRef: "h2",
  variables: { AGENT: { origins: ["person"] } },
  metadata: { role: "admin" },
};

/** Headers that the service accepts once. */
export function signedHeaders(
  state: AgentStateInput = ENVELOPE,
  key = settings().AGENT_STATE_KEY,
): Record<string, string> {
  const metadata = { nonce: randomUUID(), sent_at: new Date().toISOString(), ...state.metadata };
  return {
    ...signAgentStateHeaders(encodeAgentStateHeaders({ ...state, metadata }), key),
    authorization: `Bearer ${settings().UMS_SERVICE_KEY}`,
    "content-type": "application/json",
  };
}
