import type { ColumnType } from "kysely";
export type Generated<T> = T extends ColumnType<infer S, infer I, infer U>
  ? ColumnType<S, I | undefined, U>
  : ColumnType<T, T | undefined, T>;
export type Timestamp = ColumnType<Date, Date | string, Date | string>;

export type Account = {
    id: string;
    user_id: string;
    /**
     * Whose name for the person `accountId` is; better-auth's own for e-mail and password.
     */
    issuer: Generated<string>;
    account_id: string;
    provider_id: string;
    access_token: string | null;
    refresh_token: string | null;
    access_token_expires_at: Timestamp | null;
    refresh_token_expires_at: Timestamp | null;
    scope: string | null;
    id_token: string | null;
    password: string | null;
    created_at: Generated<Timestamp>;
    updated_at: Timestamp;
};
export type AccountLink = {
    id: string;
    /**
     * sign-up | reset | email
     */
    kind: string;
    /**
     * SHA-256 of the token as base64url. The token itself is in the link only.
     */
    token_digest: string;
    /**
     * Null for a sign-up: there is no account yet.
     */
    user_id: string | null;
    /**
     * The address that the link proves; null for a new password.
     */
    email: string | null;
    expires_at: Timestamp;
    created_at: Generated<Timestamp>;
};
export type Approval = {
    id: string;
    conversation_id: string;
    run_id: string;
    answer_message_id: string;
    agent_id: string;
    /**
     * The plain question that the person reads.
     */
    question: string;
    tool: string;
    /**
     * What the agent needs to go on once the person has decided. Hidden.
     */
    resume: unknown;
    /**
     * The rest of the plan, where it waits for the same word. Hidden.
     */
    suspended_plan: unknown | null;
    /**
     * The person's own change of the call, as canonical JSON with a salt: the arguments that run, and what they were. Its
     * digest is in the trail. Null where nothing was changed. Hidden.
     */
    changed: string | null;
    /**
     * Says that the application asked, and what was decided (lib/audit/crypto/approval-mac.ts). Null in rows from before.
     */
    mac: Buffer | null;
    /**
     * pending | approved | declined | expired
     */
    status: Generated<string>;
    decided_at: Timestamp | null;
    created_at: Generated<Timestamp>;
};
export type Attachment = {
    id: string;
    owner_id: string;
    conversation_id: string | null;
    message_id: string | null;
    name: string;
    media_type: string;
    size_bytes: number;
    sha256: string;
    /**
     * What a picture shows, in words; null for what a person uploaded.
     */
    alt: string | null;
    data: Buffer;
    /**
     * From 1, among the files of its message in the order in which the person added them. 0: in order of time.
     */
    position: Generated<number>;
    /**
     * The document that this one is a corrected version of: shown in its place, on the branch of this one's message.
     */
    revises_id: string | null;
    created_at: Generated<Timestamp>;
};
export type AuditCheckpoint = {
    id: Generated<string>;
    size: string;
    /**
     * The roots of the tree's full subtrees, the largest first, so that it can grow without its leaves.
     */
    subtrees: Buffer;
    note: string;
    at: Generated<Timestamp>;
};
export type AuditEvent = {
    id: string;
    at: Generated<Timestamp>;
    actor_id: string | null;
    action: string;
    target: string;
    outcome: string;
    /**
     * The person whose words or account it concerns.
     */
    subject_id: string | null;
    run_id: string | null;
    detail: Generated<unknown>;
    /**
     * Random: the trail holds a commitment to `detail` under it, so that the detail can be erased.
     */
    salt: Generated<string>;
    /**
     * Set where the detail was erased: 32 bytes, the commitment that the leaf holds.
     */
    detail_commitment: Buffer | null;
    /**
     * The row that says that the detail was erased, and a MAC that binds both (lib/audit/crypto/erased-mac.ts).
     */
    erased_by: string | null;
    erased_mac: Buffer | null;
    /**
     * Says that the application wrote the row: 4 bytes that name the key, and the MAC. Null in rows from before there were any.
     */
    mac: Buffer | null;
    /**
     * The row's place in the trail, from 0. Null until it is sealed.
     */
    place: string | null;
};
export type AuditLeaf = {
    place: string;
    event_id: string;
    /**
     * 32 bytes.
     */
    hash: Buffer;
    /**
     * Of a look at what a person wrote: whose, and its number among those of this person, from 1. Null in all others. It stands
     * here, so that the row can go and its number does not.
     */
    subject_id: string | null;
    subject_seq: number | null;
};
export type AuditQuarantine = {
    id: string;
    found_at: Generated<Timestamp>;
    why: string;
    event_id: string;
    subject_id: string | null;
    run_id: string | null;
    /**
     * The row as it was found.
     */
    row: unknown;
};
export type ConnectionEvent = {
    id: string;
    connection: string;
    /**
     * failed | answered
     */
    kind: string;
    /**
     * A digest of the conversation, empty for an answer: whose failures count is only how many they are.
     */
    conversation: string;
    at: Generated<Timestamp>;
};
export type ContextDelta = {
    id: string;
    conversation_id: string;
    agent_id: string;
    /**
     * From 1, gapless per agent along a branch of the conversation.
     */
    ordinal: number;
    run_id: string | null;
    /**
     * As of a hidden state.
     */
    message_id: string | null;
    hop_ref: string | null;
    /**
     * model | person | coordinator | tool
     */
    origin: string;
    delta: unknown;
    /**
     * RFC 6902.
     */
    patch: unknown;
    before_sha256: string;
    after_sha256: string;
    created_at: Generated<Timestamp>;
    /**
     * As of a hidden state.
     */
    mac: Buffer | null;
};
export type Conversation = {
    id: string;
    user_id: string;
    title: string;
    /**
     * Who gave the title: first-line | model | person. A person's is never replaced.
     */
    title_by: Generated<string>;
    created_at: Generated<Timestamp>;
    updated_at: Generated<Timestamp>;
    /**
     * When its person last looked at it; an answer that ended later is new.
     */
    seen_at: Generated<Timestamp>;
    pinned_at: Timestamp | null;
    archived_at: Timestamp | null;
    /**
     * Set when its person deleted it: gone for them at once, erased some seconds later.
     */
    deleted_at: Timestamp | null;
    /**
     * Of a temporary chat: when it is erased, unless its page shows before that it is still open. Null for all others.
     */
    expires_at: Timestamp | null;
    /**
     * Says that its person began it as a temporary chat (lib/audit/crypto/instructions-mac.ts). Null for all others.
     */
    temporary_mac: Buffer | null;
    /**
     * The folder it lies in, one of the same person's; null for none.
     */
    folder_id: string | null;
};
export type ErasedMonth = {
    /**
     * `2026-11`
     */
    month: string;
    from_id: string;
    before_id: string;
};
export type Feedback = {
    answer_message_id: string;
    conversation_id: string;
    /**
     * up | down
     */
    verdict: string;
    /**
     * Why, in the person's words, empty for none.
     */
    words: Generated<string>;
    /**
     * Random: the trail holds a commitment to the words under it. Null where there are none, and in rows from before.
     */
    salt: string | null;
    updated_at: Generated<Timestamp>;
};
export type Folder = {
    id: string;
    user_id: string;
    name: string;
    created_at: Generated<Timestamp>;
};
export type ForgottenRun = {
    run_id: string;
    conversation_id: string;
    at: Generated<Timestamp>;
    /**
     * When the service confirmed that it has forgotten it, too. Null: it is told again.
     */
    told_at: Timestamp | null;
};
export type HiddenState = {
    id: string;
    conversation_id: string;
    agent_id: string;
    version: number;
    run_id: string | null;
    /**
     * The answer after which it holds: that of its run; of a person's correction, the newest answer then.
     */
    message_id: string | null;
    state: unknown;
    bytes: number;
    quarantined_at: Timestamp | null;
    quarantined_reason: string | null;
    created_at: Generated<Timestamp>;
    /**
     * 36 bytes: the application wrote this version (lib/audit/crypto/state-mac.ts). Null: of a version that signed none.
     */
    mac: Buffer | null;
};
export type Instance = {
    /**
     * Its name in leases.
     */
    id: string;
    version: string;
    started_at: Generated<Timestamp>;
    seen_at: Generated<Timestamp>;
    is_draining: Generated<boolean>;
    runs: Generated<number>;
    streams: Generated<number>;
    /**
     * Runs of dead processes that it has taken over.
     */
    takeovers: Generated<number>;
    /**
     * Of its memory, in bytes.
     */
    memory: Generated<string>;
};
export type Message = {
    id: string;
    conversation_id: string;
    ordinal: number;
    role: string;
    content: string;
    /**
     * Null while a run is live; else complete | stopped | interrupted | failed | empty. Null for `user`.
     */
    ending: string | null;
    /**
     * A code of lib/errors that explains `failed`.
     */
    reason: string | null;
    /**
     * What an answer cites: a list of PublicSource; null for nothing.
     */
    sources: unknown | null;
    /**
     * Which stretches of `content` the person pasted: `[[start, end], …]` in UTF-16 units; null for none.
     */
    pasted: unknown | null;
    author_id: string | null;
    /**
     * Chosen by the browser, so that sending twice by accident makes one message.
     */
    client_message_id: string | null;
    /**
     * The message before this one: of an answer its question, of a question the answer before it; null for the first.
     */
    parent_id: string | null;
    /**
     * From 0, among the messages of one parent.
     */
    branch: Generated<number>;
    /**
     * Set while another version is shown instead, of this message or of one before it. The messages without it are the
     * path that the person sees, from the first message to the newest.
     */
    superseded_at: Timestamp | null;
    /**
     * Set when another answer took over this one's text to continue it: this one is no version of its own then.
     */
    continued_at: Timestamp | null;
    created_at: Generated<Timestamp>;
};
export type ModelCapability = {
    address: string;
    model: string;
    name: string;
    holds: boolean;
    /**
     * Where the capability is a number, such as the longest output.
     */
    value: number | null;
    source: string;
    at: Timestamp;
    /**
     * What the server answered.
     */
    evidence: string;
};
export type ModelPlace = {
    id: string;
    /**
     * The connections that share one limit.
     */
    queue: string;
    /**
     * From 0; null while it waits.
     */
    slot: number | null;
    /**
     * Null: a short call of nobody's turn, which waits for all others.
     */
    user_id: string | null;
    run_id: string | null;
    asked_at: Generated<Timestamp>;
    lease_until: Timestamp;
};
export type NodeHistory = {
    run_id: string;
    hop_ref: string;
    parent_ref: string | null;
    kind: string;
    node_id: string;
    input_sha256: string | null;
    output_sha256: string | null;
    outcome: string;
    model: string | null;
    started_at: Timestamp;
    duration_ms: number;
};
export type Passage = {
    attachment_id: string;
    ordinal: number;
    text: string;
    /**
     * Where the model endpoint makes embeddings.
     */
    embedding: number[];
};
export type Policy = {
    id: string;
    name: string;
    version: number;
    /**
     * Cedar source of one or more policies.
     */
    text: string;
    /**
     * enforce | observe
     */
    mode: string;
    enabled: Generated<boolean>;
    created_by: string | null;
    created_at: Generated<Timestamp>;
};
export type Preference = {
    user_id: string;
    /**
     * Their own words to every agent; empty for none.
     */
    instructions: Generated<string>;
    /**
     * Says that the person saved them (lib/audit/crypto/instructions-mac.ts). Null in rows from before, and without any.
     */
    instructions_mac: Buffer | null;
    /**
     * A connection that the operator offers; null for the operator's own choice.
     */
    model: string | null;
    /**
     * Digest of the notice that they have read: who answers, who may look, how long things are kept.
     */
    notice_seen: string | null;
    /**
     * Their theme, size of text and key that sends, each a word of a closed set; without those never chosen.
     */
    look: Generated<unknown>;
    updated_at: Generated<Timestamp>;
};
export type RateLimit = {
    key: string;
    points: Generated<number>;
    expire: string | null;
};
export type ReviewCase = {
    run_id: string;
    conversation_id: string;
    /**
     * What people call it.
     */
    reference: string;
    /**
     * open | judged | closed: closed once its person has read the verdict. It is taken while a seat is.
     */
    state: Generated<string>;
    /**
     * The greatest comes first: of a contested one, or its severity.
     */
    urgency: number;
    /**
     * The greatest of its reasons, 1 to 3.
     */
    severity: Generated<number>;
    /**
     * How many people are to judge it.
     */
    asks: Generated<number>;
    since: Generated<Timestamp>;
    /**
     * As old as it counts in the queue: a model judge may make it older, never younger.
     */
    sorted_at: Generated<Timestamp>;
    /**
     * The reviewer whose it is. Until they have it, or have judged it, it is offered to nobody else.
     */
    assigned_to: string | null;
    /**
     * Until then it is nobody's next case.
     */
    put_aside_until: Timestamp | null;
};
export type ReviewComment = {
    id: string;
    run_id: string;
    /**
     * Null: the account is gone.
     */
    user_id: string | null;
    words: string;
    /**
     * Random: the trail holds a commitment to the words under it.
     */
    salt: string;
    at: Generated<Timestamp>;
};
export type ReviewFigure = {
    id: Generated<string>;
    /**
     * Null: the conversation is erased.
     */
    run_id: string | null;
    /**
     * Which verdict of its case.
     */
    nth: number;
    /**
     * Random, the same for all verdicts of a case.
     */
    unit: string;
    /**
     * When the verdict was given (UTC).
     */
    day: Timestamp;
    seat: number;
    /**
     * A digest of the judge's id. Null: erased, and not needed for agreement.
     */
    rater: string | null;
    upheld: boolean;
    rubric: number | null;
    /**
     * By the criterion's id: what was chosen, never what was written.
     */
    answers: Generated<unknown>;
    seconds: number | null;
    /**
     * Kinds of reasons of the case, once it is erased. Until then they stand in `review_reason`.
     */
    reasons: Generated<string[]>;
    agents: Generated<string[]>;
    /**
     * `general@1`
     */
    prompts: Generated<string[]>;
    /**
     * Policies that decided on a hop, `name@version`.
     */
    policies: Generated<string[]>;
    model: string | null;
};
export type ReviewJudge = {
    /**
     * From 1.
     */
    version: number;
    prompt: string;
    /**
     * The connection that an admin chose; null: the default.
     */
    model: string | null;
    /**
     * Null: the account is gone.
     */
    made_by: string | null;
    at: Generated<Timestamp>;
    ended_at: Timestamp | null;
    /**
     * replaced | switched-off | below-floor
     */
    off_reason: string | null;
};
export type ReviewProgress = {
    id: number;
    place: string;
};
export type ReviewReason = {
    id: Generated<string>;
    run_id: string;
    /**
     * A ReviewReasonKind of lib/contracts.
     */
    kind: string;
    /**
     * What triggered it. Of a contested answer: what is wrong with it.
     */
    figure: string;
    /**
     * The person's own, empty for none. Hidden from reviewers until they have taken the case.
     */
    words: Generated<string>;
    /**
     * Random: the trail holds a commitment to the words under it.
     */
    salt: string;
    /**
     * The version of the rule that found the run; null for none.
     */
    rule_id: string | null;
    rule_version: number | null;
    /**
     * The admin who sent the run, who does not judge it for this reason alone. Null for none, and once the account is gone.
     */
    sent_by: string | null;
    at: Generated<Timestamp>;
};
export type ReviewRubric = {
    version: number;
    /**
     * Criteria of lib/contracts/inspector/review/rubric.ts.
     */
    criteria: unknown;
    /**
     * Labels that a verdict and its marks may have.
     */
    labels: unknown;
    /**
     * Null: the account is gone.
     */
    made_by: string | null;
    at: Generated<Timestamp>;
};
export type ReviewRule = {
    id: string;
    /**
     * From 1.
     */
    version: number;
    name: string;
    /**
     * A RuleKind of lib/contracts.
     */
    kind: string;
    /**
     * A RuleTest of lib/contracts, without its kind.
     */
    threshold: unknown;
    /**
     * 1 to 3.
     */
    severity: number;
    /**
     * How many people judge a case of it.
     */
    judges: number;
    is_on: boolean;
    /**
     * Null: the server itself, or the account is gone.
     */
    made_by: string | null;
    at: Generated<Timestamp>;
    ended_at: Timestamp | null;
    /**
     * Of a random sample: its secret. The trail has its SHA-256, and once the version has ended, the key.
     */
    key: Buffer | null;
};
export type ReviewScore = {
    run_id: string;
    version: number;
    /**
     * scored | commanded | inconsistent | malformed | failed: only the first has a score.
     */
    outcome: string;
    /**
     * How likely the answer is wrong, from 0 to 100.
     */
    score: number | null;
    /**
     * Why, in the model's words.
     */
    reason: Generated<string>;
    /**
     * Random: the trail holds a commitment to the reason under it.
     */
    salt: string;
    /**
     * `{code, manifest, model, inputTokens, outputTokens, cost, durationMs}` of each call.
     */
    calls: unknown;
    at: Generated<Timestamp>;
};
export type ReviewSeat = {
    run_id: string;
    seat: number;
    user_id: string;
    until: Timestamp;
    /**
     * Since when this reviewer has it: the time of a verdict is counted from here.
     */
    taken_at: Generated<Timestamp>;
    /**
     * What the reviewer has written so far: a VerdictDraft of lib/contracts.
     */
    draft: unknown | null;
};
export type ReviewVerdict = {
    run_id: string;
    /**
     * From 1.
     */
    nth: number;
    /**
     * Null: the account is gone.
     */
    judged_by: string | null;
    /**
     * Whether the answer was found wrong.
     */
    upheld: boolean;
    /**
     * The words for the person.
     */
    told: string;
    /**
     * For reviewers. Hidden from the person.
     */
    note: string;
    /**
     * Which judge: 1, 2; 3 decides where they differ.
     */
    seat: Generated<number>;
    /**
     * The version of the rubric that it was given by. Null: from before there was one.
     */
    rubric: number | null;
    /**
     * By the criterion's id: a boolean, a number or a text.
     */
    answers: Generated<unknown>;
    labels: Generated<unknown>;
    /**
     * Places of the run, each with a note and a label: Marks of lib/contracts.
     */
    marks: Generated<unknown>;
    /**
     * From taking the case to judging it.
     */
    seconds: number | null;
    /**
     * The exchange leaves memory.
     */
    forget: Generated<boolean>;
    /**
     * When its case was settled with it. Null: what follows from it is still to be done.
     */
    stated_at: Timestamp | null;
    /**
     * Random: the trail holds commitments to what was written under it.
     */
    salt: string;
    at: Generated<Timestamp>;
};
export type Run = {
    id: string;
    conversation_id: string;
    user_id: string;
    user_message_id: string;
    answer_message_id: string;
    agent_id: string;
    /**
     * running | complete | stopped | interrupted | failed | empty
     */
    status: Generated<string>;
    reason: string | null;
    model: string | null;
    lease_owner: string;
    lease_until: Timestamp;
    stop_requested_at: Timestamp | null;
    started_at: Generated<Timestamp>;
    ended_at: Timestamp | null;
    rounds: Generated<number>;
    model_calls: Generated<number>;
    tool_calls: Generated<number>;
    input_tokens: Generated<number>;
    output_tokens: Generated<number>;
    /**
     * The most severe decision on a hop of this run: allow | would_deny | needs_approval | deny
     */
    policy_outcome: string | null;
    /**
     * Which of the person's places for runs at once this run takes, from 0.
     */
    slot: Generated<number>;
    /**
     * What the list of runs is filtered by, known once the run has ended: `agent:general`, `tool:web_search@1`,
     * `deviation:missing`. See `lib/db/runs/tags-of.ts`.
     */
    tags: Generated<string[]>;
    /**
     * What its model calls cost, in PRICE_CURRENCY, by the prices at that time; null where that is not known.
     */
    cost: number | null;
    /**
     * What `cost` leaves out or rests on, or why there is none. Null: nothing; with no cost: a run of earlier versions.
     */
    cost_note: string | null;
    /**
     * `model` without the date that providers add to it. Generated by the database, never written.
     */
    undated_model: Generated<string | null>;
    /**
     * Of whoever created it: that this person asked this question. See `lib/audit/crypto/run-mac.ts`. Null: an older version.
     */
    mac: Buffer | null;
};
export type RunEvent = {
    run_id: string;
    seq: number;
    /**
     * Gapless among public events; null for hidden ones.
     */
    public_seq: number | null;
    at: Timestamp;
    type: string;
    visibility: string;
    hop_ref: string | null;
    /**
     * Which form the payload has; the view `log_event` shows every version as the newest.
     */
    event_version: Generated<number>;
    /**
     * Null once it was erased; the row stays.
     */
    payload: unknown | null;
    /**
     * Random, for commitments to the payload that do not give it away.
     */
    salt: Generated<string>;
    /**
     * Says that the application wrote it, behind the event before it (lib/audit/crypto/event-mac.ts). Null: a version that
     * signed no events wrote it.
     */
    mac: Buffer | null;
};
export type RunScore = {
    run_id: string;
    /**
     * Copied from the run, so that figures over time read one index.
     */
    started_at: Timestamp;
    /**
     * Deviation D of the active plan; null where it could not be computed.
     */
    deviation: number | null;
    /**
     * The whole score, as `lib/deviation` made it.
     */
    detail: unknown;
    /**
     * Digest of the moves in `detail`: runs with equal alignments have the same. Generated by the database, never written.
     */
    plan_fingerprint: Generated<string | null>;
};
export type RunSeal = {
    run_id: string;
    /**
     * The audit event `run.ended`.
     */
    event_id: string;
    /**
     * For each event of the log, in order: 32 bytes of the event with its payload's commitment, 32 bytes of that commitment.
     */
    commitments: Buffer;
    /**
     * Random: the leaf holds a commitment to the answer that the person was shown, under it. Null once that is erased.
     */
    answer_salt: string | null;
    /**
     * The answer's commitment, 32 bytes.
     */
    answer: Buffer;
};
export type Session = {
    id: string;
    user_id: string;
    token: string;
    expires_at: Timestamp;
    ip_address: string | null;
    user_agent: string | null;
    impersonated_by: string | null;
    created_at: Generated<Timestamp>;
    updated_at: Timestamp;
};
export type SettingDigest = {
    name: string;
    /**
     * HMAC-SHA-256 under the deployment's secret.
     */
    digest: Buffer;
};
export type SharedPicture = {
    id: string;
    share_link_id: string;
    media_type: string;
    data: Buffer;
};
export type ShareLink = {
    id: string;
    conversation_id: string;
    /**
     * SHA-256 of the link's token, in hexadecimal. The token is stored nowhere.
     */
    token_sha256: string;
    title: string;
    /**
     * The person's name, where they chose to show it.
     */
    shared_by: string | null;
    /**
     * The turns: SharedCopy of lib/contracts.
     */
    copy: unknown;
    frozen_at: Generated<Timestamp>;
    created_at: Generated<Timestamp>;
    /**
     * Random: the trail holds a commitment to what is shown under it. Null in links from before there were any.
     */
    salt: string | null;
    /**
     * Whether the page says of an answer that it was found wrong, from when on it was.
     */
    shows_verdict: Generated<boolean>;
};
export type Spending = {
    user_id: string;
    day: Timestamp;
    agent_id: string;
    model: string;
    cost: number;
    /**
     * The part of `cost` that rests on estimated usage.
     */
    estimated_cost: number;
    calls: number;
    /**
     * Calls whose cost is not known.
     */
    unpriced_calls: number;
    input_tokens: string;
    output_tokens: string;
};
export type StreamSlot = {
    user_id: string;
    slot: number;
    instance_id: string;
    lease_until: Timestamp;
};
export type TitleCall = {
    run_id: string;
    conversation_id: string;
    started_at: Timestamp;
    /**
     * titled | refused | kept | failed
     */
    outcome: string;
    /**
     * Why it is not `titled`: a code, for operators.
     */
    reason: string | null;
    model: string | null;
    /**
     * A PromptManifest.
     */
    manifest: unknown;
    input_tokens: Generated<number>;
    output_tokens: Generated<number>;
    /**
     * In PRICE_CURRENCY; null where it is not known.
     */
    cost: number | null;
    duration_ms: number;
};
export type ToolDescription = {
    /**
     * Hexadecimal.
     */
    sha256: string;
    /**
     * RFC 8785 canonical JSON of server, name, description, schemas and hints.
     */
    told: string;
};
export type UmsConversation = {
    id: string;
    title: string | null;
    /**
     * A call that waits for approval: `{approvalId, tool, arguments, question}`, else null.
     */
    pending: unknown | null;
    /**
     * The caller's key of the newest exchange: the same call, sent again, replaces it.
     */
    last_key: string | null;
    /**
     * The conversation whose first messages this one began with; deleted with it.
     */
    forked_from_id: string | null;
    created_at: Generated<Timestamp>;
    updated_at: Timestamp;
};
export type UmsMessage = {
    conversation_id: string;
    ordinal: number;
    message: unknown;
    created_at: Generated<Timestamp>;
    /**
     * The caller's run, by which it is forgotten. Null in messages from before there was one.
     */
    run_id: string | null;
};
export type UmsPerson = {
    id: string;
    ordinal: Generated<number>;
    name: string;
    email: string;
    department: string;
    city: string;
    joined_at: Timestamp;
    created_at: Generated<Timestamp>;
    updated_at: Timestamp;
};
export type UmsSeenHop = {
    key: string;
    seen_at: Generated<Timestamp>;
};
export type UmsTrace = {
    id: string;
    conversation_id: string;
    run_id: string;
    trace: unknown;
    created_at: Generated<Timestamp>;
};
export type User = {
    id: string;
    name: string;
    email: string;
    email_verified: Generated<boolean>;
    image: string | null;
    role: Generated<string>;
    banned: Generated<boolean>;
    ban_reason: string | null;
    ban_expires: Timestamp | null;
    /**
     * When the person last read who looked at what they wrote.
     */
    looks_seen_at: Timestamp | null;
    /**
     * Set when the person deleted their account: from then on nobody is signed in, and at this time it is erased.
     */
    erase_at: Timestamp | null;
    created_at: Generated<Timestamp>;
    updated_at: Timestamp;
};
export type Verification = {
    id: string;
    identifier: string;
    value: string;
    expires_at: Timestamp;
    created_at: Generated<Timestamp>;
    updated_at: Timestamp;
};
export type DB = {
    account: Account;
    account_link: AccountLink;
    approval: Approval;
    attachment: Attachment;
    audit_checkpoint: AuditCheckpoint;
    audit_event: AuditEvent;
    audit_leaf: AuditLeaf;
    audit_quarantine: AuditQuarantine;
    connection_event: ConnectionEvent;
    context_delta: ContextDelta;
    conversation: Conversation;
    erased_month: ErasedMonth;
    feedback: Feedback;
    folder: Folder;
    forgotten_run: ForgottenRun;
    hidden_state: HiddenState;
    instance: Instance;
    message: Message;
    model_capability: ModelCapability;
    model_place: ModelPlace;
    node_history: NodeHistory;
    passage: Passage;
    policy: Policy;
    preference: Preference;
    rate_limit: RateLimit;
    review_case: ReviewCase;
    review_comment: ReviewComment;
    review_figure: ReviewFigure;
    review_judge: ReviewJudge;
    review_progress: ReviewProgress;
    review_reason: ReviewReason;
    review_rubric: ReviewRubric;
    review_rule: ReviewRule;
    review_score: ReviewScore;
    review_seat: ReviewSeat;
    review_verdict: ReviewVerdict;
    run: Run;
    run_event: RunEvent;
    run_score: RunScore;
    run_seal: RunSeal;
    session: Session;
    setting_digest: SettingDigest;
    share_link: ShareLink;
    shared_picture: SharedPicture;
    spending: Spending;
    stream_slot: StreamSlot;
    title_call: TitleCall;
    tool_description: ToolDescription;
    ums_conversation: UmsConversation;
    ums_message: UmsMessage;
    ums_person: UmsPerson;
    ums_seen_hop: UmsSeenHop;
    ums_trace: UmsTrace;
    user: User;
    verification: Verification;
};
