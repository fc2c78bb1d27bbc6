/**
 * Every handler of reviews: whom it answers, and whose words stand in what it answers. A new handler is a line of the table, and
 * fails the test until it has one.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Actor } from "@/lib/access/actor.ts";
import { can } from "@/lib/access/assert-can.ts";
import { type Permission, ROLE_PERMISSIONS } from "@/lib/access/permissions.ts";
import { FIRST_RUBRIC } from "@/lib/contracts/inspector/review/first-rubric.ts";
import { db } from "@/lib/db/client.ts";
import { storeVerdict } from "@/lib/db/review/judge-case.ts";
import { keepDraft, takeCase } from "@/lib/db/review/take-case.ts";
import { contest, type EndedTurn, endedTurn } from "@/lib/db/review/testing/contested-turn.ts";
import { ruleOf } from "@/lib/db/review/testing/ruled-turn.ts";
import { draftOf, verdictOf } from "@/lib/db/review/testing/verdicts.ts";
import { createPerson, provideTestDatabase } from "@/lib/db/testing/turn-fixtures.ts";

/** Who is signed in. There is no request here that has a session. */
let signedIn: Actor | null = null;
vi.mock("@/lib/auth/session/get-actor.ts", () => ({ getActor: async () => signedIn }));

provideTestDatabase();

/** What a person, or a reviewer, writes, and where it is looked for. */
const CANARIES = {
  words: "zqwords",
  draftTold: "zqdrafttold",
  draftNote: "zqdraftnote",
  draftCause: "zqdraftcause",
  draftMark: "zqdraftmark",
  told: "zqtold",
  note: "zqnote",
  cause: "zqcause",
  mark: "zqmark",
};
type Canary = keyof typeof CANARIES;
const OF_DRAFT = ["draftTold", "draftNote", "draftCause", "draftMark"] as const;
const OF_VERDICT = ["told", "note", "cause", "mark"] as const;

const markOf = (note: string) => [
  { place: { at: "answer", from: 0, to: 1 } as const, note, label: null },
];
const DRAFT = draftOf({
  upheld: true,
  told: CANARIES.draftTold,
  note: CANARIES.draftNote,
  answers: { cause: CANARIES.draftCause },
  marks: markOf(CANARIES.draftMark),
});
const VERDICT = verdictOf({
  told: CANARIES.told,
  note: CANARIES.note,
  answers: { true: false, asked: true, acts: "as-agreed", cause: CANARIES.cause },
  marks: markOf(CANARIES.mark),
});

type Listed = {
  permission: Permission;
  /** For whoever has the case, or judged it. To every other reviewer it answers as if the case did not exist. */
  ofCase?: true;
  bodies?: readonly unknown[];
  query?: string;
  /** What it may show to whoever has the case, and to whoever judged it; nothing to anybody else. */
  shows?: { holder: readonly Canary[]; judge: readonly Canary[] };
};

const REVIEWS = { permission: "review:judge" } as const;
const MANAGES = { permission: "review:manage" } as const;
const TEST = { kind: "denied" } as const;

const { version: _, ...RUBRIC } = FIRST_RUBRIC;

/** By the file below this folder, and the method. */
const LISTED: Record<string, Record<string, Listed>> = {
  "route.ts": {
    GET: REVIEWS,
    POST: { ...REVIEWS, bodies: [{ runId: null }] },
  },
  "[runId]/route.ts": {
    GET: {
      ...REVIEWS,
      ofCase: true,
      shows: { holder: ["words", ...OF_DRAFT], judge: OF_VERDICT },
    },
    POST: {
      ...REVIEWS,
      ofCase: true,
      bodies: [
        ...[{ do: "keep", draft: DRAFT }, { do: "leave" }, { do: "undo" }],
        ...[
          { do: "judge", verdict: VERDICT },
          { do: "correct", verdict: VERDICT },
        ],
      ],
    },
  },
  "[runId]/desk/route.ts": {
    GET: { ...REVIEWS, ofCase: true },
    POST: {
      ...REVIEWS,
      ofCase: true,
      bodies: [{ do: "comment", words: "A comment" }],
    },
  },
  "[runId]/seen/route.ts": { GET: { ...REVIEWS, ofCase: true } },
  "[runId]/files/[attachmentId]/route.ts": { GET: { ...REVIEWS, ofCase: true } },
  // Null for whoever has not judged it.
  "[runId]/score/route.ts": { GET: REVIEWS },
  "mine/route.ts": { GET: { ...REVIEWS, query: "?since=2026-01-01T00:00:00.000Z" } },
  "judge/route.ts": { GET: MANAGES, POST: { ...MANAGES, bodies: [{ do: "switch-off" }] } },
  "results/route.ts": { GET: REVIEWS },
  "results/cases/route.ts": { GET: REVIEWS },
  "results/export/route.ts": {
    GET: {
      ...REVIEWS,
      query: "?format=jsonl",
      shows: { holder: [], judge: ["told", "note", "cause"] },
    },
  },
  "rubric/route.ts": {
    GET: REVIEWS,
    POST: { ...MANAGES, bodies: [{ from: FIRST_RUBRIC.version, rubric: RUBRIC }] },
  },
  "rules/route.ts": {
    GET: REVIEWS,
    POST: {
      ...MANAGES,
      bodies: [
        { do: "save", id: null, version: 0, rule: ruleOf(TEST) },
        { do: "try", test: TEST },
      ],
    },
  },
  "sent/route.ts": { POST: { ...MANAGES, bodies: [{ filters: {} }] } },
};

const ROUTES = Object.entries(LISTED).flatMap(([file, methods]) =>
  Object.entries(methods).flatMap(([method, listed]) =>
    (listed.bodies ?? [undefined]).map((body) => ({ ...listed, file, method, body })),
  ),
);
type Route = (typeof ROUTES)[number];
const nameOf = ({ method, file, body }: Route) =>
  `${method} ${file} ${body === undefined ? "" : JSON.stringify(body)}`;
const NAMED = ROUTES.map((route) => [nameOf(route), route] as const);

let turn: EndedTurn;
beforeEach(async () => {
  await db().reviewCase.deleteMany();
  turn = await endedTurn();
  const where = { id: turn.answerMessageId };
  await db().message.update({ where, data: { content: "An answer" } });
  await contest(turn, CANARIES.words);
});

type Handler = (request: Request, context: { params: Promise<object> }) => Promise<Response>;

/** @returns the answer, as its bytes */
async function ask(actor: Actor | null, { file, method, body, query = "" }: Route) {
  signedIn = actor;
  const handlers: Record<string, Handler> = await import(join(import.meta.dirname, file));
  const attachmentId = crypto.randomUUID();
  const path = file
    .replace(/\/?route\.ts$/, "")
    .replace("[runId]", turn.runId)
    .replace("[attachmentId]", attachmentId);
  const request = new Request(`http://localhost/api/admin/review/${path}${query}`, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    headers: { "content-type": "application/json" },
  });
  const params = Promise.resolve({ runId: turn.runId, attachmentId });
  const answer = await handlers[method]?.(request, { params });
  if (!answer) throw new Error(`${file} has no ${method}`);
  const headers = JSON.stringify([...answer.headers]);
  return { status: answer.status, text: headers + (await answer.text()) };
}

/** All that is stored of cases. */
const stored = async () =>
  JSON.stringify([
    await db().reviewCase.findMany(),
    await db().reviewReason.findMany(),
    await db().reviewSeat.findMany(),
    await db().reviewVerdict.findMany(),
    await db().reviewRubric.findMany(),
    await db().reviewRule.findMany(),
  ]);

const foundIn = (text: string) =>
  (Object.keys(CANARIES) as Canary[]).filter((name) => text.includes(CANARIES[name]));

it("lists every handler", () => {
  const found = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith("route.ts"))
    .flatMap((file) => {
      const source = readFileSync(join(import.meta.dirname, file), "utf8");
      return [...source.matchAll(/^export (?:async )?function (\w+)\(/gm)].map(
        ([, method = ""]) => `${file} ${method}`,
      );
    });
  const listed = Object.entries(LISTED).flatMap(([file, methods]) =>
    Object.keys(methods).map((method) => `${file} ${method}`),
  );
  expect(found.toSorted()).toEqual(listed.toSorted());
});

describe.each(NAMED)("%s", (_, route) => {
  const denied = (Object.keys(ROLE_PERMISSIONS) as Actor["role"][]).filter(
    (role) => !can({ userId: "", role }, route.permission),
  );

  it.each([...denied, null])("does not exist for %s, who is denied on record", async (role) => {
    const actor = role === null ? null : await createPerson(role);
    const before = await stored();
    const answer = await ask(actor, route);
    expect(answer.status).toBe(404);
    expect(answer.text).toContain('"code":"not-found"');
    expect(foundIn(answer.text)).toEqual([]);
    expect(await stored()).toBe(before);
    if (actor) {
      const where = { actorId: actor.userId, action: "inspector.denied" };
      expect(await db().auditEvent.count({ where })).toBe(1);
    }
  });

  if (route.ofCase)
    it("does nothing for a reviewer without the case, whoever has it, and for its own person", async () => {
      const [holder, other] = [await createPerson("auditor"), await createPerson("admin")];
      const own: Actor = { ...turn.actor, role: "auditor" };
      const expectNothing = async () => {
        const before = await stored();
        for (const actor of [other, own]) {
          const answer = await ask(actor, route);
          expect([404, 409]).toContain(answer.status);
          expect(foundIn(answer.text)).toEqual([]);
        }
        expect(await stored()).toBe(before);
      };
      await expectNothing();
      await takeCase(holder, turn.runId);
      await keepDraft(holder, turn.runId, DRAFT);
      await expectNothing();
      await storeVerdict(holder, turn.runId, VERDICT);
      await expectNothing();
    });
});

describe("what is answered", () => {
  const reads = ROUTES.filter(({ method }) => method === "GET");
  const nobody: readonly Canary[] = [];

  async function expectShown(actor: Actor, part: "holder" | "judge" | "other") {
    for (const route of reads) {
      const { text } = await ask(actor, route);
      const may = part === "other" ? nobody : (route.shows?.[part] ?? nobody);
      expect(foundIn(text), `${nameOf(route)} to ${part}`).toEqual(may);
    }
  }

  it("has words for whoever has the case, then for whoever judged it, and never for others", async () => {
    const [reviewer, auditor, admin] = [
      await createPerson("auditor"),
      await createPerson("auditor"),
      await createPerson("admin"),
    ];
    const others = [auditor, admin, turn.actor];
    for (const other of [reviewer, ...others]) await expectShown(other, "other");
    await takeCase(reviewer, turn.runId);
    await keepDraft(reviewer, turn.runId, DRAFT);
    await expectShown(reviewer, "holder");
    for (const other of others) await expectShown(other, "other");
    await storeVerdict(reviewer, turn.runId, VERDICT);
    await expectShown(reviewer, "judge");
    for (const other of others) await expectShown(other, "other");
  });

  it("has nothing of a verdict for the other one of two judges", async () => {
    const [one, other] = [await createPerson("auditor"), await createPerson("admin")];
    await db().reviewCase.update({ where: { runId: turn.runId }, data: { asks: 2 } });
    await takeCase(one, turn.runId);
    await keepDraft(one, turn.runId, DRAFT);
    await takeCase(other, turn.runId);
    const shown = async () =>
      Promise.all(reads.map(async (route) => foundIn((await ask(other, route)).text)));
    expect((await shown()).flat()).toEqual(["words"]);
    await storeVerdict(one, turn.runId, VERDICT);
    expect((await shown()).flat()).toEqual(["words"]);
    await storeVerdict(other, turn.runId, verdictOf({ told: "Other", note: "" }));
    expect((await shown()).flat()).toEqual([...OF_VERDICT]);
    await expectShown(one, "judge");
  });

  it("gives the next case to nobody whose own conversation it is", async () => {
    const own: Actor = { ...turn.actor, role: "admin" };
    const take = ROUTES.find(({ file, method }) => file === "route.ts" && method === "POST");
    if (!take) throw new Error("nothing takes a case");
    expect((await ask(own, take)).text).toContain('{"runId":null}');
    expect((await ask(own, { ...take, body: { runId: turn.runId } })).text).toContain(
      '{"runId":null}',
    );
    expect((await ask(await createPerson("auditor"), take)).text).toContain(turn.runId);
  });
});
