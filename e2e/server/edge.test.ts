/** The edge of the real server, tested by raw sockets with requests that no browser sends. The log must stay clean. */

import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { askRaw, chunked, head } from "../../lib/edge/testing/ask-raw.ts";
import { readActionIds } from "../../scripts/server/read-action-ids.ts";
import { ROOT } from "../../scripts/setup/paths.ts";
import { DIST_DIR, startTestStack, type TestStack } from "../../scripts/testing/test-stack.ts";
import { joinOverHttp } from "../fixtures/people/http-person.ts";

const MIB = 1024 * 1024;
const HUGE_BYTES = 600 * MIB;
/** Printed where a connection that was left open held the server until the end of its grace. */
const FORCED = /did not end within|Had to be killed|Not everything ended/;
/** pino's number for `error`. */
const ERROR_LEVEL = 50;
const CLOSE = { Connection: "close" };
const METRICS_TOKEN = "a token of what watches";
const UPGRADE = {
  Connection: "Upgrade",
  Upgrade: "websocket",
  "Sec-WebSocket-Version": "13",
  "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
};

/** The edge refuses them, before it matters which action they are for. */
const HUGE_ARGUMENTS = [
  `[${Array(50_000).fill("0").join()}]`,
  `[[${Array(50_000).fill("0").join()}]]`,
  "[".repeat(50_000),
];

const lines: string[] = [];
let stack: TestStack;
let port: number;
let ours: string;
beforeAll(async () => {
  stack = await startTestStack({
    name: "edge",
    // The default of `npm start` is a demo model without control. Who signs up here has a session at once.
    env: { DEMO_MODEL_CONTROL: "", CONFIRM_ADDRESSES: "0", METRICS_TOKEN },
    onLine: (line) => lines.push(line),
  });
  port = Number(new URL(stack.url).port);
  ours = stack.url;
});
afterAll(() => stack?.remove());

const countDescriptors = () => readdirSync(`/proc/${stack.pidOf("server")}/fd`).length;

function residentBytes(): number {
  const status = readFileSync(`/proc/${stack.pidOf("server")}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
}

function signUp(name: string): Promise<Response> {
  const email = `${crypto.randomUUID()}@example.org`;
  return fetch(`${ours}/api/auth/sign-up/email`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: ours },
    body: JSON.stringify({ name, email, password: "of this test" }),
  });
}

/** Creates an account. @returns its session cookie */
async function join(): Promise<string> {
  const [cookie = ""] = (await signUp("Edge")).headers.getSetCookie();
  return cookie.split(";", 1)[0] ?? "";
}

/** The headers of a call of a server action from a page of the product. */
function actionHeaders(cookie: string, more: Record<string, string>): Record<string, string> {
  const [actionId = ""] = readActionIds(DIST_DIR) ?? [];
  return {
    Origin: ours,
    Cookie: cookie,
    "Next-Action": actionId,
    "Content-Type": "text/plain;charset=UTF-8",
    ...CLOSE,
    ...more,
  };
}

test("a connection upgrade is refused and closed, and leaves no descriptor behind", async () => {
  await askRaw(port, head("GET /_next/hmr", UPGRADE));
  const before = countDescriptors();
  for (const path of ["/_next/hmr", "/_next/webpack-hmr", "/", "/api/health", "/nothing"]) {
    for (let count = 0; count < 20; count += 1) {
      const { status } = await askRaw(port, head(`GET ${path}`, UPGRADE));
      expect(status, path).toBe(400);
    }
  }
  await expect.poll(countDescriptors).toBeLessThan(before + 10);
});

test("a chunked body of 600 MB is cut off at its limit, and memory does not grow", async () => {
  const cookie = await join();
  const inChunks = { Origin: ours, Cookie: cookie, "Transfer-Encoding": "chunked" };
  const file = { ...inChunks, "Content-Type": "multipart/form-data; boundary=x" };
  const before = residentBytes();
  for (const [line, headers, status] of [
    ["POST /api/attachments", file, 413],
    ["POST /api/attachments", { ...file, Cookie: "" }, 401],
    ["POST /api/auth/sign-in/email", inChunks, 413],
    ["POST /api/ums/conversations", { "Transfer-Encoding": "chunked" }, 413],
    ["POST /api/admin/decode", inChunks, 404],
    ["POST /", actionHeaders(cookie, inChunks), 413],
    ["POST /api/runs/1/stop", inChunks, 400],
    ["POST /sign-in", inChunks, 405],
    ["GET /", { "Transfer-Encoding": "chunked" }, 400],
  ] as const) {
    const answer = await askRaw(port, chunked(head(line, headers), HUGE_BYTES));
    expect(answer.status, line).toBe(status);
    expect(answer.sentBytes, line).toBeLessThan(60 * MIB);
  }
  expect(residentBytes() - before).toBeLessThan(150 * MIB);
});

test("slow headers time out", async () => {
  const [silent, slow] = await Promise.all([
    askRaw(port, ""),
    askRaw(port, "GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: "),
  ]);
  expect([silent.status, slow.status]).toEqual([408, 408]);
});

test("malformed requests get a 4xx", async () => {
  const cookie = await join();
  for (const [line, headers] of [
    ["TRACE /", {}],
    ["TRACE /api/admin/runs", {}],
    ["OPTIONS *", {}],
    ["CONNECT evil.example:443", {}],
    ["GET /c/%E0%A4%A", { Cookie: cookie }],
    ["GET /c/a%00b", { Cookie: cookie }],
    ["GET /_next/static/%E0%A4%A", {}],
    ["GET //evil.example", {}],
    ["GET http://evil.example/", {}],
    ["GET /sign-in", { RSC: "1", "Next-Router-State-Tree": "nonsense" }],
    ["GET /sign-in", { RSC: "1", "Next-Router-State-Tree": "%5B%5D" }],
    ["GET /sign-in", { RSC: "1", "Next-Router-State-Tree": "%5B%22%22%2C%5B%5D%5D" }],
    ["POST /sign-in", { Origin: ours, "Content-Type": "multipart/form-data; boundary=x" }],
  ] as const) {
    const { status, text } = await askRaw(port, head(line, { ...headers, ...CLOSE }));
    expect([400, 404, 405], line).toContain(status);
    expect(text, line).toContain("X-Content-Type-Options: nosniff");
    expect(text, line).toContain("Content-Security-Policy: ");
  }
  for (const [body, headers] of [
    ["{", {}],
    ["[", {}],
    ['["$F1"]', {}],
    ['["$@9"]', {}],
    ["[]", { "Next-Action": "b".repeat(42) }],
    ["[]", { "Next-Action": "toString" }],
    ["--x", { "Content-Type": "multipart/form-data; boundary=x" }],
    ["--x", { "Content-Type": "multipart/form-data" }],
    ["a=b", { "Content-Type": "application/x-www-form-urlencoded" }],
    ["[]", { "Content-Type": "application/octet-stream" }],
  ] as const) {
    const all = actionHeaders(cookie, { "Content-Length": String(body.length), ...headers });
    const { status } = await askRaw(port, head("POST /", all) + body);
    expect([400, 404], body).toContain(status);
  }
  for (const name of ["a\u0000b", "a\u0007b"]) {
    expect((await signUp(name)).status).toBe(400);
  }
});

test("no arguments of an action are an error of ours, whichever action and page it is", async () => {
  const ids = [...(readActionIds(DIST_DIR) ?? [])];
  expect(ids.length).toBeGreaterThan(10);
  const other = { conversationId: crypto.randomUUID(), shareLinkId: crypto.randomUUID() };
  const bodies = [
    ...[
      "[]",
      "[null]",
      '["a"]',
      '["\\u0000"]',
      '["\\ud800"]',
      "[1,2,3]",
      "[[]]",
      "[{}]",
      "[[[[{}]]]]",
    ],
    '[{"constructor":{"prototype":{"ok":true}}}]',
    JSON.stringify([other]),
    JSON.stringify([other.shareLinkId]),
  ];
  const cookie = await join();
  const places = [
    ["/", cookie],
    ["/account", cookie],
    ["/settings", cookie],
    ["/account", ""],
  ] as const;
  let asked = 0;
  for (const id of ids) {
    for (const body of bodies) {
      // In turn: each action meets each place, and each body too.
      const [path, as] = places[asked++ % places.length] ?? ["/", cookie];
      const headers = { "Next-Action": id, "Content-Length": String(body.length) };
      const all = actionHeaders(as, headers);
      const { status } = await askRaw(port, [head(`POST ${path}`, all), body]);
      expect([200, 400], `${path} ${id} ${body.slice(0, 60)}`).toContain(status);
    }
  }
  for (const body of HUGE_ARGUMENTS) {
    const all = actionHeaders(cookie, { "Content-Length": String(body.length) });
    const { status } = await askRaw(port, [head("POST /", all), body]);
    expect(status, body.slice(0, 60)).toBe(400);
  }
});

test("strangers learn no version and no model, and operators and watchers do", async () => {
  const health = async (headers: Record<string, string>) =>
    (await fetch(`${ours}/api/health`, { headers })).json();
  const admin = await joinOverHttp(stack, ROOT, "admin");
  const wrong = { authorization: "Bearer of somebody else" };
  const strangers: Record<string, string>[] = [{}, { cookie: await join() }, { cookie: "a=b" }];
  for (const stranger of [...strangers, wrong])
    expect(Object.keys(await health(stranger)).sort()).toEqual(["parts", "status"]);
  const told = { version: expect.any(String), model: { name: "Demo model" } };
  expect(await health({ authorization: `Bearer ${METRICS_TOKEN}` })).toMatchObject(told);
  expect(await (await admin.get("/api/health")).json()).toMatchObject(told);
  expect(lines.join("\n")).toContain("Demo model");
});

test("robots read that nothing is for them, and that shared copies say so themselves", async () => {
  const response = await fetch(`${ours}/robots.txt`);
  expect(response.headers.get("content-type")).toContain("text/plain");
  expect(await response.text()).toMatch(/^User-agent: \*\nAllow: \/s\/\nDisallow: \/$/m);
});

test("nobody else can read the files of the data folder and of the build", () => {
  const PASSED = 0o710;
  const isOpen = (path: string) => {
    const { mode } = lstatSync(path);
    return (mode & 0o077) !== 0 && !(path === stack.dataDir && (mode & 0o777) === PASSED);
  };
  /** A build links to packages, which are no part of it. */
  const list = (path: string): string[] => {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (!stat || stat.isSymbolicLink()) return [];
    const names = stat.isDirectory() ? readdirSync(path) : [];
    return [path, ...names.flatMap((name) => list(`${path}/${name}`))];
  };
  for (const folder of [stack.dataDir, DIST_DIR]) {
    const all = list(folder);
    expect(all.length).toBeGreaterThan(3);
    expect(all.filter(isOpen)).toEqual([]);
  }
});

/** Headers of requests from another site, or of unknown origin. */
const FROM_ELSEWHERE: readonly Record<string, string>[] = [
  {},
  { Origin: "https://evil.example" },
  { Origin: "null" },
  { "Sec-Fetch-Site": "cross-site" },
  { "Sec-Fetch-Site": "same-site" },
  { Origin: "http://evil.example", Host: "evil.example", "X-Forwarded-Host": "evil.example" },
];

test("a request that changes something is refused unless it comes from our own origin", async () => {
  const cookie = await join();
  const empty = { ...CLOSE, Cookie: cookie, "Content-Length": "0" };
  const { Origin: _ours, ...action } = actionHeaders(cookie, { "Content-Length": "0" });
  const fromUs: readonly Record<string, string>[] = [
    { Origin: ours },
    { Origin: `http://127.0.0.1:${port}` },
    { "Sec-Fetch-Site": "same-origin" },
    { "Sec-Fetch-Site": "none" },
  ];
  const changes: readonly [string, Record<string, string>][] = [
    ["POST /api/runs/6f1cf1a8-0d3f-4a0e-9d3e-1f6a5d1f0c11/stop", empty],
    ["POST /api/attachments", empty],
    ["POST /api/auth/nothing", empty],
    ["POST /api/admin/decode", empty],
    ["POST /", action],
  ];
  for (const [line, headers] of changes) {
    for (const from of FROM_ELSEWHERE) {
      const { status } = await askRaw(port, head(line, { ...headers, ...from }));
      expect(status, `${line} ${JSON.stringify(from)}`).toBe(403);
    }
    for (const from of fromUs) {
      const { status } = await askRaw(port, head(line, { ...headers, ...from }));
      expect([400, 404], `${line} ${JSON.stringify(from)}`).toContain(status);
    }
  }
  const service = head("POST /api/ums/conversations", { ...CLOSE, "Content-Length": "0" });
  expect((await askRaw(port, service)).status).toBe(401);
});

test("redirects are relative, whatever host the request claims", async () => {
  const claims = {
    Host: "evil.example",
    "X-Forwarded-Host": "evil.example",
    "X-Forwarded-Proto": "https",
    ...CLOSE,
  };
  for (const [path, location] of [
    ["/", "/sign-in"],
    ["/c/6f1cf1a8-0d3f-4a0e-9d3e-1f6a5d1f0c11", "/sign-in?to="],
    ["/sign-in/", "/sign-in"],
  ] as const) {
    for (const cookie of ["", "halfsilver.session_token=forged.token"]) {
      const { status, text } = await askRaw(
        port,
        head(`GET ${path}`, { ...claims, Cookie: cookie }),
      );
      expect([307, 308], path).toContain(status);
      expect(/^location: (.*)$/im.exec(text)?.[1], path).toMatch(
        new RegExp(`^${RegExp.escape(location)}`),
      );
      expect(text, path).not.toContain("evil.example");
    }
  }
});

test("uploaded file names are normalised", async () => {
  const cookie = await join();
  const upload = async (name: string) => {
    const part = `Content-Disposition: form-data; name="file"; filename="${name}"`;
    const body = Buffer.from(
      `--x\r\n${part}\r\nContent-Type: text/plain\r\n\r\nhello\r\n--x--\r\n`,
    );
    const headers = {
      Origin: ours,
      Cookie: cookie,
      "Content-Type": "multipart/form-data; boundary=x",
      "Content-Length": String(body.length),
      ...CLOSE,
    };
    const { text } = await askRaw(port, [head("POST /api/attachments", headers), body]);
    return JSON.parse(
      Buffer.from(text, "latin1")
        .toString()
        .match(/\{.*\}/)?.[0] ?? "{}",
    );
  };
  expect((await upload("../../etc/passwd.txt")).name).toBe("passwd.txt");
  expect((await upload("invoice\u202etxt.md")).name).toBe("invoicetxt.md");
  expect((await upload("a%0D%0Ab.txt")).name).toBe("ab.txt");
  expect((await upload("a\u0000b.txt")).name).toBe("ab.txt");
  const long = await upload(`${"ü".repeat(300)}.txt`);
  expect(Buffer.byteLength(long.name)).toBeLessThanOrEqual(255);
  expect(long.name).toMatch(/ü\.txt$/);
  const odd = await upload("it's (1)*.txt");
  const path = `${ours}/api/attachments/${odd.id}/x`;
  const download = await fetch(path, { headers: { cookie } });
  expect(download.headers.get("content-disposition")).toBe(
    "attachment; filename*=UTF-8''it%27s%20%281%29%2A.txt",
  );
  expect(download.headers.get("content-security-policy")).toContain("sandbox");
});

test("the demo model has no control port by default", async () => {
  const response = await fetch(new URL("/control/requests", stack.modelUrl));
  expect(response.status).toBe(404);
});

/** An entry of the log of level error or above, or an error or a stack that was printed beside it. */
function isErrorLine(line: string): boolean {
  try {
    return JSON.parse(line).level >= ERROR_LEVEL;
  } catch {
    return /Error\b|^\s*⨯|^\s+at /.test(line);
  }
}

test("none of these requests is an error in the log, and nothing keeps the server from ending", async () => {
  await askRaw(port, head("GET /_next/hmr", UPGRADE));
  await stack.stop();
  expect(lines.join("\n")).not.toMatch(FORCED);
  expect(lines.join("\n")).toContain("Halfsilver is ready");
  expect(lines.filter(isErrorLine)).toEqual([]);
});

test("an error would be found in the log, however it was written", () => {
  for (const line of [
    '{"level":50,"time":1,"err":{"kind":"TypeError","at":[]},"msg":"an action failed"}',
    "TypeError: x is not a function",
    "PrismaClientKnownRequestError: no such row",
    "    at answerRequest (guard-server.ts:1:1)",
    " ⨯ unhandledRejection: no text",
  ]) {
    expect(isErrorLine(line), line).toBe(true);
  }
  for (const line of ['{"level":40,"msg":"a tool failed"}', "Halfsilver is ready."]) {
    expect(isErrorLine(line), line).toBe(false);
  }
});
