import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findIncoming, type Gets } from "./incoming-list.ts";
import { type House, isFromUs, judgeRequest } from "./judge-request.ts";

const OURS = "https://chat.example";
const ACTION = "a".repeat(42);
const house: House = {
  origins: [OURS, "http://localhost:3000"],
  isDevelopment: false,
  actionIds: new Set([ACTION]),
};
const ID = "6f1cf1a8-0d3f-4a0e-9d3e-1f6a5d1f0c11";

function judge(method: string, url: string, headers: Record<string, string> = {}) {
  const verdict = judgeRequest({ method, url, headers }, house);
  return verdict.ok ? verdict.incoming.gets : verdict.refusal.code;
}

const action = (headers: Record<string, string> = {}) => ({
  origin: OURS,
  "next-action": ACTION,
  "content-type": "text/plain;charset=UTF-8",
  "content-length": "30",
  ...headers,
});

describe("the list", () => {
  it.each<[string, string, Gets]>([
    ["GET", "/", "page"],
    ["GET", `/c/${ID}?x=1`, "page"],
    ["GET", "/sign-in?to=%2Fc%2F1", "page"],
    ["GET", "/nothing/of/this/name", "page"],
    ["GET", "/_next/static/chunks/a.js", "static"],
    ["GET", `/api/runs/${ID}/stream?from=3`, "stream"],
    ["GET", "/api/looks/stream", "stream"],
    ["GET", `/api/attachments/${ID}/a%20b.txt`, "download"],
    ["GET", `/api/attachments/${ID}/passages/3`, "json"],
    ["GET", `/api/attachments/${ID}/print/a.pdf`, "download"],
    ["GET", "/api/conversations", "json"],
    ["GET", "/api/health", "json"],
    ["GET", "/api/admin/runs", "json"],
    ["GET", "/%61pi/admin/runs", "json"],
    ["GET", "/api%2Fadmin%2fruns", "json"],
  ])("gives %s %s: %s", (method, url, gets) => expect(judge(method, url)).toBe(gets));

  it.each<[string, string, Gets]>([
    ["POST", `/api/runs/${ID}/stop`, "json"],
    ["POST", "/api/attachments", "upload"],
    ["POST", "/api/auth/sign-out", "json"],
    ["DELETE", "/api/admin/runs", "json"],
    ["OPTIONS", "/api/admin/nothing", "json"],
  ])("gives %s %s of a page of ours: %s", (method, url, gets) =>
    expect(judge(method, url, { origin: OURS })).toBe(gets),
  );

  it("lets a body through to every handler of operators that reads one", () => {
    const app = join(import.meta.dirname, "../../app");
    const reading = readdirSync(app, { recursive: true, encoding: "utf8" })
      .filter((file) => file.startsWith("api/admin/") && file.endsWith("/route.ts"))
      .filter((file) => /\bread(?:Body|Json)\(/.test(readFileSync(join(app, file), "utf8")))
      .map((file) => `/${file.replace(/\/route\.ts$/, "").replace(/\[[^\]]+\]/g, ID)}`);
    expect(reading.length).toBeGreaterThan(6);
    for (const route of reading) {
      const found = findIncoming("POST", route, false);
      expect(found.ok && found.incoming.bodyMaxBytes, route).toBeGreaterThan(0);
    }
  });

  it("has a line for every route handler", () => {
    const app = join(import.meta.dirname, "../../app");
    const routes = readdirSync(app, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith("/route.ts"))
      .map((file) => `/${file.replace(/\/route\.ts$/, "").replace(/\[[^\]]+\]/g, "x")}`);
    expect(routes.length).toBeGreaterThan(20);
    for (const route of [...routes, "/api/runs/x/stream", "/api/looks/stream"]) {
      const lines = ["GET", "POST", "DELETE"].map((method) => findIncoming(method, route, false));
      const gets = lines.map((found) => (found.ok ? found.incoming.gets : "nothing"));
      expect(
        gets.some((each) => each !== "nothing" && each !== "page"),
        route,
      ).toBe(true);
    }
  });
});

describe("a refusal", () => {
  it.each([
    ["OPTIONS", "*", "bad-request"],
    ["GET", "http://evil.example/", "bad-request"],
    ["GET", "//evil.example/a", "bad-request"],
    ["GET", "/\\evil.example", "bad-request"],
    ["GET", "/c/%E0%A4%A", "bad-request"],
    ["GET", "/_next/static/../../package.json", "bad-request"],
    ["GET", "/_next/static/%2e%2e/package.json", "bad-request"],
    ["GET", "/./", "bad-request"],
    ["GET", "/c/a%00b", "bad-request"],
    ["GET", "/c/a%0d%0ab", "bad-request"],
    ["GET", "/admin/runs?q=%00", "bad-request"],
    ["TRACE", "/", "no-such-method"],
    ["CONNECT", "/", "no-such-method"],
    ["PUT", "/", "no-such-method"],
    ["POST", "/sign-in", "no-such-method"],
    ["OPTIONS", "/", "no-such-method"],
    ["DELETE", "/nothing", "no-such-method"],
    ["GET", "/api/nothing", "not-found"],
    ["GET", "/%5Fnext/image?url=%2Fa.png", "not-found"],
    ["POST", "/api/nothing", "not-found"],
    ["GET", "/api/auth/session", "not-found"],
    ["POST", "/api/health", "not-found"],
    ["GET", "/_next/image?url=%2Fa&w=1&q=1", "not-found"],
    ["GET", "/_next/hmr", "not-found"],
    ["GET", "/_next/webpack-hmr", "not-found"],
  ])("meets %s %s: %s", (method, url, code) =>
    expect(judge(method, url, { origin: OURS })).toBe(code),
  );

  it("names the methods that an address accepts", () => {
    const verdict = judgeRequest({ method: "TRACE", url: "/", headers: {} }, house);
    expect(verdict).toMatchObject({ refusal: { headers: { allow: "GET, HEAD, POST" } } });
  });

  it.each([
    ["GET", "/", { "content-length": "1" }, "body-unwanted"],
    ["GET", "/api/conversations", { "transfer-encoding": "chunked" }, "body-unwanted"],
    ["POST", `/api/runs/${ID}/stop`, { "content-length": "9" }, "body-unwanted"],
    ["POST", "/api/admin/runs", { "transfer-encoding": "chunked" }, "body-unwanted"],
    ["POST", "/api/attachments", { "content-length": "629145600" }, "too-large"],
    ["POST", "/api/auth/sign-in/email", { "content-length": "8193" }, "body-too-large"],
    ["POST", "/api/ums/conversations", { "content-length": "262145" }, "body-too-large"],
    ["POST", "/", action({ "content-length": "262145" }), "body-too-large"],
  ])("meets %s %s with the body that %j announces: %s", (method, url, headers, code) =>
    expect(judge(method, url, { origin: OURS, ...headers })).toBe(code),
  );

  it.each([
    ["{}", "bad-request"],
    ["%E0%A4%A", "bad-request"],
    ["[]", "bad-request"],
    ["[1]", "bad-request"],
    ['["",[]]', "bad-request"],
    ['["",{"children":["a"]}]', "bad-request"],
    ['["",{},null,"all"]', "bad-request"],
    ['["",{}]', "page"],
    ['["",{"children":["c",{"children":[["id","1","d",null],{}]}]},null,"refetch"]', "page"],
  ])("meets a page's router state %s: %s", (state, result) => {
    const header = state.startsWith("[") ? encodeURIComponent(state) : state;
    expect(judge("GET", "/", { rsc: "1", "next-router-state-tree": header })).toBe(result);
  });

  it.each([
    [{}, "action"],
    [{ "content-type": "text/plain" }, "action"],
    [{ "next-action": "b".repeat(42) }, "page-outdated"],
    [{ "next-action": "toString" }, "page-outdated"],
    [{ "content-type": "multipart/form-data; boundary=x" }, "bad-request"],
    [{ "content-type": "application/x-www-form-urlencoded" }, "bad-request"],
    [{ "content-type": "" }, "bad-request"],
    [{ origin: "https://evil.example" }, "foreign-origin"],
  ])("meets an action with %j: %s", (headers, result) =>
    expect(judge("POST", "/", action(headers))).toBe(result),
  );

  it("applies to a form that is sent to a page", () => {
    const headers = { origin: OURS, "content-type": "multipart/form-data; boundary=x" };
    expect(judge("POST", "/", headers)).toBe("no-such-method");
  });
});

const CHANGES = [
  ["POST", "/"],
  ["POST", `/c/${ID}`],
  ["POST", `/api/runs/${ID}/stop`],
  ["POST", "/api/attachments"],
  ["POST", "/api/auth/sign-in/email"],
  ["POST", "/api/auth/sign-out"],
  ["POST", "/api/admin/decode"],
  ["DELETE", "/api/admin/runs"],
] as const;

describe("the origin of a change", () => {
  const { origin: _origin, ...rest } = action({ "content-length": "0" });

  const takes = (method: string, url: string, all: Record<string, string>[]) =>
    all.map((headers) => [headers, judge(method, url, { ...rest, ...headers })] as const);

  it.each(CHANGES)(
    "%s %s accepts our origin, and no origin if the browser calls it same-site",
    (...to) => {
      const good = [
        { origin: OURS },
        { origin: OURS, "sec-fetch-site": "cross-site" },
        { origin: "http://localhost:3000" },
        { "sec-fetch-site": "same-origin" },
        { "sec-fetch-site": "none" },
      ] as Record<string, string>[];
      for (const [headers, result] of takes(...to, good)) {
        expect(["action", "json", "upload"], JSON.stringify(headers)).toContain(result);
      }
    },
  );

  it.each(CHANGES)("%s %s refuses all others", (...to) => {
    const bad = [
      {},
      { origin: "null" },
      { origin: "https://evil.example", "sec-fetch-site": "same-origin" },
      { origin: "http://chat.example" },
      { origin: `${OURS}.evil.example` },
      { origin: "https://evil.example", host: "evil.example", "x-forwarded-host": "evil.example" },
      { "sec-fetch-site": "same-site" },
      { "sec-fetch-site": "cross-site" },
    ] as Record<string, string>[];
    for (const [headers, result] of takes(...to, bad)) {
      expect(result, JSON.stringify(headers)).toBe("foreign-origin");
    }
  });

  it("is not checked for a service, unless a browser sends the request", () => {
    const url = `/api/ums/conversations/${ID}/chat`;
    expect(judge("POST", url)).toBe("service");
    expect(judge("POST", url, { origin: "https://evil.example" })).toBe("foreign-origin");
    expect(judge("POST", url, { "sec-fetch-site": "cross-site" })).toBe("foreign-origin");
  });

  it("is not checked for requests that change nothing", () => {
    expect(judge("GET", "/", { origin: "https://evil.example" })).toBe("page");
    expect(isFromUs({}, house.origins)).toBe(false);
  });
});
