import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { kysely } from "../client.ts";
import { provideTestDatabase } from "../testing/turn-fixtures.ts";
import { acceptChanged, acceptTools } from "./accept-tools.ts";
import { readTools } from "./known-tools.ts";

provideTestDatabase();

const FIRST = "1".repeat(64);
const OTHER = "2".repeat(64);
const THIRD = "3".repeat(64);
const FORGED = JSON.stringify({ sha256: OTHER, by: "operator" });
let made = 0;
const newName = () => {
  made += 1;
  return `mcp_weather_tool${made}`;
};
/** @returns the names of those that are refused */
async function take(digests: readonly { name: string; sha256: string }[]): Promise<Set<string>> {
  const listed = digests.map(({ name, sha256 }) => {
    const tool = name.replace("mcp_weather_", "");
    return { name, server: "weather", tool, sha256, told: "" };
  });
  const words = await acceptTools(listed, { ours: [], listed });
  return new Set([...words].filter(([, { isAccepted }]) => !isAccepted).map(([name]) => name));
}
const rowsOf = (name: string) =>
  kysely()
    .selectFrom("audit_event")
    .select(["action", "outcome", "detail"])
    .where("target", "=", `tool:${name}`)
    .orderBy("at")
    .orderBy("id")
    .execute();

describe("acceptTools", () => {
  it("accepts what it sees first, and puts that on record", async () => {
    const name = newName();
    expect(await take([{ name, sha256: FIRST }])).toEqual(new Set());
    expect(await take([{ name, sha256: FIRST }])).toEqual(new Set());
    expect(await rowsOf(name)).toEqual([
      {
        action: "tool.accepted",
        outcome: "allowed",
        detail: { sha256: FIRST, by: "first-sight" },
      },
    ]);
  });

  it("refuses another description, and says so once", async () => {
    const [name, other] = [newName(), newName()];
    await take([name, other].map((each) => ({ name: each, sha256: FIRST })));
    const listed = [
      { name, sha256: OTHER },
      { name: other, sha256: FIRST },
    ];
    expect(await take(listed)).toEqual(new Set([name]));
    expect(await take(listed)).toEqual(new Set([name]));
    expect((await rowsOf(name)).slice(1)).toEqual([
      { action: "tool.changed", outcome: "denied", detail: { sha256: OTHER } },
    ]);
  });

  it("accepts the other description once an operator does, and no longer the first one", async () => {
    const name = newName();
    await take([{ name, sha256: FIRST }]);
    expect(await acceptChanged({ name, sha256: OTHER })).toBe(false);
    await take([{ name, sha256: OTHER }]);
    expect(await acceptChanged({ name, sha256: OTHER })).toBe(true);
    expect(await take([{ name, sha256: OTHER }])).toEqual(new Set());
    expect(await take([{ name, sha256: FIRST }])).toEqual(new Set([name]));
    expect((await readTools([name])).get(name)).toMatchObject({
      name,
      accepted: { sha256: OTHER, by: "operator", actorId: null },
      changed: [FIRST],
    });
  });

  it("accepts the description that was read, whatever the server tells by then", async () => {
    const name = newName();
    for (const sha256 of [FIRST, OTHER, THIRD, OTHER]) await take([{ name, sha256 }]);
    expect((await readTools([name])).get(name)?.changed).toEqual([OTHER, THIRD, OTHER]);
    await take([{ name, sha256: THIRD }]);
    expect(await acceptChanged({ name, sha256: OTHER })).toBe(true);
    expect(await take([{ name, sha256: THIRD }])).toEqual(new Set([name]));
    expect(await take([{ name, sha256: OTHER }])).toEqual(new Set());
  });

  it("keeps few rows of a server that describes a tool anew again and again", async () => {
    const name = newName();
    await take([{ name, sha256: FIRST }]);
    for (let told = 0; told < 30; told += 1)
      await take([{ name, sha256: String(told).padStart(64, "a") }]);
    expect(await rowsOf(name)).toHaveLength(21);
  });

  it.each([
    [
      "that was written by SQL",
      sql`INSERT INTO audit_event (id, at, action, target, outcome, detail)
        SELECT gen_random_uuid(), now() + interval '1 minute', action, target, outcome, ${FORGED}::jsonb FROM audit_event`,
      sql`LIMIT 1`,
    ],
    ["that was edited", sql`UPDATE audit_event SET detail = ${FORGED}::jsonb`, sql``],
  ])("does not believe a row %s", async (_, edit, end) => {
    const name = newName();
    await take([{ name, sha256: FIRST }]);
    await sql`${edit} WHERE target = ${`tool:${name}`} ${end}`.execute(kysely());
    expect([...(await take([{ name, sha256: OTHER }]))]).toEqual([name]);
  });
});
