import { describe, expect, it } from "vitest";
import { parseSettings } from "./settings.ts";

const parse = (environment: Record<string, string>) =>
  parseSettings({
    DATABASE_URL: "postgresql://127.0.0.1/halfsilver",
    BETTER_AUTH_SECRET: "a-secret-that-is-long-enough-to-pass",
    ...environment,
  });

describe("settings of the search provider", () => {
  it.each([
    ["searxng", "WEB_SEARCH_URL"],
    ["tavily", "WEB_SEARCH_API_KEY"],
    ["brave", "WEB_SEARCH_API_KEY"],
  ])("%s needs %s", (provider, needed) => {
    expect(() => parse({ WEB_SEARCH_PROVIDER: provider })).toThrow(needed);
    const given = parse({ WEB_SEARCH_PROVIDER: provider, [needed]: "https://search.example" });
    expect(given.WEB_SEARCH_PROVIDER).toBe(provider);
  });

  it("refuses an address that is none of the web", () => {
    expect(() => parse({ WEB_SEARCH_URL: "file:///etc/passwd" })).toThrow("WEB_SEARCH_URL");
  });
});

describe("MCP_SERVERS", () => {
  it("is an empty list by default", () => {
    expect(parse({}).MCP_SERVERS).toEqual([]);
  });

  it("takes servers of both kinds and fills in what may be left out", () => {
    const servers = [
      { name: "files", command: "files-server" },
      { name: "web", url: "https://mcp.example/mcp", readOnlyTools: ["get"] },
    ];
    expect(parse({ MCP_SERVERS: JSON.stringify(servers) }).MCP_SERVERS).toEqual([
      { name: "files", command: "files-server", args: [], env: {}, readOnlyTools: [] },
      { name: "web", url: "https://mcp.example/mcp", headers: {}, readOnlyTools: ["get"] },
    ]);
  });

  it.each([
    ["no JSON", "[{"],
    ["no list", `{"name":"a","url":"https://a.example"}`],
    ["a name that cannot be part of a tool's", `[{"name":"A b","url":"https://a.example"}]`],
    ["an address of another kind", `[{"name":"a","url":"ftp://a.example"}]`],
    ["an unknown key", `[{"name":"a","url":"https://a.example","trusted":true}]`],
    ["two of one name", `[{"name":"a","command":"x"},{"name":"a","command":"y"}]`],
  ])("refuses %s", (_, text) => {
    expect(() => parse({ MCP_SERVERS: text })).toThrow("MCP_SERVERS");
  });
});
