import { describe, expect, it } from "vitest";
import { parseRunStream, parseStream } from "./run-stream.ts";

describe("parseRunStream", () => {
  it("finds the run, and how far its reader has come", () => {
    expect(parseRunStream("/api/runs/r1/stream?from=12")).toEqual({ runId: "r1", from: 12 });
    expect(parseRunStream("/api/runs/r1/stream")).toEqual({ runId: "r1", from: 0 });
  });

  it("takes what is no offset for the beginning", () => {
    for (const from of ["-1", "1.5", "x", "", "1e30"]) {
      expect(parseRunStream(`/api/runs/r1/stream?from=${from}`)).toEqual({ runId: "r1", from: 0 });
    }
  });

  it("leaves every other address to the framework", () => {
    for (const url of ["/", "/api/runs/r1/stop", "/api/runs/r1/stream/", "/api/runs/a/b/stream"]) {
      expect(parseRunStream(url)).toBeNull();
    }
  });
});

describe("parseStream", () => {
  it("knows the stream of a run, that of looks, and no other", () => {
    expect(parseStream("/api/runs/r1/stream?from=1")).toEqual({ runId: "r1", from: 1 });
    expect(parseStream("/api/looks/stream")).toBe("looks");
    for (const url of ["/api/looks", "/api/looks/stream/", "/api/looks/stream/x"])
      expect(parseStream(url)).toBeNull();
  });
});
