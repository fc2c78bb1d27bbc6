/** Names that are related to others, kept texts, and an admin's words, on a real database. */
import { createHash, randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "../../access/actor.ts";
import type { ListedTool } from "../../contracts/tools/listed-tool.ts";
import { kysely } from "../client.ts";
import { createPerson, provideTestDatabase } from "../testing/turn-fixtures.ts";
import { acceptTool, acceptTools, labelTool, readToolLabels } from "./accept-tools.ts";
import { inspectKnownTools } from "./inspect-known-tools.ts";
import { readTools } from "./known-tools.ts";

provideTestDatabase();

const OURS = ["fetch_page"];
/** Each test has servers of its own. */
let server: string;
let other: string;
beforeEach(() => {
  server = `s${randomUUID().slice(0, 8)}`;
  other = `o${randomUUID().slice(0, 8)}`;
});

function tool(of: string, name: string, description = `Does ${name} of ${server}.`): ListedTool {
  const told = JSON.stringify({
    annotations: null,
    description,
    inputSchema: { type: "object" },
    name,
    outputSchema: null,
    server: of,
  });
  const sha256 = createHash("sha256").update(told).digest("hex");
  return { name: `mcp_${of}_${name}`, server: of, tool: name, sha256, told };
}

/** Of one description in each test. */
const reader = (of: string, name = "read") => tool(of, name, `Reads a file for ${server}.`);

/** @returns by the server's own names, whether each is accepted */
async function list(listed: readonly ListedTool[], elsewhere: readonly ListedTool[] = []) {
  const words = await acceptTools(listed, { ours: OURS, listed: [...listed, ...elsewhere] });
  return Object.fromEntries(
    listed.map((each) => [each.tool, words.get(each.name)?.isAccepted ?? false]),
  );
}

const kinOf = async ({ name }: ListedTool) => (await readTools([name])).get(name)?.kin;

async function withRole(role: Actor["role"]): Promise<Actor> {
  return { ...(await createPerson()), role };
}

describe("a tool that is new, and whose name is related to another one", () => {
  it("waits where it is a rename, also for the next look", async () => {
    const [before, after] = [reader(server), reader(server, "read_file")];
    expect(await list([before])).toEqual({ read: true });
    expect(await list([after])).toEqual({ read_file: false });
    expect(await list([after])).toEqual({ read_file: false });
    expect(await kinOf(after)).toEqual([{ kind: "renamed", of: before.name }]);
  });

  it("waits where it moved to another server, but not where both have it", async () => {
    const [here, there] = [reader(server), reader(other)];
    await list([here]);
    expect(await list([there], [here])).toEqual({ read: true });
    const third = reader(`t${other}`);
    expect(await list([third])).toEqual({ read: false });
    expect(await kinOf(third)).toEqual(expect.arrayContaining([{ kind: "moved", of: here.name }]));
  });

  it("waits where it has the name of a tool of ours, or one that looks like it", async () => {
    const [shadow, twin] = [tool(server, "fetch_page"), tool(other, "fеtch-page")];
    expect(await list([shadow])).toEqual({ fetch_page: false });
    expect(await list([twin])).toEqual({ "fеtch-page": false });
    expect(await kinOf(shadow)).toEqual([{ kind: "shadowed", of: "fetch_page" }]);
    expect(await kinOf(twin)).toEqual([{ kind: "look-alike", of: "fetch_page" }]);
  });

  it("waits where it looks like another one of any server: the one that is seen first is accepted", async () => {
    const name = `send_${server}`;
    expect(await list([tool(server, name), tool(server, name.toUpperCase())])).toEqual({
      [name]: true,
      [name.toUpperCase()]: false,
    });
    const elsewhere = tool(other, name.replace("e", "е"));
    expect(await list([elsewhere])).toEqual({ [elsewhere.tool]: false });
  });

  it("is accepted by an admin who read it, and then stays so", async () => {
    const [before, after] = [reader(server), reader(server, "read_file")];
    await list([before]);
    await list([after]);
    expect(await acceptTool(await withRole("admin"), after)).toBe(true);
    expect(await list([after])).toEqual({ read_file: true });
  });
});

describe("the words of operators", () => {
  it.each(["user", "auditor"] as const)("are no words of the role %s", async (role) => {
    const first = tool(server, "read");
    await list([first]);
    const later = tool(server, "read", "Something else.");
    await list([later]);
    const actor = await withRole(role);
    await expect(acceptTool(actor, later)).rejects.toMatchObject({ code: "forbidden" });
    await expect(labelTool(actor, { name: first.name, writes: false })).rejects.toMatchObject({
      code: "forbidden",
    });
    expect(await list([later])).toEqual({ read: false });
    expect(await readToolLabels([first.name])).toEqual(new Map());
  });

  it("cannot be read by a person, and can by an auditor", async () => {
    await expect(inspectKnownTools(await withRole("user"))).rejects.toMatchObject({
      code: "forbidden",
    });
    const first = tool(server, "read");
    await list([first]);
    const { tools, texts } = await inspectKnownTools(await withRole("auditor"));
    expect(tools.get(first.name)?.accepted?.by).toBe("first-sight");
    expect(texts.get(first.sha256)).toBe(first.told);
  });

  it("accept the description that was read, with the admin on record", async () => {
    const admin = await withRole("admin");
    const [first, later] = [tool(server, "read"), tool(server, "read", "Something else.")];
    await list([first]);
    expect(await acceptTool(admin, later)).toBe(false);
    await list([later]);
    expect(await acceptTool(admin, later)).toBe(true);
    expect(await acceptTool(admin, later)).toBe(false);
    expect((await readTools([first.name])).get(first.name)?.accepted).toMatchObject({
      by: "admin",
      actorId: admin.userId,
      sha256: later.sha256,
    });
    expect((await inspectKnownTools(admin)).people.has(admin.userId)).toBe(true);
  });

  it("say whether a tool writes, each once", async () => {
    const admin = await withRole("admin");
    const { name, ...rest } = tool(server, "read");
    await list([{ name, ...rest }]);
    expect(await labelTool(admin, { name, writes: false })).toBe(true);
    expect(await labelTool(admin, { name, writes: false })).toBe(false);
    const words = await acceptTools([{ name, ...rest }], { ours: [], listed: [] });
    expect(words.get(name)).toEqual({ isAccepted: true, writes: false });
    expect(await labelTool(admin, { name, writes: true })).toBe(true);
    expect(await readToolLabels([name])).toEqual(new Map([[name, true]]));
    const rows = await kysely()
      .selectFrom("audit_event")
      .select(["actor_id", "detail"])
      .where("target", "=", `tool:${name}`)
      .where("action", "=", "tool.labelled")
      .execute();
    expect(rows).toHaveLength(2);
    expect(rows[0]?.actor_id).toBe(admin.userId);
  });

  it("that somebody wrote into the database do not count", async () => {
    const { name, ...rest } = tool(server, "read");
    await list([{ name, ...rest }]);
    await labelTool(await withRole("admin"), { name, writes: true });
    await kysely()
      .updateTable("audit_event")
      .set({ detail: JSON.stringify({ writes: false }) })
      .where("target", "=", `tool:${name}`)
      .where("action", "=", "tool.labelled")
      .execute();
    expect(await readToolLabels([name])).toEqual(new Map());
  });

  it("on a tool that nobody has seen yet do not make it seen", async () => {
    const first = tool(server, "read");
    await labelTool(await withRole("admin"), { name: first.name, writes: false });
    expect(await list([first])).toEqual({ read: true });
  });
});

describe("the kept text of an accepted description", () => {
  it("is not shown once somebody changed it, and is kept again when its server tells it", async () => {
    const admin = await withRole("admin");
    const first = tool(server, "read");
    await list([first]);
    await kysely()
      .updateTable("tool_description")
      .set({ told: first.told.replace("Does", "Did") })
      .where("sha256", "=", first.sha256)
      .execute();
    expect((await inspectKnownTools(admin)).texts.has(first.sha256)).toBe(false);
    await list([first]);
    expect((await inspectKnownTools(admin)).texts.get(first.sha256)).toBe(first.told);
  });

  it("is kept beside what waits", async () => {
    const [first, later] = [tool(server, "read"), tool(server, "read", "Something else.")];
    await list([first]);
    await list([later]);
    const { texts } = await inspectKnownTools(await withRole("auditor"));
    expect(texts.get(first.sha256)).toBe(first.told);
    expect(texts.get(later.sha256)).toBe(later.told);
  });

  it("is not kept where it is too long", async () => {
    const long = tool(server, "read", "x".repeat(70_000));
    expect(await list([long])).toEqual({ read: true });
    expect((await inspectKnownTools(await withRole("auditor"))).texts.has(long.sha256)).toBe(false);
  });
});
