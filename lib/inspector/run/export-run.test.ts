import { expect, it } from "vitest";
import { registeredPrompts } from "../../coordinator/prompt-registry.ts";
import { newTalk } from "../../coordinator/testing/take-turns.ts";
import { db } from "../../db/client.ts";
import { createPerson } from "../../db/testing/turn-fixtures.ts";
import { provideUms } from "../../ums/testing/provide-ums.ts";
import { readFreely } from "../testing/read-freely.ts";
import { exportRun } from "./export-run.ts";

provideUms();
readFreely();

async function exported(role: "admin" | "auditor" | "user", runId: string) {
  const actor = await createPerson(role);
  let text = "";
  for await (const part of exportRun(actor, runId, await registeredPrompts())) text += part;
  const lines: { kind: string; seq?: number; hopRef?: string; sentences?: unknown[] }[] = text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  return { actor, text, lines, of: (kind: string) => lines.filter((line) => line.kind === kind) };
}

it("holds the whole run, masked for whoever exports, and is on record", async () => {
  const secret = "4242 * 17";
  const { runId } = await (await newTalk()).say(`calculate ${secret}`);
  const stored = await db().runEvent.count({ where: { runId } });
  const whole = await exported("admin", runId);
  expect(whole.of("run")).toHaveLength(1);
  expect(whole.of("event").map(({ seq }) => seq)).toEqual(
    Array.from({ length: stored }, (_, index) => index + 1),
  );
  expect(whole.of("hop").map(({ hopRef }) => hopRef)).toEqual(["h1", "h2", "h3"]);
  expect(whole.of("call").length).toBeGreaterThanOrEqual(3);
  expect(whole.of("state").length).toBeGreaterThan(0);
  const called = JSON.stringify(whole.of("event").filter((line) => "body" in line));
  expect(called).toContain(secret);

  const masked = await exported("auditor", runId);
  expect(masked.of("event")).toHaveLength(stored);
  const told = JSON.stringify(whole.of("account"));
  expect(told).toContain("General assistant called python_interpreter, and finished.");
  expect(told).toContain(secret);
  // The run's question and the messages are shown to both. Nothing else holds the words or the tool's result.
  expect(new Set(masked.lines.map(({ kind }) => kind))).toEqual(
    new Set(["run", "message", "state", "account", "event", "hop", "call", "end"]),
  );
  const hidden = JSON.stringify(
    masked.lines.filter(({ kind }) => !["message", "run", "account"].includes(kind)),
  );
  for (const told of [secret, `"72114"`]) expect(hidden).not.toContain(told);
  expect(JSON.stringify(masked.of("account"))).not.toContain(`"72114"`);
  const rows = await db().auditEvent.findMany({ where: { actorId: masked.actor.userId } });
  expect(rows.map(({ target }) => target)).toContain(`run:${runId}`);
  await expect(exported("user", runId)).rejects.toMatchObject({ code: "forbidden" });
});

it("ends with its counts, so that a file that was cut does not look whole", async () => {
  const { runId } = await (await newTalk()).say("calculate 3 + 4");
  const { lines, of } = await exported("admin", runId);
  expect(lines.at(-1)).toEqual({
    kind: "end",
    messages: of("message").length,
    states: of("state").length,
    events: of("event").length,
    hops: of("hop").length,
    calls: of("call").length,
    sentences: of("account")[0]?.sentences?.length,
  });
});

it("fails closed where the audit cannot be written, from the start and midway", async () => {
  const { runId } = await (await newTalk()).say("calculate 3 + 4");
  const admin = await createPerson("admin");
  const broken = () =>
    db().$executeRaw`ALTER TABLE audit_event ADD CONSTRAINT broken CHECK (false) NOT VALID`;
  const mended = () => db().$executeRaw`ALTER TABLE audit_event DROP CONSTRAINT IF EXISTS broken`;
  try {
    await broken();
    const refused = exportRun(admin, runId, await registeredPrompts());
    await expect(refused.next()).rejects.toMatchObject({ code: "audit-unavailable" });
    await mended();
    const cut = exportRun(admin, runId, await registeredPrompts());
    let text = String((await cut.next()).value);
    await broken();
    await expect(
      (async () => {
        for await (const part of cut) text += part;
      })(),
    ).rejects.toMatchObject({ code: "audit-unavailable" });
    expect(text).toContain('"kind":"run"');
    expect(text).not.toContain('"kind":"call"');
    expect(text).not.toContain('"kind":"end"');
  } finally {
    await mended();
  }
});
