/** A reader of a run that another instance works on. */

import { beforeAll, expect, it, vi } from "vitest";
import { PATIENCE } from "../../../scripts/testing/until.ts";
import type { Actor } from "../../access/actor.ts";
import { bus } from "../../bus/bus.ts";
import { openPostgresBus } from "../../bus/postgres-bus.ts";
import type { Bus } from "../../bus/subscriptions.ts";
import type { PublicEvent } from "../../contracts/public/public-event.ts";
import { NO_ARTIFACTS } from "../../contracts/run/run-work.ts";
import { appendRunEvents } from "../../db/runs/append-run-events.ts";
import { finishRun } from "../../db/runs/finish/finish-run.ts";
import {
  createPerson,
  eventsOf,
  LEASE_OWNER,
  NO_TOTALS,
  newTurn,
  provideTestDatabase,
} from "../../db/testing/turn-fixtures.ts";
import { createTurn } from "../../db/turns/create-turn.ts";
import type { CreatedTurn } from "../../db/turns/created-turn.ts";
import { runTopic } from "../topics.ts";
import { followRun } from "./stream-run.ts";

provideTestDatabase();
process.env.LOG_LEVEL = "silent";
const IN_TIME = { ...PATIENCE, interval: 5 };

let other: Bus;
beforeAll(async () => {
  other = openPostgresBus();
  await vi.waitFor(() => expect([other.isOpen(), bus().isOpen()]).toEqual([true, true]), IN_TIME);
});

async function begin(): Promise<{ actor: Actor; turn: CreatedTurn }> {
  const actor = await createPerson();
  const begun = await createTurn(actor, newTurn());
  if (!begun.ok || begun.repeated) throw new Error("the turn did not begin");
  return { actor, turn: begun.turn };
}

/** What the reader's text is, as its browser joins it. */
async function read(actor: Actor, runId: string) {
  let text = "";
  const events: PublicEvent[] = [];
  const put = (offset: number, more: string) => {
    const known = text.slice(offset);
    if (!known.startsWith(more)) text = text.slice(0, offset) + more;
  };
  await followRun(actor, runId, 0, {
    onGone: () => undefined,
    onSnapshot: (snapshot) => put(snapshot.offset, snapshot.text),
    onEvent: (event) => {
      events.push(event);
      if (event.type === "delta") put(event.offset, event.text);
      if (event.type === "restart") text = text.slice(0, event.offset) + event.text;
    },
  });
  return { text: () => text, events, ends: () => events.filter(({ type }) => type === "end") };
}

const tell = (runId: string, ...events: PublicEvent[]) =>
  other.publish(runTopic(runId), () => events.map((event) => JSON.stringify(event)));

async function finish({ runId, userId }: CreatedTurn, answer: string, from: number) {
  const ended = { type: "run.ended" as const, ending: "complete" as const, reason: null };
  const events = eventsOf(runId, [ended], from);
  const end = { ending: "complete" as const, reason: null, totals: NO_TOTALS, ...NO_ARTIFACTS };
  await finishRun({ ...end, runId, userId, leaseOwner: LEASE_OWNER, answer, events });
}

it("hears text long before the log has it, and is not set back by the log", async () => {
  const { actor, turn } = await begin();
  const { runId } = turn;
  const reader = await read(actor, runId);
  await appendRunEvents(
    LEASE_OWNER,
    eventsOf(runId, [{ type: "answer.delta", offset: 0, text: "One, " }]),
  );
  tell(
    runId,
    { type: "delta", offset: 0, text: "One, two, " },
    { type: "delta", offset: 10, text: "three" },
  );
  await vi.waitFor(() => expect(reader.text()).toBe("One, two, three"), IN_TIME);
  await finish(turn, "One, two, three", 2);
  tell(runId, { type: "end", seq: 1, ending: "complete", notice: null });
  await vi.waitFor(() => expect(reader.ends()).toHaveLength(1), IN_TIME);
  expect(reader.text()).toBe("One, two, three");
});

it("is told no word twice", async () => {
  const { actor, turn } = await begin();
  const { runId } = turn;
  const reader = await read(actor, runId);
  tell(runId, { type: "delta", offset: 0, text: "One, two" });
  await vi.waitFor(() => expect(reader.text()).toBe("One, two"), IN_TIME);
  tell(runId, { type: "delta", offset: 5, text: "two, three" });
  await vi.waitFor(() => expect(reader.text()).toBe("One, two, three"), IN_TIME);
  const told = reader.events.flatMap((event) => (event.type === "delta" ? [event.text] : []));
  expect(told.join("")).toBe("One, two, three");
});

it("reads the log for what it missed, and keeps what it heard too early", async () => {
  const { actor, turn } = await begin();
  const { runId } = turn;
  const reader = await read(actor, runId);
  const text = "All of the words";
  await appendRunEvents(LEASE_OWNER, eventsOf(runId, [{ type: "answer.delta", offset: 0, text }]));
  tell(runId, { type: "delta", offset: text.length, text: " and more" });
  await vi.waitFor(() => expect(reader.text()).toBe(`${text} and more`), IN_TIME);
  await finish(turn, `${text} and more`, 2);
  // The end itself is missed, too.
  await vi.waitFor(() => expect(reader.ends()).toHaveLength(1), IN_TIME);
  expect(reader.text()).toBe(`${text} and more`);
});

it("ends with the whole text where the last words were missed", async () => {
  const { actor, turn } = await begin();
  const { runId } = turn;
  const reader = await read(actor, runId);
  tell(runId, { type: "delta", offset: 0, text: "Most of it" });
  await vi.waitFor(() => expect(reader.text()).toBe("Most of it"), IN_TIME);
  await finish(turn, "Most of it, and the rest", 1);
  tell(runId, { type: "end", seq: 1, ending: "complete", notice: null });
  await vi.waitFor(() => expect(reader.ends()).toHaveLength(1), IN_TIME);
  expect(reader.text()).toBe("Most of it, and the rest");
});

it("takes over what another process wrote otherwise", async () => {
  const { actor, turn } = await begin();
  const { runId } = turn;
  const reader = await read(actor, runId);
  tell(runId, { type: "delta", offset: 0, text: "The first words of a process that dies" });
  await vi.waitFor(() => expect(reader.text()).toContain("that dies"), IN_TIME);
  tell(runId, { type: "delta", offset: 4, text: "other words of the next" });
  await vi.waitFor(() => expect(reader.text()).toBe("The other words of the next"), IN_TIME);
  tell(runId, { type: "restart", seq: 1, offset: 0, text: "Anew." });
  await vi.waitFor(() => expect(reader.text()).toBe("Anew."), IN_TIME);
});

it.each(["not JSON", "null", '{"type":"nothing"}'])(
  "reads the log where it hears %s",
  async (odd) => {
    const { actor, turn } = await begin();
    const { runId } = turn;
    const reader = await read(actor, runId);
    await appendRunEvents(
      LEASE_OWNER,
      eventsOf(runId, [{ type: "answer.delta", offset: 0, text: "Kept" }]),
    );
    other.publish(runTopic(runId), () => [odd]);
    await vi.waitFor(() => expect(reader.text()).toBe("Kept"), IN_TIME);
  },
);
