import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { ROOT } from "../setup/paths.ts";
import { checkSettings } from "./server-environment.ts";
import { ownAddress, readStartOptions } from "./start-options.ts";
import { StartProblem } from "./start-problem.ts";

const SECRET = "s".repeat(32);

describe("checkSettings", () => {
  it("says in words what is wrong with models.json, before anything is started", () => {
    vi.stubEnv("MODELS_FILE", "/no/such/models.json");
    const options = readStartOptions([], { MODELS_FILE: "/no/such/models.json" });
    expect(() => checkSettings(options)).toThrow(StartProblem);
    expect(() => checkSettings(options)).toThrow("/no/such/models.json cannot be read: ENOENT");
    vi.unstubAllEnvs();
  });
});

describe("readStartOptions", () => {
  it("uses the embedded database and the demo model when nothing is set", () => {
    expect(readStartOptions([], {})).toMatchObject({
      dev: false,
      dataDir: join(ROOT, ".data"),
      port: 3000,
      host: "127.0.0.1",
      url: "http://localhost:3000",
      databaseUrl: null,
      demoPassword: null,
      model: "demo",
    });
  });

  it("treats an empty setting as not set", () => {
    const empty = { PORT: "", DATABASE_URL: " ", OPENAI_API_KEY: "", HALFSILVER_DEMO_PASSWORD: "" };
    expect(readStartOptions([], empty)).toEqual(readStartOptions([], {}));
  });

  it("listens on this machine only with the embedded database", () => {
    expect(readStartOptions([], { HALFSILVER_HOST: "0.0.0.0" }).host).toBe("127.0.0.1");
  });

  it("listens on all addresses with an external database, unless HALFSILVER_HOST is set", () => {
    const given = { DATABASE_URL: "postgresql://db/x", BETTER_AUTH_SECRET: SECRET };
    expect(readStartOptions([], given).host).toBe("0.0.0.0");
    expect(readStartOptions([], { ...given, HALFSILVER_HOST: "10.0.0.1" }).host).toBe("10.0.0.1");
  });

  it.each([
    { OPENAI_API_KEY: "k" },
    { OPENAI_BASE_URL: "http://127.0.0.1:1/v1" },
    { MODELS_FILE: "models.json" },
  ])("uses no demo model with %o", (given) =>
    expect(readStartOptions([], given).model).toBe("openai"),
  );

  it("takes the time for a shutdown from SHUTDOWN_GRACE_MS", () => {
    expect(readStartOptions([], { SHUTDOWN_GRACE_MS: "6000" }).shutdownGraceMs).toBe(6_000);
    expect(readStartOptions([], {}).shutdownGraceMs).toBe(30_000);
  });

  it.each([
    [[], { DATABASE_URL: "postgresql://db/x" }, "BETTER_AUTH_SECRET"],
    [[], { PORT: "80a" }, "PORT"],
    [[], { PORT: "0" }, "PORT"],
    [[], { PORT: "70000" }, "PORT"],
    [[], { HALFSILVER_DEMO_PASSWORD: "short" }, "HALFSILVER_DEMO_PASSWORD"],
    [["--devel"], {}, "--devel"],
  ])("names what is wrong with %j %o", (args, given, named) => {
    const read = () => readStartOptions(args, given);
    expect(read).toThrow(StartProblem);
    expect(read).toThrow(named);
  });
});

it.each([
  ["127.0.0.1", "http://127.0.0.1:3000"],
  ["0.0.0.0", "http://127.0.0.1:3000"],
  ["::", "http://127.0.0.1:3000"],
  ["10.0.0.11", "http://10.0.0.11:3000"],
  ["fd00::11", "http://[fd00::11]:3000"],
])("a server that listens on %s reaches itself at %s", (host, address) => {
  expect(ownAddress({ host, port: 3000 })).toBe(address);
});
