/**
 * Every table: what it holds of a person, and what erasure does with it. The compiler asks about a new one. Decision 50
 * gives the reasons.
 */
import "server-only";
import { type RawBuilder, sql } from "kysely";
import type { DatabaseTransaction } from "../client.ts";
import type { DB } from "../generated/tables.ts";
import { table, uuids } from "../typed-sql.ts";

export type TableName = keyof DB & string;

type ConversationScope = {
  conversationId: string;
  runIds: readonly string[];
  /** Conversations of the service behind this one, where the service uses this database. */
  serviceIds: readonly string[];
};

type PersonScope = { personId: string; email: string };

/** Rows that belong to what is erased. */
export type RowsOf<Scope> = (scope: Scope) => RawBuilder<boolean>;

type Fate = { holds: string } & (
  | {
      /** Rows go with their conversation. */
      conversation: RowsOf<ConversationScope>;
      /** Rows without a conversation go with their person. */
      person?: RowsOf<PersonScope>;
    }
  | { person: RowsOf<PersonScope> }
  /** Rows stay: why, and what of them is replaced. */
  | { stays: string }
);

const inConversation: RowsOf<ConversationScope> = ({ conversationId }) =>
  sql<boolean>`conversation_id = ${conversationId}::uuid`;
const inRuns: RowsOf<ConversationScope> = ({ runIds }) =>
  sql<boolean>`run_id = ANY(${uuids(runIds)})`;
const ofCases: RowsOf<ConversationScope> = ({ conversationId }) =>
  sql<boolean>`run_id IN (SELECT run_id FROM ${table("review_case")} WHERE conversation_id = ${conversationId}::uuid)`;
const inService: RowsOf<ConversationScope> = ({ serviceIds }) =>
  sql<boolean>`conversation_id = ANY(${uuids(serviceIds)})`;
const files: RowsOf<ConversationScope> = ({ conversationId }) =>
  sql<boolean>`(conversation_id = ${conversationId}::uuid OR message_id IN (
    SELECT id FROM ${table("message")} WHERE conversation_id = ${conversationId}::uuid))`;
const ownFiles: RowsOf<PersonScope> = ({ personId }) => sql<boolean>`owner_id = ${personId}`;
/** As the limiter of sign-ins digests an address. */
const digest = (address: string) =>
  sql<string>`rtrim(translate(encode(sha256(convert_to(${address}, 'UTF8')), 'base64'), '+/', '-_'), '=')`;
const ofPerson: RowsOf<PersonScope> = ({ personId }) => sql<boolean>`user_id = ${personId}`;

/** Rows are deleted in this order, so that none is left to a cascade and each is counted. */
const TABLES = {
  passage: {
    holds: "text of files, cut for search, and its embeddings",
    conversation: (scope) =>
      sql<boolean>`attachment_id IN (SELECT id FROM ${table("attachment")} WHERE ${files(scope)})`,
    person: (scope) =>
      sql<boolean>`attachment_id IN (SELECT id FROM ${table("attachment")} WHERE ${ownFiles(scope)})`,
  },
  attachment: {
    holds: "files, uploaded and generated: name, bytes, words",
    conversation: files,
    person: ownFiles,
  },
  ums_trace: {
    holds: "prompts and tool calls of the service",
    conversation: (scope) =>
      sql<boolean>`(${inService(scope)} OR run_id = ANY(${[...scope.runIds]}::text[]))`,
  },
  ums_message: { holds: "the service's own copy of messages and calls", conversation: inService },
  ums_conversation: {
    holds: "title and waiting call of the service's copy",
    conversation: ({ serviceIds }) => sql<boolean>`id = ANY(${uuids(serviceIds)})`,
  },
  run_event: {
    holds: "prompts, tool calls and results, provider errors, answers",
    conversation: inRuns,
  },
  run_score: { holds: "moves of plan and execution", conversation: inRuns },
  node_history: { holds: "hops with digests and times", conversation: inRuns },
  approval: { holds: "a question, and the call behind it", conversation: inConversation },
  feedback: { holds: "thumbs on answers, and why in words", conversation: inConversation },
  review_score: { holds: "what the model judge says of a case, in words", conversation: ofCases },
  review_seat: {
    holds: "who has a case, and a draft of its verdict",
    conversation: ofCases,
    person: ofPerson,
  },
  review_verdict: {
    holds: "what a reviewer found, in words for the person and for reviewers",
    conversation: ofCases,
  },
  review_comment: {
    holds: "what reviewers write to each other about a case",
    conversation: ofCases,
  },
  review_reason: {
    holds: "why an answer is contested, in words, and who sent a run",
    conversation: ofCases,
  },
  forgotten_run: { holds: "which exchanges left memory", conversation: inConversation },
  review_case: { holds: "which runs are judged", conversation: inConversation },
  context_delta: { holds: "changes of structured memory", conversation: inConversation },
  hidden_state: { holds: "what agents remember", conversation: inConversation },
  title_call: { holds: "figures of the call for a title", conversation: inConversation },
  run: { holds: "times, model, totals, tags", conversation: inConversation },
  shared_picture: {
    holds: "pictures of answers in a shared copy",
    conversation: ({ conversationId }) => sql<boolean>`share_link_id IN (
      SELECT id FROM ${table("share_link")} WHERE conversation_id = ${conversationId}::uuid)`,
  },
  share_link: { holds: "a shared copy of the visible turns", conversation: inConversation },
  message: { holds: "questions, answers, sources", conversation: inConversation },
  conversation: {
    holds: "the title",
    conversation: ({ conversationId }) => sql<boolean>`id = ${conversationId}::uuid`,
  },
  folder: { holds: "names of folders", person: ofPerson },
  session: { holds: "sessions with network address and browser", person: ofPerson },
  account: { holds: "how the person signs in, the password's hash", person: ofPerson },
  stream_slot: { holds: "open streams", person: ofPerson },
  model_place: { holds: "calls to a model that are made or wait", person: ofPerson },
  account_link: {
    holds: "digests of links, and addresses that they prove",
    person: ({ personId, email }) => sql<boolean>`(user_id = ${personId} OR email = ${email})`,
  },
  preference: { holds: "own instructions and choices", person: ofPerson },
  verification: {
    holds: "addresses that are to be verified",
    person: ({ personId, email }) => sql<boolean>`(identifier = ${email} OR value = ${personId})`,
  },
  rate_limit: {
    holds: "failed sign-ins and recent uploads, under a digest of the address or the id",
    person: ({ personId, email }) =>
      sql<boolean>`(key IN ('sign-in-email:' || ${digest(email)}, 'link-email:' || ${digest(email)}, 'proof:' || ${digest(personId)},
        'upload:' || ${digest(personId)})
        OR starts_with(key, 'sign-in-pair:' || ${digest(email)} || '.'))`,
  },
  user: {
    holds: "name, e-mail address, role",
    person: ({ personId }) => sql<boolean>`id = ${personId}`,
  },
  review_figure: {
    holds: "verdicts in numbers",
    stays: "they no longer say of which conversation",
  },
  spending: {
    holds: "sums of money by person and day",
    stays: "the sums count for the deployment's budget; they no longer say whose they are",
  },
  audit_event: {
    holds: "who did what, and reasons that operators typed",
    stays: "the person is an id that leads nowhere; typed words become commitments",
  },
  audit_quarantine: {
    holds: "rows that somebody put among audit events, with whatever they wrote into them",
    conversation: inRuns,
    person: ({ personId }) => sql<boolean>`subject_id = ${personId}`,
  },
  audit_leaf: {
    holds: "digests, and numbers of looks at what a person wrote",
    stays: "proves that no other row was changed; the person is an id that leads nowhere",
  },
  audit_checkpoint: { holds: "signed digests", stays: "proves that no other row was changed" },
  run_seal: {
    holds: "commitments to events and to the answer",
    stays: "the salts that could confirm a guess are deleted",
  },
  erased_month: { holds: "which months of the log are gone", stays: "nothing of a person" },
  review_judge: { holds: "prompts of the model judge", stays: "they no longer say who wrote them" },
  policy: { holds: "policies of the deployment", stays: "they no longer say who wrote them" },
  review_rule: {
    holds: "rules that make cases of runs",
    stays: "they no longer say who made them",
  },
  review_progress: { holds: "how far rules have looked", stays: "nothing of a person" },
  review_rubric: { holds: "what verdicts are given by", stays: "nothing of a person who chats" },
  setting_digest: { holds: "keyed digests of settings", stays: "nothing of a person" },
  model_capability: { holds: "what model servers can do", stays: "nothing of a person" },
  tool_description: {
    holds: "what MCP servers told of their tools",
    stays: "nothing of a person",
  },
  connection_event: {
    holds: "which connections to models failed, and digests of conversations",
    stays: "nothing of a person; gone in minutes",
  },
  ums_person: {
    holds: "people of the directory",
    stays: "entries of the deployment, not accounts: the directory's own tools delete them",
  },
  instance: { holds: "server processes and their load", stays: "nothing of a person" },
  ums_seen_hop: {
    holds: "digests of signed hops, gone in minutes, and of decided calls",
    stays: "nothing of a person",
  },
} satisfies { [Name in TableName]: Fate };

const FATES = Object.entries(TABLES) as [TableName, Fate][];

const WITH_CONVERSATION = FATES.flatMap(([name, fate]) =>
  "conversation" in fate ? [{ name, rowsOf: fate.conversation }] : [],
);

const isOfSealer = ({ name }: { name: TableName }) => name === "audit_quarantine";

/** Tables whose rows go with a conversation, in the order of deletion. */
export const CONVERSATION_ROWS = WITH_CONVERSATION.filter((rows) => !isOfSealer(rows));

/** Those of them that the sealer writes: they go while no pass is at work. */
export const ROWS_OF_SEALER = WITH_CONVERSATION.filter(isOfSealer);

/** Tables whose rows go with a person, in the order of deletion. */
export const PERSON_ROWS = FATES.flatMap(([name, fate]) =>
  "person" in fate && fate.person ? [{ name, rowsOf: fate.person }] : [],
);

/** @internal For the test that knows their columns. */
export const STAYING_TABLES: readonly string[] = FATES.flatMap(([name, fate]) =>
  "stays" in fate ? [name] : [],
);

/** Deletes the rows of a scope, table by table. @returns how many each table lost, without those that lost none */
export async function deleteRows<Scope>(
  transaction: DatabaseTransaction,
  tables: readonly { name: TableName; rowsOf: RowsOf<Scope> }[],
  scope: Scope,
): Promise<Record<string, number>> {
  const rows: Record<string, number> = {};
  for (const { name, rowsOf } of tables) {
    const { numAffectedRows = 0n } = await sql`
      DELETE FROM ${table(name)} WHERE ${rowsOf(scope)}`.execute(transaction);
    if (numAffectedRows > 0n) rows[name] = Number(numAffectedRows);
  }
  return rows;
}
