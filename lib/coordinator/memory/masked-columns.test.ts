/**
 * Secrets of a person walk through every writer of the database, with the product's defaults. They stand afterwards where the
 * person reads their own words, and in no other column, state, event or prompt.
 */
import { expect, it } from "vitest";
import { storePreferences } from "../../db/accounts/preferences.ts";
import { db } from "../../db/client.ts";
import { correctFact } from "../../db/conversations/correct-fact.ts";
import { giveFeedback } from "../../db/conversations/give-feedback.ts";
import { contestAnswer } from "../../db/review/contest-answer.ts";
import { takeCase } from "../../db/review/take-case.ts";
import { draftOf, verdictOf } from "../../db/review/testing/verdicts.ts";
import { shareConversation } from "../../db/shares/share-conversation.ts";
import { sweepDatabase } from "../../db/testing/sweep-database.ts";
import { createPerson, upload } from "../../db/testing/turn-fixtures.ts";
import { changeDesk } from "../../inspector/review/case-desk.ts";
import { judgeCase, keepMaskedDraft } from "../../inspector/review/judge-case.ts";
import { provideUms } from "../../ums/testing/provide-ums.ts";
import { nameConversation } from "../name-conversation.ts";
import { modelControl, newTalk } from "../testing/take-turns.ts";

provideUms();
process.env.WEB_SEARCH_PROVIDER = "local";

const CANARIES = {
  card: "4111\u00a01111\u00a01111\u00a01111",
  code: "48291377",
  password: "hunter2canary",
  key: "sk-canary0canary0canary0",
  account: "DE89370400440532013000",
};
const { card, code, password, key, account } = CANARIES;
const SECRET = `card ${card}, OTP ${code}, password: ${password}, ${key} and ${account}`;

/** Where a person reads what they wrote, or what was written for them. */
const OWN_WORDS = new Set([
  "attachment.data",
  "conversation.title",
  "feedback.words",
  "message.content",
  "preference.instructions",
  "review_reason.words",
  "share_link.copy",
  "share_link.title",
  "shared_picture.data",
]);

const CHART = { type: "bar", labels: ["a", "b"], series: [{ name: "first", values: [1, 2] }] };

/** Words, instructions, files, tools, their results, thoughts, an answer, its rest, a title and an opinion. */
async function walkTools(): Promise<void> {
  const talk = await newTalk();
  await storePreferences(talk.actor, { instructions: `Sign with ${SECRET}` });
  const data = Buffer.from(`zqfile. My ${SECRET}.`);
  const { id } = await upload(talk.actor, {
    name: `zq ${SECRET}.txt`,
    mediaType: "text/plain",
    data,
  });
  const code = `print("""${SECRET}""")`;
  await modelControl().script("zqwalk", [
    { toolCalls: [{ name: "python_interpreter", arguments: { code } }] },
    { toolCalls: [{ name: "search_documents", arguments: { query: `zqfile ${SECRET}` } }] },
    { toolCalls: [{ name: "draw_chart", arguments: { ...CHART, title: SECRET } }] },
    { text: "It is done." },
  ]);
  const turn = await talk.say(`zqwalk with ${SECRET}`, { attachmentIds: [id] });
  await nameConversation(turn.runId);
  await giveFeedback(talk.actor, {
    answerMessageId: turn.answerMessageId,
    feedback: { verdict: "down", words: SECRET },
  });
  await contestAnswer(talk.actor, {
    answerMessageId: turn.answerMessageId,
    what: "not-true",
    words: SECRET,
  });
  const reviewer = await createPerson("auditor");
  await takeCase(reviewer, turn.runId);
  await changeDesk(reviewer, turn.runId, { do: "comment", words: SECRET });
  const written = {
    told: SECRET,
    note: SECRET,
    answers: { ...verdictOf().answers, cause: SECRET },
    marks: [{ place: { at: "event" as const, seq: 1 }, note: SECRET, label: null }],
  };
  await judgeCase(reviewer, turn.runId, verdictOf(written));
  const { answerMessageId, runId } = await talk.say("hello again", { pasted: [[0, 5]] });
  await contestAnswer(talk.actor, { answerMessageId, what: "not-true", words: "" });
  await takeCase(reviewer, runId);
  await keepMaskedDraft(reviewer, runId, draftOf(written));
  await shareConversation(talk.actor, { conversationId: talk.conversationId(), isNamed: true });
}

/** Structured memory: its deltas, a document, and a fact that the person corrects. */
async function walkIntake(): Promise<void> {
  const talk = await newTalk();
  for (const said of [
    "I need a brief for a mobile app",
    `Sell with ${SECRET}`,
    "Owners",
    "iOS",
    "May",
  ])
    await talk.say(said);
  const conversationId = talk.conversationId();
  await correctFact(talk.actor, { conversationId, path: "/answers/goal", value: `Use ${SECRET}` });
  await talk.say("What do you know?");
}

/** The service with its own memory, and a question that waits. */
async function walkDirectory(): Promise<void> {
  const talk = await newTalk();
  await talk.say("list users");
  await talk.say(`delete the first one, and mind ${SECRET}`);
}

/** A plan that waits for its person, of a model that has the secrets from elsewhere. */
async function walkPlan(): Promise<void> {
  const talk = await newTalk();
  await talk.say("list users");
  const step = (agent: string, objective: string) => ({ agent, objective, needs: [], tools: [] });
  const steps = [
    step("users", "delete the first one"),
    step("general", `calculate 17 * 23 and mind ${SECRET}`),
  ];
  const plan = JSON.stringify({ reason: `Mind ${SECRET}.`, steps });
  await modelControl().queue({
    scenario: "scripted",
    match: "zqplan",
    structured: true,
    replies: [{ text: plan }],
  });
  const turn = await talk.say("zqplan: delete the first one and calculate 17 * 23");
  expect(turn.of("approval.requested")).toHaveLength(1);
}

/** Columns of words and bytes that these turns do not write, and why they need no canary. */
const UNWRITTEN: Record<string, string> = {
  "account.access_token": "the sign-in's own",
  "account.account_id": "the sign-in's own",
  "account.id": "the sign-in's own",
  "account.id_token": "the sign-in's own",
  "account.issuer": "the sign-in's own",
  "account.password": "the sign-in's own",
  "account.provider_id": "the sign-in's own",
  "account.refresh_token": "the sign-in's own",
  "account.scope": "the sign-in's own",
  "account.user_id": "the sign-in's own",
  "account_link.email": "the sign-in's own",
  "account_link.kind": "the sign-in's own",
  "account_link.token_digest": "the sign-in's own",
  "account_link.user_id": "the sign-in's own",
  "approval.changed": "what would be masked is refused: lib/agents/approvals",
  "audit_quarantine.row": "a row of the trail that was found edited",
  "audit_quarantine.subject_id": "a row of the trail that was found edited",
  "audit_quarantine.why": "a row of the trail that was found edited",
  "connection_event.connection": "a name of a connection",
  "connection_event.conversation": "a digest",
  "connection_event.kind": "a word of a closed set",
  "erased_month.month": "a month",
  "folder.name": "a name that its person gave",
  "folder.user_id": "a name that its person gave",
  "hidden_state.quarantined_reason": "names of fields",
  "instance.id": "an id and a version",
  "instance.version": "an id and a version",
  "message.reason": "a code",
  "model_capability.address":
    "words of a model server without those of a prompt: the prompt is masked",
  "model_capability.evidence":
    "words of a model server without those of a prompt: the prompt is masked",
  "model_capability.model":
    "words of a model server without those of a prompt: the prompt is masked",
  "model_capability.name":
    "words of a model server without those of a prompt: the prompt is masked",
  "model_capability.source":
    "words of a model server without those of a prompt: the prompt is masked",
  "model_place.queue": "a name of a queue and an id",
  "model_place.user_id": "a name of a queue and an id",
  "policy.created_by": "an id",
  "preference.look": "words of closed sets",
  "preference.model": "a name of a model",
  "preference.notice_seen": "a digest",
  "rate_limit.key": "a digest of an address",
  "review_case.assigned_to": "an id",
  "review_figure.reasons": "words of a closed set",
  "review_judge.made_by": "an id",
  "review_judge.model": "a name of a model",
  "review_judge.off_reason": "a word of a closed set",
  "review_judge.prompt": "words of an admin, for other admins",
  "review_reason.sent_by": "an id",
  "review_rubric.criteria": "words of an admin, for all reviewers",
  "review_rubric.labels": "words of an admin, for all reviewers",
  "review_rubric.made_by": "an id",
  "review_rule.kind": "a word of a closed set",
  "review_rule.made_by": "an id",
  "review_rule.name": "words of an admin, for all reviewers",
  "review_rule.threshold": "figures, and words of closed sets",
  "review_score.calls": "figures and names: lib/judge",
  "review_score.outcome": "a word of a closed set",
  "review_score.reason": "a model's words, which are masked: lib/judge",
  "run.reason": "a code or a model's name",
  "run.undated_model": "a code or a model's name",
  "session.id": "the sign-in's own",
  "session.impersonated_by": "the sign-in's own",
  "session.ip_address": "the sign-in's own",
  "session.token": "the sign-in's own",
  "session.user_agent": "the sign-in's own",
  "session.user_id": "the sign-in's own",
  "setting_digest.name": "a name of a setting",
  "stream_slot.instance_id": "an id",
  "stream_slot.user_id": "an id",
  "title_call.reason": "a code",
  "tool_description.sha256": "a digest",
  "tool_description.told": "a server's own words of its tools, before anybody has asked it",
  "ums_conversation.title": "the service masks it: lib/ums/http",
  "user.ban_reason": "an admin's or the account's own",
  "user.image": "an admin's or the account's own",
  "verification.id": "the sign-in's own",
  "verification.identifier": "the sign-in's own",
  "verification.value": "the sign-in's own",
};

/** @returns the columns of words in which nothing stands */
async function emptyColumns(): Promise<string[]> {
  const columns = await db().$queryRaw<{ table: string; column: string }[]>`
    SELECT c.relname AS "table", a.attname AS "column"
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND a.attnum > 0 AND NOT a.attisdropped AND c.relname <> '_prisma_migrations'
      AND format_type(a.atttypid, NULL) ~ 'text|json|char'
    ORDER BY 1, 2`;
  const empty: string[] = [];
  for (const { table, column } of columns) {
    const [row] = await db().$queryRawUnsafe<{ held: boolean }[]>(
      `SELECT EXISTS (SELECT 1 FROM "${table}" WHERE "${column}"::text NOT IN ('', '{}', '[]')) AS held`,
    );
    if (!row?.held) empty.push(`${table}.${column}`);
  }
  return empty;
}

// One test: the service's rows and the model's requests last as long as one.
it("stands in no column but the person's own words, and in no prompt", async () => {
  for (const walk of [walkTools, walkIntake, walkDirectory, walkPlan]) await walk();
  const found = await sweepDatabase(Object.values(CANARIES));
  for (const [word, places] of Object.entries(found)) {
    expect(
      places.filter((place) => !OWN_WORDS.has(place)),
      word,
    ).toEqual([]);
    expect(places, word).toContain("message.content");
  }

  const sent = (await modelControl().requests()).map(({ body }) => JSON.stringify(body));
  const titles = sent.filter((body) => body.includes("Give this conversation a title"));
  expect(titles.some((body) => body.includes("[redacted:card]"))).toBe(true);
  for (const word of Object.values(CANARIES))
    expect(sent.filter((body) => body.includes(word))).toEqual([]);

  expect(await emptyColumns()).toEqual(Object.keys(UNWRITTEN).toSorted());
});
