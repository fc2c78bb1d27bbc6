import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, describe, expect, it } from "vitest";
import { z } from "zod";
import type { LogEventBody } from "../../contracts/run/log-event.ts";
import { noFigures } from "../../contracts/run/run-work.ts";
import { McpServers } from "../../env/mcp-servers.ts";
import { compilePolicies } from "../../governance/compile-policies.ts";
import { decideHop } from "../../governance/decide-hop.ts";
import { defaultPolicies } from "../../governance/default-policies.ts";
import { envelopeFacts } from "../../governance/envelope-facts.ts";
import { createFetchPage } from "../../tools/fetch-page/fetch-page.ts";
import { HUB_OPTIONS, openMcpHub } from "../../tools/mcp/mcp-hub.ts";
import { ACCEPT_ALL } from "../../tools/mcp/testing/accept-all.ts";
import type { Tool } from "../../tools/tool.ts";
import { noCalls } from "../call-limits/limit-calls.ts";
import { testTask } from "../testing/agent-task.ts";
import type { LoopState } from "./loop-types.ts";
import { openGateway } from "./open-gateway.ts";
import { callTools } from "./run-tool-loop.ts";

const NO_EVIL = `forbid (principal == Node::"gateway", action, resource)
  when { context has egressDomain && context.egressDomain == "evil.example" };`;
const IDS = { intent_id: "i-1", issuer_did: "did:web:shop.example", cart_sha256: "a".repeat(64) };

/** Headers of all requests, and a page for each. */
const asked: Record<string, unknown>[] = [];
const server = createServer((request, response) => {
  asked.push(request.headers);
  response.writeHead(200, { "content-type": "text/plain" }).end("A page.");
}).listen(0, "127.0.0.1");
await once(server, "listening");
const { port } = server.address() as AddressInfo;
afterAll(() => void server.close());

const ran: unknown[] = [];
const pay: Tool = {
  name: "pay",
  version: "1",
  description: "",
  arguments: z.object({ to: z.string(), ap2: z.unknown().optional() }),
  timeoutMs: 1_000,
  maxResultBytes: 1_000,
  policy: { writes: false, egress: true, riskTags: ["mcp"] },
  status: "looking-up",
  egressDomain: (args) => (args as { to?: string }).to ?? null,
  run: async (args) => {
    ran.push(args);
    return { outcome: "ok", content: "paid" };
  },
};

/** One round of calls of an agent, behind the policies. */
async function round(
  tool: Tool,
  args: object,
  {
    mode = "enforce" as "enforce" | "observe",
    hasAnalytics = true,
    text = NO_EVIL,
    isApproved = false,
  } = {},
) {
  const rows = defaultPolicies({ DIRECTORY_BY_ROLE: true }).map((policy) => ({
    ...policy,
    version: 1,
  }));
  const policies = compilePolicies([...rows, { name: "no-evil", version: 1, text, mode }]);
  const { task, events } = testTask();
  const gateway = openGateway({
    hops: task.trace.hops,
    appendEvent: task.ports.appendEvent,
    decide: (hop, question) =>
      decideHop(policies, {
        ...question,
        context: { ...envelopeFacts(hop.envelope), ...question.context },
      }),
    hasAnalytics,
  });
  const agent = { id: "tested", memoryPolicy: "tool-history" as const, tools: [tool] };
  const figures = { ...noFigures(), rounds: 1 };
  const { who, trace, ports, limits } = task;
  const input = {
    agent,
    who,
    trace,
    ports,
    governance: { gateway },
    limits,
    opening: [],
    files: [],
  };
  const call = { id: "c1", name: tool.name, arguments: JSON.stringify(args) };
  const scratch: LoopState["scratch"] = [];
  const step = await callTools(
    { ...input, ...(isApproved ? { approved: call } : {}) },
    {
      scratch,
      given: new Set<number>(),
      calls: noCalls(),
      isLast: false,
      segments: [],
      ran: [],
      figures,
    },
    task.ports.signal,
    { text: "", toolCalls: [call] },
  );
  return { step, events, scratch, left: leftAt(events) };
}

/** What the gateway's hop left, if there was one. */
function leftAt(events: readonly LogEventBody[]) {
  const ends = events.flatMap((body) => (body.type === "hop.ended" ? [body] : []));
  return ends.find(({ state }) => state?.scope === "GATEWAY");
}

describe("a call that leaves", () => {
  it("passes the gateway below its own hop, which writes the risk and no other scope", async () => {
    const { events, left } = await round(pay, { to: "shop.example" });
    const hops = events.flatMap((body) => (body.type === "hop.started" ? [body] : []));
    expect(hops.map(({ kind, parentRef }) => [kind, parentRef])).toEqual([
      ["agent", null],
      ["tool", "h1"],
      ["gateway", "h2"],
    ]);
    expect(left).toMatchObject({ outcome: "ok", state: { variables: { status: "allow" } } });
    expect(left?.state?.variables.analytics).toEqual({
      version: 1,
      risk: {
        decision: "allow",
        risk_tags: ["mcp"],
        egress_domain: "shop.example",
        latency_ms: expect.any(Number),
        idempotency_key: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    });
    expect(events).toContainEqual(
      expect.objectContaining({ type: "policy.decided", principal: "gateway", action: "call:pay" }),
    );
  });

  it("does not leave where a policy closes the gateway to its host", async () => {
    const before = ran.length;
    const { events, left } = await round(pay, { to: "evil.example" });
    expect(ran).toHaveLength(before);
    expect(left).toMatchObject({ outcome: "denied" });
    expect(left?.state?.variables).toMatchObject({
      status: "deny",
      analytics: { risk: { decision: "deny", risk_tags: ["mcp", "egress_violation"] } },
    });
    const execution = events.find((body) => body.type === "execution.recorded");
    expect(execution).toMatchObject({ execution: { target: "pay@1", status: "denied" } });
  });

  it("waits where the gateway wants the person's approval, and leaves once it was given", async () => {
    const before = ran.length;
    const asking = { text: `@decision("needs_approval") ${NO_EVIL}` };
    const waits = await round(pay, { to: "evil.example" }, asking);
    expect(waits.step).toMatchObject({ kind: "awaits-approval", tool: { name: "pay" } });
    expect(waits.left).toMatchObject({ outcome: "denied" });
    expect(ran).toHaveLength(before);
    const given = await round(pay, { to: "evil.example" }, { ...asking, isApproved: true });
    expect(given.left).toMatchObject({ outcome: "ok" });
    expect(ran).toHaveLength(before + 1);
  });

  it("leaves where the policy only observes, and says what would have been", async () => {
    const before = ran.length;
    const { left } = await round(pay, { to: "evil.example" }, { mode: "observe" });
    expect(ran).toHaveLength(before + 1);
    const { analytics } = left?.state?.variables ?? {};
    expect(analytics).toMatchObject({ risk: { decision: "would_deny" } });
  });

  it("writes no analytics where no setting turns them on", async () => {
    const { left } = await round(pay, { to: "shop.example" }, { hasAnalytics: false });
    expect(left?.state?.variables).toEqual({ status: "allow" });
  });

  it("goes nowhere where its arguments do not fit or no host is named", async () => {
    expect((await round(pay, { to: 3 })).left).toBeUndefined();
    const here = createFetchPage(async () => ({ address: "127.0.0.1", family: 4 }));
    expect((await round(here, { url: "local:paris" })).left).toBeUndefined();
  });
});

describe("a payment mandate", () => {
  it("is written as its ids and digests", async () => {
    const { left, events } = await round(pay, { to: "shop.example", ap2: IDS });
    expect(left?.state?.variables.analytics).toMatchObject({ ap2: IDS });
    expect(events.map(({ type }) => type)).not.toContain("envelope.finding");
  });

  it.each([
    ["its contents", { ...IDS, contents: { total: "12.00 of Robin Example" } }],
    ["a signed token", { intent_id: "eyJhbGciOi.Robin.x" }],
    ["words", { reason: "Robin Example buys shoes" }],
    ["a text", "Robin Example buys shoes"],
  ])("is stopped with %s, and the log has its digest and none of it", async (_, ap2) => {
    const before = ran.length;
    const { left, events } = await round(pay, { to: "shop.example", ap2 });
    expect(ran).toHaveLength(before);
    expect(left).toMatchObject({ outcome: "denied" });
    expect(left?.state?.variables.analytics).not.toHaveProperty("ap2");
    const finding = events.find((body) => body.type === "envelope.finding");
    expect(finding).toMatchObject({ code: "raw-mandate" });
    expect(finding).toMatchObject({
      detail: expect.stringMatching(/refused: [\w., ]+; sha256 [0-9a-f]{64}$/),
    });
    expect(JSON.stringify(events)).not.toMatch(/Robin|eyJhbGciOi/);
  });

  const INTENT = {
    natural_language_description: "Robin Example buys shoes",
    intent_expiry: "2027-01-01",
  };
  const TOKEN = `eyJhbGciOiJFUzI1NiJ9.${Buffer.from(JSON.stringify({ vct: "mandate.payment.1", payee: "Robin" })).toString("base64url")}.c2ln`;

  it.each([
    ["an intent", { ap2: IDS, memo: INTENT }],
    ["a field of its name", { payment_mandate: { payee: "Robin Example" } }],
    [
      "a credential by its type",
      { vp: { type: ["VerifiableCredential", "CartMandate"], of: "Robin" } },
    ],
    ["a signature of the person", { deep: [{ contents: "Robin", user_authorization: "sig" }] }],
    ["a token", { note: TOKEN }],
    ["JSON in a text", { note: JSON.stringify({ cart_mandate: { of: "Robin" } }) }],
  ])("is stopped wherever it stands in the arguments: %s", async (_, args) => {
    const before = ran.length;
    const open = { ...pay, arguments: z.looseObject({ to: z.string() }) };
    const given = { to: "shop.example", ...args };
    const { left, events, scratch } = await round(open, given);
    expect(ran).toHaveLength(before);
    expect(left).toMatchObject({ outcome: "denied" });
    expect(events).toContainEqual(
      expect.objectContaining({
        code: "raw-mandate",
        detail: expect.stringMatching(/sha256 [0-9a-f]{64}/),
      }),
    );
    expect(JSON.stringify([events, scratch])).not.toMatch(/Robin|eyJhbGciOi/);
  });

  it("is stopped before the person is asked", async () => {
    const asking = { text: `@decision("needs_approval") ${NO_EVIL}` };
    const args = { to: "evil.example", ap2: { contents: "Robin" } };
    const { step, left } = await round(pay, args, asking);
    expect(step).toMatchObject({ kind: "again" });
    expect(left).toMatchObject({ outcome: "denied" });
  });
});

describe("what others receive", () => {
  const ours = (headers: object) =>
    Object.keys(headers).filter((name) => /^x-(agent|node)|traceparent/.test(name));

  it("a web page gets none of the envelope's headers", async () => {
    asked.length = 0;
    const page = createFetchPage(async () => ({ address: "127.0.0.1", family: 4 }));
    const { left } = await round(page, { url: `http://pages.example:${port}/` });
    expect(left).toMatchObject({
      state: { variables: { analytics: { risk: { egress_domain: "pages.example" } } } },
    });
    expect(asked.flatMap(ours)).toEqual([]);
    expect(asked).toHaveLength(1);
  });

  it("an MCP server gets none of them", async () => {
    asked.length = 0;
    const servers = McpServers.parse(
      JSON.stringify([{ name: "shop", url: `http://127.0.0.1:${port}/` }]),
    );
    const hub = openMcpHub(servers, {
      ...HUB_OPTIONS,
      ...ACCEPT_ALL,
    });
    await hub.offer();
    await hub.close();
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.flatMap(ours)).toEqual([]);
  });
});
