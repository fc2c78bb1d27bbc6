/** One edit of each kind and table, derived from the schema: each is found by the next quick check and by the full one. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { deriveEdits, type Edit } from "../../e2e/fixtures/edits/derive-edits.ts";
import { lookEverywhere } from "../../e2e/fixtures/edits/look-everywhere.ts";
import { describeTally, tryEdits } from "../../e2e/fixtures/edits/try-edits.ts";
import { newTalk } from "../coordinator/testing/take-turns.ts";
import { decide, talkOfPeople } from "../coordinator/testing/talk-of-people.ts";
import { recordRole } from "../db/accounts/record-role.ts";
import { recordAudit } from "../db/audit/record-audit.ts";
import { signStates } from "../db/audit/runs/sign-states.ts";
import { sealer } from "../db/audit/seal/sealer.ts";
import { kysely } from "../db/client.ts";
import { giveFeedback } from "../db/conversations/give-feedback.ts";
import { signConversations } from "../db/conversations/organise/own-deletions.ts";
import { eraseConversation } from "../db/erasure/erase.ts";
import { contestAnswer } from "../db/review/contest-answer.ts";
import { storeComment } from "../db/review/desk/change-desk.ts";
import { storeVerdict } from "../db/review/judge-case.ts";
import { takeCase } from "../db/review/take-case.ts";
import { verdictOf } from "../db/review/testing/verdicts.ts";
import { shareConversation } from "../db/shares/share-conversation.ts";
import { createPerson } from "../db/testing/turn-fixtures.ts";
import { provideUms } from "../ums/testing/provide-ums.ts";
import { checkRecent, type Looked } from "./check-recent.ts";

const folder = mkdtempSync(join(tmpdir(), "halfsilver-edits-"));
process.env.HALFSILVER_ANCHOR_FILE = join(folder, "anchors.txt");
process.env.WEB_SEARCH_PROVIDER = "local";
provideUms();
afterAll(() => rmSync(folder, { recursive: true }));

const SEED = "half a mirror";
/** `npm run test:faults` tries them all, on the product. */
const isWhole = process.env.HALFSILVER_TEST_ALL === "1";
const looked: Looked = {};

beforeAll(async () => {
  for (const verdict of ["up", "down"] as const) {
    const talk = await newTalk();
    await recordRole(talk.actor.userId);
    const { conversationId, answerMessageId, runId } = await talk.say(
      "What's the weather in Paris? And calculate fibonacci(10).",
    );
    const words = verdict === "up" ? "" : "too long";
    await giveFeedback(talk.actor, { answerMessageId, feedback: { verdict, words } });
    await contestAnswer(talk.actor, { answerMessageId, what: "not-true", words });
    const reviewer = await createPerson("auditor");
    await recordRole(reviewer.userId);
    await takeCase(reviewer, runId);
    await storeComment(reviewer, runId, "Look at the second sentence.");
    await storeVerdict(reviewer, runId, verdictOf({ told: "It is wrong.", note: words }));
    await shareConversation(talk.actor, { conversationId, isNamed: verdict === "up" });
    await recordAudit(kysely(), {
      actorId: talk.actor.userId,
      action: "payloads.opened",
      target: `run:${runId}`,
      outcome: "allowed",
      subjectId: talk.actor.userId,
      detail: { conversationId, reason: "a complaint" },
    });
    await talk.say("list the users and chart how many joined each month");
    await talk.say("I need a brief for a harbour festival");
    const { talk: others } = await talkOfPeople();
    await recordRole(others.actor.userId);
    await others.say("delete the first one");
    await decide(others, verdict === "up" ? "approved" : "declined");
    const erased = await newTalk();
    await recordRole(erased.actor.userId);
    const gone = await erased.say("Tell me about mirrors.");
    await giveFeedback(erased.actor, {
      answerMessageId: gone.answerMessageId,
      feedback: { verdict, words: "" },
    });
    await sealer().pass();
    await eraseConversation(null, gone.conversationId);
    await sealer().pass();
  }
  // As a server does when it starts.
  await signStates();
  await signConversations();
  await sealer().pass();
  expect(await checkRecent(looked)).toEqual([]);
});

it("finds each edit, and nothing once it is taken back", async () => {
  const edits = await deriveEdits(kysely(), SEED, isWhole ? 2 : 1);
  const chosen = isWhole ? edits : oneOfEach(edits);
  const tally = await tryEdits(chosen, lookEverywhere(looked, isWhole ? 10 : 0), onTried);
  if (isWhole) console.log(describeTally(tally));
  expect(tally.tried).toBeGreaterThan(isWhole ? 300 : 30);
  expect([tally.misses, tally.left]).toEqual([[], []]);
});

function onTried(line: string): void {
  if (isWhole) console.log(line);
}

function oneOfEach(edits: readonly Edit[]): Edit[] {
  return [...new Map(edits.map((edit) => [`${edit.kind} ${edit.tables[0]}`, edit])).values()];
}
