/** The limits of the data layer that are not settings. Limits per person are in the folder of the same name. */
import "server-only";

/** Keeps idle connections for a while: a new one costs the database 10 ms, as much as six turns. */
export const POOL_IDLE_MS = 300_000;
/** Time limits for a connection, a statement, and a database that has stopped responding. */
export const CONNECT_TIMEOUT_MS = 15_000;
export const STATEMENT_TIMEOUT_MS = 25_000;
export const QUERY_TIMEOUT_MS = 30_000;
/** Time limit of a turn's statement. A database that is silent for longer counts as away. */
export const TURN_STATEMENT_TIMEOUT_MS = 8_000;

/** How long a send waits for its turn to be created while many others are. */
export const TURN_PLACE_WAIT_MS = 5_000;

/**
 * Attempts at a statement whose slot another one takes at the same moment, or whose conversation another one changes. A
 * slot is lost to another run or stream of the same person, so more attempts than slots are never needed.
 */
export const SLOT_ATTEMPTS_MAX = 50;

/** How long the result of a health check is reused, so that frequent checks cost little. */
export const DATABASE_CHECK_CACHED_MS = 3_000;
/** A database that does not answer a health check in this time counts as away. */
export const DATABASE_CHECK_TIMEOUT_MS = 4_000;

/** This month and the next two: a job that fails for weeks leaves no row without its month. */
export const MONTHS_AHEAD = 2;
/**
 * How long a process waits for the right to create or remove a month, and then for its lock of the table `run`. New turns
 * wait behind that lock, so the time is short. It is longer than `deadlock_timeout`: after that, PostgreSQL ends an
 * autovacuum that holds the lock. The next attempt creates the month.
 */
export const MONTH_LOCK_TIMEOUT_MS = 2_000;
/** Each of up to four locks of whoever holds one of the log already: together less than `deadlock_timeout`, which is a second. */
export const LOG_LOCK_TIMEOUT_MS = 200;
/** Attempts in one night. Between them, whoever waits gets through. */
export const LOG_LOCK_ATTEMPTS_MAX = 20;
/** A month with more events than this is removed without being counted. */
export const MONTH_COUNT_MAX_ROWS = 5_000_000;
/** Rows of a month without a partition that one statement deletes. */
export const STRAYS_BATCH_ROWS = 50_000;
/** Longest stored model name: providers choose it, and an index contains it. */
export const MODEL_NAME_MAX_CHARS = 200;

/** Hidden states, or changes of structured memory, that are signed at once where an earlier version stored them. */
export const STATES_SIGNED_BATCH_ROWS = 50;

/** From its commit, the longest time until a policy is in force: what was read before decides nothing any more. */
export const POLICIES_IN_FORCE_MS = 2_000;
/** What was read before this is read again before a decision waits for it: the other second is for the decision. */
export const POLICIES_FRESH_MS = 1_000;
/** The pause between two reads of a process. */
export const POLICIES_READ_EVERY_MS = 500;
/** How old what was just read may be, counted from the beginning of its read; the rest is for the decision. */
export const POLICIES_JUST_READ_MS = 1_700;
/** How often policies are read in a row before a slow database is taken for one that does not answer. */
export const POLICIES_READS_MAX = 20;

/** Conversations in one part of the sidebar's list, beside the pinned ones. */
export const CONVERSATIONS_PER_PART = 50;
export const CONVERSATIONS_PINNED_MAX = 100;
/** The newest conversations in which news are looked for. */
export const CONVERSATIONS_WITH_NEWS_MAX = 50;
/** Conversations that one sweep erases. */
export const DELETED_PER_SWEEP = 20;
/** Nothing is erased so shortly after the last moment at which its deletion could be undone. */
export const UNDO_MARGIN_MS = 2_000;
/** Pictures of answers that a shared copy holds; others are named. */
export const SHARED_PICTURES_MAX = 40;
export const SHARED_PICTURE_MAX_BYTES = 5 * 1024 * 1024;
/** A temporary chat that its page left comes back within this time, as after a reload, or is erased. */
export const TEMPORARY_LEFT_MS = 60_000;
/** The same for a page that gives no sign of life: its browser crashed, or a phone put it to sleep. */
export const TEMPORARY_SILENT_MS = 600_000;
/** One row covers the pictures of one host that a person has fetched in this time. */
export const PICTURES_AUDITED_MS = 60_000;
/** The edge has cut it to 255 bytes and kept its extension. */
export const ATTACHMENT_NAME_MAX_CHARS = 255;
/** An upload that no message has is kept for a draft for so long. */
export const UNSENT_UPLOAD_DAYS = 7;
/** Longest list of a conversation's files. */
export const CONVERSATION_FILES_MAX = 500;
/** The most conversations and messages that a search shows. */
export const SEARCH_CONVERSATIONS_MAX = 6;
export const SEARCH_MESSAGES_MAX = 30;
/** How many of the newest messages a search reads before it asks the index. */
export const SEARCH_NEWEST_COUNT = 600;
/** Bounds the words of one search. */
export const PASSAGE_QUERY_MAX_CHARS = 1_000;
/** Number of passages of each order that are fused. */
export const PASSAGE_CANDIDATES_MAX = 30;
/** Words of a search for people that count: each is a condition. */
export const PEOPLE_QUERY_WORDS_MAX = 12;

/** Longest stored address of a denied request. */
export const DENIED_TARGET_MAX_CHARS = 300;
/** Denied addresses of one person, or of all who are signed out, that are recorded in a minute. */
export const DENIED_TARGETS_MAX = 60;
/** Refused sign-ins of all accounts together that are recorded in a minute. */
export const REFUSED_SIGN_INS_MAX = 60;
/** Links of all accounts together, and of sign-ups, that are recorded in a minute. */
export const LINKS_AUDITED_MAX = 60;
/** An operator who follows a run is audited once in this time. */
export const FOLLOWING_AUDITED_MS = 60_000;
/** Descriptions of one tool that are put on record behind the accepted one. */
export const CHANGED_TOOLS_RECORDED_MAX = 20;
/** Of a tool of an MCP server, as canonical JSON: a longer description is not kept, so nobody accepts it on the page. */
export const TOLD_TOOL_MAX_CHARS = 64_000;
/** A model server may be asked again what it can do after this time; the probes cost a few calls. */
export const MODEL_ASKED_AGAIN_MS = 60_000;
/** How long it is kept what happened at a connection to a model; no instance remembers it for longer. */
export const CONNECTION_EVENTS_KEPT_MS = 10 * 60_000;

/** A count of a list that takes longer is given up, and an estimate is shown instead. */
export const COUNT_MOST_MS = 300;
/** Rows that an estimate looks at: a share of a tenth is estimated to a tenth of itself. */
export const COUNT_SAMPLE_ROWS = 1_000;
/** The clocks of the machines of one deployment are not further apart. */
export const CLOCKS_APART_MS = 3_600_000;
/** Rows of one page of runs, and of one batch of an export. */
export const RUNS_PAGE_ROWS = 50;
export const AUDIT_PAGE_ROWS = 50;
/** The page of the trail counts refused attempts of this time. */
export const REFUSED_SHOWN_MS = 86_400_000;
/** Most people whom a part of a name can mean. */
export const AUDIT_PEOPLE_MAX = 50;
export const EXPORT_BATCH_ROWS = 500;
/** A reader that takes nothing for this long counts as gone, and the database ends the transaction. */
export const EXPORT_IDLE_TIMEOUT_MS = 60_000;
/** How many newest runs are searched for names. Other names can still be given in the address. */
export const RUNS_WITH_NAMES_MAX = 5_000;
/** Questions are shortened to this in lists of runs, and in the timeline of a conversation. */
export const RUN_QUESTION_MAX_CHARS = 120;
export const TURN_QUESTION_MAX_CHARS = 160;

/** Events per page. */
export const EVENTS_PAGE_MAX = 2_000;
/** Events at each end of a log that an account is made from: those of any run but a very long one. */
export const ACCOUNT_EVENTS_MAX = 1_500;
/** Events that tell a person how an answer was made: more than any answer has, but one of many hundred changes. */
export const ANSWER_ACCOUNT_EVENTS_MAX = 1_000;
/** Most pieces in one response, beside their total number. */
export const PIECES_MAX = 5_000;
/** Most hits in one response, beside their total number. */
export const HITS_MAX = 100;
/** Messages of a conversation's tree, and characters of each. */
export const TREE_MESSAGES_MAX = 2_000;
export const TREE_WORDS_MAX_CHARS = 120;
/** Messages shown before and after the run's own turn. */
export const MESSAGES_BEFORE_MAX = 60;
export const MESSAGES_AFTER_MAX = 20;

/** Calls per page; the next page starts after the last number. */
export const CALLS_PAGE_MAX = 100;
/** Most prompts in one response that were stopped before a call. */
export const STOPPED_PROMPTS_MAX = 50;
/** Most events of one read. If these hops have more, later segments show as too large. */
export const MATERIAL_EVENTS_MAX = 20_000;
/** Most earlier turns whose messages are read to rebuild prompts. */
export const MATERIAL_TURNS_MAX = 400;
/** How many newest calls one search covers, because the answer is at the end. */
export const WHY_CALLS_MAX = 200;

/** Most starts and findings of one id. Only a log with repeated ids has more. */
export const HOP_ROWS_MAX = 200;
/** Longest walk up the hops. Each kind of hop writes one scope, and its nearest hop is close. */
export const HOPS_ABOVE_MAX = 64;
/** How far after a hop's start its tool call is searched; events of parallel hops can lie in between. */
export const HOP_CALL_WITHIN_EVENTS = 64;

/** Most hops of one run that are compared. */
export const COMPARED_HOPS_MAX = 20_000;
/** Most other runs of a conversation that are offered for a comparison. */
export const COMPARE_CANDIDATES_MAX = 50;

/** Versions per agent: the newest, in the chart of sizes and in the check of a context state. */
export const SIZES_VERSIONS_MAX = 500;
export const CHECK_VERSIONS_MAX = 200;
/** Most deltas per agent; the first of them. */
export const TIMELINE_DELTAS_MAX = 20_000;
/** Most refused changes of a conversation's context states; the newest of them. */
export const TIMELINE_REFUSALS_MAX = 200;
/** How many rows work that was still going on may write behind the end of a run. */
export const ROWS_BEHIND_RUN_END_MAX = 20;

/** Most stored states that are asked for the conversation of a service behind a run. */
export const REMOTE_STATES_MAX = 5;

/** How old the sum of what all people have spent may be where a budget is checked. */
export const DEPLOYMENT_SPENDING_CACHED_MS = 5_000;

/** The people whom the page of spending lists, those with the highest cost. */
export const SPENDING_PEOPLE_MAX = 100;

/** Audit events that one pass seals, and ends of runs among them, whose logs it reads. */
export const SEAL_BATCH_ROWS = 1_000;
export const SEAL_BATCH_RUNS = 50;
/** A trail that does not grow gets a checkpoint at least this often. */
export const SEAL_IDLE_MS = 300_000;
/** A pass gives up after waiting for so long for a lock, such as that of an erasure. The next pass waits again. */
export const SEALER_WAITS_MS = 5_000;
/** Processes on one port that start together say once that their file of anchors begins. */
export const ANCHOR_BEGUN_MS = 10_000;
/** How many of the newest rows about new anchor files and restored backups are verified. */
export const BEGUN_ROWS_READ = 20;
/** Rows without a MAC are taken while an instance of another version is up; after a day that is a finding. */
export const SIGNING_WAITS_MS = 24 * 3_600_000;
/** A command that has not taken a checkpoint by then is ended. */
export const ANCHOR_COMMAND_MS = 30_000;
/**
 * How far a row's time may lie before the newest checkpoint or behind now: clocks of instances differ, and a transaction may
 * take a while between its row and its commit.
 */
export const ROW_TIME_TOLERANCE_MS = 600_000;
/** Looks that wait for their place, and that a process looks for again. */
export const KEPT_ROWS_MAX = 5_000;
/** A process that could not seal for so long, while rows wait, tells so. No erasure keeps the sealers waiting as long. */
export const UNSEALED_MAX_MS = 300_000;
/** A look at payloads is answered once its row is sealed and anchored, or refused after this time. */
export const SEALED_WITHIN_MS = 3_000;
export const SEALED_POLL_MS = 50;
/** Leaves that a proof reads together, a power of two. Roots of larger subtrees come from the checkpoints. */
export const PROOF_CHUNK_LEAVES = 1_024;
/** Leaves that a process remembers to have proved. */
export const PROVED_LEAVES_MAX = 10_000;
/** How many of the newest looks are read to find one that the person has not seen. */
export const UNSEEN_LOOKS_READ = 20;
/** Rows about a person that are read to find the looks, so that what others put there crowds out none. */
export const LOOKS_READ_MAX = 10_000;
/** How many of the newest equal rows are verified, to see whether one of them covers a new one. */
export const COVERING_ROWS_READ = 20;
/** A request to open payloads waits so long for a second admin. */
export const OPENING_REQUEST_MS = 8 * 3_600_000;
/** Such requests that are read, the newest. */
export const OPENING_REQUESTS_READ = 500;
/** The newest changes of the glass that are read: those that others wrote are passed over. */
export const GLASS_ROWS_READ = 20;
/** Length of the name of a foreign trigger, rule or constraint, with its table. */
export const FOREIGN_NAME_MAX_CHARS = 150;
/** Findings and acknowledgements that are read at once, the newest. */
export const FINDINGS_SHOWN_MAX = 500;
/** So long a page or a check of health waits for them. */
export const FINDINGS_SOON_MS = 2_000;
/** The same finding about more rows is one of its own after this time. */
export const SAME_FINDING_MS = 600_000;
/** Rows of the trail that are read at once to check it. */
export const TRAIL_BATCH_ROWS = 5_000;
/** Conversations, runs or files that retention erases in one transaction. */
export const RETENTION_BATCH_ROWS = 100;
/**
 * A shorter part of a name or an address stands in nearly everybody's: as a filter it names nobody, and an erasure leaves it in
 * the trail, unless it is a whole word of the person's.
 */
export const NAMING_PART_MIN_CHARS = 3;
/** Audit rows whose details are replaced by commitments at once. The sealer waits for it. */
export const DETAILS_REDUCED_ROWS = 5_000;

/** How many calls of a tool are looked up that came before on a branch of a conversation. */
export const EARLIER_CALLS_MAX = 200;

/** How many sign-ins and changes of an account its person takes away. */
export const SIGN_INS_EXPORTED_MAX = 10_000;

/**
 * How far back the check of each minute looks, in milliseconds: a day, and an hour for runs that take long. The first moment
 * moves by the step.
 */
export const RECENT_MS = 25 * 3_600_000;
export const RECENT_STEP_MS = 3_600_000;

/** The most edits of one kind that a check tells. */
export const EDITS_FOUND_MAX = 20;
/** Runs whose hidden states are compared at once. Each state may have megabytes. */
export const EDITED_STATES_BATCH_RUNS = 10;

/** How long definitions are not compared while the database has migrations of a newer version. */
export const OTHER_MIGRATIONS_MS = 86_400_000;

/** Model calls for the title of one conversation, where the first one fails. */
export const TITLE_CALLS_MAX = 2;

/** The highest number that an event can have. */
export const SEQ_MAX = 2_147_483_647;

/** After this number of processes has died with a run, no other one takes it over: the run may be the cause. */
export const DEATHS_MAX = 3;
/** So often a run is taken over at most, also from processes that live and were late. */
export const TAKEOVERS_MAX = 6;

/** Instances and takeovers that the page of the system lists. An instance stays on it for so long. */
export const INSTANCES_SHOWN_MAX = 200;
export const INSTANCES_SHOWN_MS = 86_400_000;
export const TAKEOVERS_SHOWN_MAX = 50;

/** How often an exchange with the service is stored anew where another one took its place in the same moment. */
export const SAVE_ATTEMPTS = 5;

/** Contested answers that a person's page lists. */
export const CONTESTS_LISTED_MAX = 200;
/** Exchanges that have left memory, of which a service is told in one pass. */
export const UNTOLD_RUNS_MAX = 100;
/** A contested case comes before all others: somebody waits for it. */
export const CONTESTED_URGENCY = 1_000;
/** Attempts at the next case, where other reviewers take it at the same moment. */
export const TAKE_ATTEMPTS_MAX = 20;
/** More reviewers than can have a reason not to judge a case: its person, who sent it, and three who have judged it. */
export const REVIEWERS_COUNTED_MAX = 6;
/** Versions of the model judge that its page lists, and judged cases by which an admin tunes it. */
export const JUDGE_VERSIONS_LISTED_MAX = 50;
export const TUNING_CASES_LISTED_MAX = 50;
/** The model judge holds an answer for wrong above this score. A text that demands one and the same number gets exactly this one. */
export const JUDGE_WRONG_ABOVE = 50;
/** By so much a case counts as older, at most, because of its score: a day is what a reviewer may be away. */
export const JUDGE_LEAD_MS = 86_400_000;
/** A new version of the model judge also reads cases of so many days that people have judged, so that it can be measured. */
export const JUDGED_ANEW_MAX_DAYS = 90;
/** Hidden payloads of a run that the words of a verdict are compared with. */
export const HIDDEN_PAYLOADS_MAX = 500;
/** The severity of a contested case, the greatest there is. */
export const CONTESTED_SEVERITY = 3;
/** Rows of the trail that rules look at in one transaction. */
export const RULES_BATCH_ROWS = 1_000;
/** Runs that one press sends to review. Each has a row of the trail. */
export const RUNS_SENT_MAX = 1_000;
/** The days on which a rule is tried before it is saved. */
export const RULE_TRIED_DAYS = 30;
/** The key of a random sample: as many as its hash has. */
export const SAMPLE_KEY_BYTES = 32;
/** Days after which a case that waits is overdue. */
export const OVERDUE_DAYS = 7;
/** Judged cases that results are counted from, the newest of the period: more would take longer than a page may. */
export const CASES_COUNTED_MAX = 5_000;
/** Comments that the page of a case shows, and that one case may have. */
export const CASE_COMMENTS_MAX = 100;
/** Reviewers among whom an admin chooses whose a case is. */
export const REVIEWERS_LISTED_MAX = 200;
/** Messages of a conversation that a reviewer reads beside a case: those before the answer. */
export const SEEN_MESSAGES_MAX = 200;
/** Verdicts of one day of one reviewer that are counted. */
export const DAY_VERDICTS_MAX = 1_000;
