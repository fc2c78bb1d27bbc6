import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "../setup/paths.ts";
import { listSourceFiles } from "./list-files.ts";

/** Documented interfaces only: patterns that no source file may match. */
const RULES = {
  "a patched global":
    /\b(?:globalThis|global)\.\w+\s*(?:\?\?|\|\|)?=(?![=>])|\b(?:defineProperty|assign)\(\s*(?:globalThis|global)\b/,
  "an overridden method":
    /\.prototype\.\w+\s*=(?![=>])|\b\w+\.(?:push|write|_write|_read|emit|pipe)\s*=(?![=>])|\b(?:stream|socket|response|request|incoming|server)\.(?!on)\w+\s*=\s*(?:async\b|function\b|\()/,
  "a private part of Node":
    /\b_handle\b|\bprocess\.binding\b|\bprocess\._\w+|\bSymbol\.for\(\s*["'`]nodejs|\.chunkedEncoding\b|\b(?:response|res)\.socket\??\.write\(/,
  "a private part of Next":
    /["'`][^"'`\s]*(?:\bnext\/dist|\/dist\/(?:server|client|compiled))\/(?!bin\/)|\b[a-z]+(?:-[a-z]+)*-manifest\.json\b/,
  "a private part of Prisma":
    /\b__wb(?:g|indgen)_\w+|["'`]@prisma\/(?:debug|driver-adapter-utils|engines|internals|schema-engine-wasm|client\/runtime|client-runtime-utils)\b/,
  "a flag of the engine":
    /\bsetFlagsFromString\b|--(?:expose[-_]gc|allow[-_]natives|(?:min|max)[-_](?:semi|old|new|heap)|(?:no[-_])?(?:flush|memory[-_]reducer|turbo|maglev|sparkplug|opt\b|lazy)|invocation[-_]count|v8[-_](?:pool|options)|stack[-_]size|optimize[-_]for[-_]size|gc[-_]|jitless|predictable|single[-_]threaded)/,
  "a priority of a process": /\bsetPriority\(|\brenice\b|["'`](?:nice|chrt|ionice)["'`]/,
} as const;

type Kind = keyof typeof RULES;

type Exception = {
  uses: readonly Kind[];
  /** The decision that names the file and says why, what it costs, and which test shows that it works. */
  decision: string;
};

const EDGE = "0017-the-edge-is-one-list";
const MIGRATIONS = "0004-postgresql-is-the-only-server";
const RUNTIME = "0015-a-server-of-our-own";

const EXCEPTIONS: Readonly<Record<string, Exception>> = {
  "bench/stack/find-action-id.ts": { uses: ["a private part of Next"], decision: EDGE },
  "scripts/server/read-action-ids.ts": { uses: ["a private part of Next"], decision: EDGE },
  "scripts/server/read-action-ids.test.ts": { uses: ["a private part of Next"], decision: EDGE },
  "scripts/database/schema-engine.ts": {
    uses: ["a private part of Prisma"],
    decision: MIGRATIONS,
  },
  "scripts/database/schema-engine-worker.ts": {
    uses: ["a private part of Prisma"],
    decision: MIGRATIONS,
  },
  "lib/tools/sandbox/inside/lock-down.mjs": {
    uses: ["a private part of Node"],
    decision: RUNTIME,
  },
  "lib/tools/sandbox/lock-down.test.ts": { uses: ["a private part of Node"], decision: RUNTIME },
  "lib/tools/sandbox/spawn-sandboxed-node.ts": {
    uses: ["a flag of the engine", "a priority of a process"],
    decision: RUNTIME,
  },
  "lib/tools/python-interpreter/inside/worker.mjs": {
    uses: ["an overridden method"],
    decision: RUNTIME,
  },
  "lib/tools/mcp/testing/start-everything.ts": {
    uses: ["an overridden method"],
    decision: RUNTIME,
  },
  "e2e/fixtures/injections/start-foreign-world.ts": {
    uses: ["an overridden method"],
    decision: RUNTIME,
  },
};

const SELF = "scripts/structure/interfaces.test.ts";

function undocumentedIn(text: string): Kind[] {
  return (Object.keys(RULES) as Kind[]).filter((kind) => RULES[kind].test(text));
}

describe("the source", () => {
  it("uses documented interfaces only, except in the listed files", () => {
    const found = listSourceFiles()
      .filter((path) => path !== SELF)
      .map((path) => [path, undocumentedIn(readFileSync(join(ROOT, path), "utf8"))] as const)
      .filter(([, kinds]) => kinds.length > 0);
    const allowed = Object.entries(EXCEPTIONS).map(([path, { uses }]) => [path, uses]);
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(allowed));
  });

  it.each(Object.entries(EXCEPTIONS))("explains %s in a decision", (path, { decision }) => {
    expect(readFileSync(join(ROOT, "docs/decisions", `${decision}.md`), "utf8")).toContain(path);
  });

  it.each<[Kind, string]>([
    ["a patched global", "globalThis.fetch = ourFetch;"],
    ["a patched global", "globalThis.setTimeout = Object.assign(loosened, original);"],
    ["a patched global", "global.setImmediate = (work) => work();"],
    ["a patched global", "globalThis.Promise ??= Bluebird;"],
    ["a patched global", 'Object.defineProperty(globalThis, "fetch", { value });'],
    ["an overridden method", "stream.push = (bytes) => take(bytes);"],
    ["an overridden method", "incoming.resume = function () {};"],
    ["an overridden method", "Socket.prototype.connect = refuse;"],
    ["a private part of Node", "socket._handle.setNoDelay(true);"],
    ["a private part of Node", "response.socket?.write(frame);"],
    ["a private part of Node", "if (response.chunkedEncoding) send();"],
    ["a private part of Node", 'globalThis[Symbol.for("nodejs.undici.globalDispatcher.1")]'],
    ["a private part of Node", 'process.binding("tcp_wrap");'],
    ["a private part of Next", 'import { patchFetch } from "next/dist/server/lib/patch-fetch";'],
    ["a private part of Next", 'await import("../node_modules/next/dist/compiled/cookie");'],
    ["a private part of Next", 'join(folder, "server", "server-reference-manifest.json");'],
    ["a private part of Next", 'read(".next/build-manifest.json");'],
    ["a private part of Prisma", "bindings.__wbg_set_wasm(instance.exports);"],
    ["a private part of Prisma", "(instance.exports.__wbindgen_start as () => void)();"],
    ["a private part of Prisma", 'import { bind } from "@prisma/driver-adapter-utils";'],
    ["a private part of Prisma", 'import * as engine from "@prisma/schema-engine-wasm";'],
    ["a flag of the engine", 'v8.setFlagsFromString("--expose-gc");'],
    ["a flag of the engine", 'args: ["--no-memory-reducer"]'],
    ["a flag of the engine", 'args: ["--max-semi-space-size=8", "main.ts"]'],
    ["a flag of the engine", 'args: ["--invocation-count-for-turbofan=20000"]'],
    ["a flag of the engine", 'args: ["--v8-pool-size=2"]'],
    ["a priority of a process", "os.setPriority(pid, 5);"],
    ["a priority of a process", 'spawn("nice", ["-n", "5", command]);'],
    ["a priority of a process", 'exec("renice -n 5 -p 12");'],
  ])("is caught with %s: %s", (kind, text) => {
    expect(undocumentedIn(text)).toContain(kind);
  });

  it.each([
    "store[KEY] ??= new Map();",
    'const KEY = Symbol.for("halfsilver.runs");',
    "const store = globalThis as { [KEY]?: Registry };",
    "if (globalThis.fetch === undefined) return;",
    "response.write(frame);",
    "response.statusCode = 500;",
    "request.onload = () => resolve();",
    "const listen = (port) => server.listen(port);",
    'import type { PromptManifest } from "./prompt-manifest.ts";',
    'import { PrismaPg } from "@prisma/adapter-pg";',
    'const NEXT = "node_modules/next/dist/bin/next";',
  ])("may contain %s", (text) => {
    expect(undocumentedIn(text)).toEqual([]);
  });
});
