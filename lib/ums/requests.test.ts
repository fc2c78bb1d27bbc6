import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { signAgentStateHeaders } from "../agent-state/sign-agent-state-headers.ts";
import { ApiError } from "../contracts/api-error.ts";
import { UmsConversation } from "../contracts/ums/ums-chat.ts";
import { db } from "../db/client.ts";
import { SERVICE_BODY_MAX_BYTES } from "../edge/limits.ts";
import { settings } from "../env/settings.ts";
import { ENVELOPE, provideUms, signedHeaders } from "./testing/provide-ums.ts";

const ums = provideUms();

const open = (headers: Record<string, string>, body = "{}") =>
  fetch(`${ums.server().url}/conversations`, { method: "POST", headers, body });

const chat = (id: string, headers: Record<string, string>, body: unknown) =>
  fetch(`${ums.server().url}/conversations/${id}/chat`, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });

async function refusal(response: Response) {
  const { error } = ApiError.parse(await response.json());
  return `${response.status} ${error.code}`;
}

const conversations = () => db().umsConversation.count();

describe("a call with key and signature", () => {
  it("opens a conversation", async () => {
    const response = await open(signedHeaders(), JSON.stringify({ title: "People" }));
    expect(response.status).toBe(201);
    const opened = await response.json();
    expect(UmsConversation.parse(opened)).toEqual(opened);
    expect(Object.keys(opened)).toEqual(["id", "title", "created_at", "updated_at"]);
    expect(opened.title).toBe("People");
  });

  it("may leave the title, and the body, out", async () => {
    expect((await open(signedHeaders(), "")).status).toBe(201);
    expect(await (await open(signedHeaders(), "{}")).json()).toMatchObject({ title: null });
  });

  it("may carry a trace, and one that is malformed is ignored", async () => {
    const trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    for (const traceparent of [trace, "00-xyz", "", "00-0-0-0", "ÿ"]) {
      expect((await open({ ...signedHeaders(), traceparent })).status).toBe(201);
    }
  });
});

describe("the service key", () => {
  it.each([
    ["missing", undefined],
    ["wrong", "Bearer wrong"],
    ["empty", "Bearer "],
    ["of another scheme", "Basic dXNlcjpwYXNz"],
  ])("%s: refused, and nothing is opened", async (_case, authorization) => {
    const { authorization: _, ...rest } = signedHeaders();
    const response = await open(authorization === undefined ? rest : { ...rest, authorization });
    expect(response.headers.get("www-authenticate")).toBe("Bearer");
    expect(await refusal(response)).toBe("401 bad-key");
    expect(await conversations()).toBe(0);
  });

  it("does not stand in for the signature, nor the state key for it", async () => {
    const { UMS_SERVICE_KEY, AGENT_STATE_KEY } = settings();
    expect(await refusal(await open(signedHeaders(ENVELOPE, UMS_SERVICE_KEY)))).toBe("401 forged");
    const swapped = { ...signedHeaders(), authorization: `Bearer ${AGENT_STATE_KEY}` };
    expect(await refusal(await open(swapped))).toBe("401 bad-key");
  });
});

describe("the signed state", () => {
  const without = (name: string) => {
    const { [name]: _, ...rest } = signedHeaders();
    return rest;
  };

  it("unsigned is refused", async () => {
    expect(await refusal(await open(without("x-agent-state-mac")))).toBe("401 unsigned");
    expect(await conversations()).toBe(0);
  });

  it("forged in any of its four values is refused", async () => {
    const other = signedHeaders({
      ...ENVELOPE,
      variables: { AGENT: { objective: "all of them" } },
    });
    const forgeries: Record<string, string>[] = [
      { "x-agent-state-mac": `v1=${"A".repeat(43)}` },
      { "x-agent-state-mac": "v2=nothing" },
      { "x-node-id": "general" },
      { "x-agent-ref": "run-2" },
      { "x-agent-parent-ref": "h3" },
      { "x-agent-state": other["x-agent-state"] ?? "" },
    ];
    for (const forgery of forgeries) {
      expect(await refusal(await open({ ...signedHeaders(), ...forgery }))).toBe("401 forged");
    }
    expect(await refusal(await open(without("x-agent-ref")))).toBe("401 forged");
    expect(await refusal(await open(signedHeaders(ENVELOPE, "another key")))).toBe("401 forged");
    expect(await conversations()).toBe(0);
  });

  it("replayed is refused, by whichever call and however soon", async () => {
    const headers = signedHeaders();
    expect((await open(headers)).status).toBe(201);
    expect(await refusal(await open(headers))).toBe("401 replayed");
    const body = { message: { role: "user", content: "Hello" }, stream: false };
    expect(await refusal(await chat(randomUUID(), headers, body))).toBe("401 replayed");
    const twice = signedHeaders();
    const both = await Promise.all([open(twice), open(twice)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 401]);
    expect(await conversations()).toBe(2);
  });

  it("signed again under a fresh nonce is another hop", async () => {
    expect((await open(signedHeaders())).status).toBe(201);
    expect((await open(signedHeaders())).status).toBe(201);
  });

  it("from too long ago, or from the future, is refused", async () => {
    for (const minutes of [-6, 6]) {
      const sent_at = new Date(Date.now() + minutes * 60_000).toISOString();
      const headers = signedHeaders({ ...ENVELOPE, metadata: { sent_at } });
      expect(await refusal(await open(headers))).toBe("401 stale");
    }
    const metadata = { sent_at: "yesterday" };
    const unreadable = signedHeaders({ ...ENVELOPE, metadata });
    expect(await refusal(await open(unreadable))).toBe("400 state-malformed");
  });

  it("without a time is taken once, ever", async () => {
    const headers = signedHeaders({ ...ENVELOPE, metadata: { sent_at: undefined } });
    expect((await open(headers)).status).toBe(201);
    await db().umsSeenHop.updateMany({ data: { seenAt: new Date(0) } });
    expect((await open(signedHeaders())).status).toBe(201);
    expect(await refusal(await open(headers))).toBe("401 replayed");
  });

  it("bound to another body is refused", async () => {
    const metadata = { body_sha256: "0".repeat(64) };
    expect(await refusal(await open(signedHeaders({ ...ENVELOPE, metadata })))).toBe(
      "401 other-body",
    );
  });

  it("oversize is refused, although it is signed", async () => {
    const variables = { AGENT: { objective: "x".repeat(6 * 1024) } };
    expect(await refusal(await open(signedHeaders({ ...ENVELOPE, variables })))).toBe(
      "431 state-too-large",
    );
    const fits = { AGENT: { objective: "x".repeat(4_000) } };
    expect((await open(signedHeaders({ ...ENVELOPE, variables: fits }))).status).toBe(201);
  });

  it("missing or malformed is refused, although it is signed", async () => {
    const { authorization = "" } = signedHeaders();
    const sign = (headers: Record<string, string>) => ({
      ...signAgentStateHeaders(headers, settings().AGENT_STATE_KEY),
      authorization,
    });
    const node = { "x-node-id": "users" };
    const states: Record<string, string>[] = [
      {},
      { "x-agent-state": "!!!" },
      { "x-agent-state": "e30" },
    ];
    for (const state of states) {
      const response = await open(sign({ ...node, ...state }));
      expect(await refusal(response)).toBe("400 state-malformed");
    }
  });
});

describe("a body", () => {
  const message = { role: "user", content: "Hello" };

  it.each([
    ["no JSON", "{"],
    ["no object", "[]"],
    ["an unknown key", JSON.stringify({ title: "People", owner: "me" })],
    ["a title of the wrong type", JSON.stringify({ title: 7 })],
    ["an empty title", JSON.stringify({ title: " " })],
  ])("with %s opens nothing", async (_case, body) => {
    expect(await refusal(await open(signedHeaders(), body))).toBe("400 invalid");
    expect(await conversations()).toBe(0);
  });

  it.each([
    ["no message", { stream: true }],
    ["another role", { message: { ...message, role: "system" }, stream: true }],
    ["an empty message", { message: { ...message, content: "  " }, stream: true }],
    ["a message too long", { message: { ...message, content: "x".repeat(40_001) }, stream: true }],
    ["an unknown key", { message, stream: true, tools: [] }],
    ["an approval of no id", { message, approval: { id: "1", decision: "approved" } }],
    ["no decision of ours", { message, approval: { id: randomUUID(), decision: "maybe" } }],
  ])("of a chat with %s is refused", async (_case, body) => {
    const { id } = await (await open(signedHeaders())).json();
    expect(await refusal(await chat(id, signedHeaders(), body))).toBe("400 invalid");
    expect(await ums.prompts()).toEqual([]);
  });

  it("too large is refused, whether or not it says so before", async () => {
    const large = "x".repeat(SERVICE_BODY_MAX_BYTES + 1);
    expect(await refusal(await open(signedHeaders(), large))).toBe("413 too-large");
    const chunked = new ReadableStream({
      pull(controller) {
        controller.enqueue(Buffer.from(large));
        controller.close();
      },
    });
    const init = { method: "POST", headers: signedHeaders(), body: chunked, duplex: "half" };
    const response = await fetch(`${ums.server().url}/conversations`, init as RequestInit);
    expect(await refusal(response)).toBe("413 too-large");
  });

  it("for a conversation that does not exist is refused", async () => {
    const body = { message, stream: true };
    for (const id of [randomUUID(), "1", "%00", "..%2f"]) {
      expect(await refusal(await chat(id, signedHeaders(), body))).toBe("404 not-found");
    }
  });
});
