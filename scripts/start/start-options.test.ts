import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "../setup/paths.ts";
import { readStartOptions } from "./start-options.ts";
import { StartProblem } from "./start-problem.ts";

const SECRET = "s".repeat(32);

describe("readStartOptions", () => {
  it("brings everything itself where nothing is set", () => {
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

  it("takes an empty setting for one that is not set", () => {
    const empty = { PORT: "", DATABASE_URL: " ", OPENAI_API_KEY: "", HALFSILVER_DEMO_PASSWORD: "" };
    expect(readStartOptions([], empty)).toEqual(readStartOptions([], {}));
  });

  it("never listens beyond this machine with its own database", () => {
    expect(readStartOptions([], { HALFSILVER_HOST: "0.0.0.0" }).host).toBe("127.0.0.1");
  });

  it("serves everybody with somebody else's database, unless told where", () => {
    const given = { DATABASE_URL: "postgresql://db/x", BETTER_AUTH_SECRET: SECRET };
    expect(readStartOptions([], given).host).toBe("0.0.0.0");
    expect(readStartOptions([], { ...given, HALFSILVER_HOST: "10.0.0.1" }).host).toBe("10.0.0.1");
  });

  it.each([{ OPENAI_API_KEY: "k" }, { OPENAI_BASE_URL: "http://127.0.0.1:1/v1" }])(
    "needs no demo model with %o",
    (given) => expect(readStartOptions([], given).model).toBe("openai"),
  );

  it.each([
    [[], { DATABASE_URL: "postgresql://db/x" }, "BETTER_AUTH_SECRET"],
    [[], { PORT: "80a" }, "PORT"],
    [[], { PORT: "0" }, "PORT"],
    [[], { PORT: "70000" }, "PORT"],
    [[], { HALFSILVER_DEMO_PASSWORD: "short" }, "HALFSILVER_DEMO_PASSWORD"],
    [["--devel"], {}, "--devel"],
  ])("says what is wrong with %j %o", (args, given, named) => {
    const read = () => readStartOptions(args, given);
    expect(read).toThrow(StartProblem);
    expect(read).toThrow(named);
  });
});
