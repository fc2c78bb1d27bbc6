/**
 * Loads the policies in force. A change is on record before it is in force, and in force two seconds after its commit: what was
 * read before decides nothing. No message between instances is needed for it, because each reads for itself.
 */
import "server-only";
import { PolicyMode, type StoredPolicy } from "../../contracts/stored-policy.ts";
import { processSlot } from "../../env/process-wide.ts";
import { log } from "../../log/log.ts";
import { kysely } from "../client.ts";
import {
  POLICIES_FRESH_MS,
  POLICIES_IN_FORCE_MS,
  POLICIES_JUST_READ_MS,
  POLICIES_READ_EVERY_MS,
  POLICIES_READS_MAX,
} from "../limits.ts";
import { lockPolicies, recordPolicyChanges } from "./record-policy-changes.ts";

/** `readAtMs`: when the read began, by `performance.now()`, so that every earlier commit is in it. */
type Loaded = { rows: readonly StoredPolicy[]; fingerprint: string; readAtMs: number };
type Cache = { loaded?: Loaded; reading?: Promise<Loaded> };

const store = processSlot<Cache>("policies");
const reader = processSlot<NodeJS.Timeout>("policies-reader");

function cache(): Cache {
  store.value ??= {};
  return store.value;
}

/**
 * Returns the identical array while nothing has changed, so that compiled policies can be cached by it. Waits for a read only
 * where the last one is too long ago.
 * @throws if the database does not answer in time or a change cannot be recorded, because no hop may run without policies
 */
export async function loadPolicies(): Promise<readonly StoredPolicy[]> {
  for (let reads = 0; ; reads += 1) {
    const { loaded } = cache();
    // What was just read need only be in force; on a busy machine a read may take most of that time.
    const most = reads === 0 ? POLICIES_FRESH_MS : POLICIES_JUST_READ_MS;
    if (loaded && ageOf(loaded) <= most) return loaded.rows;
    if (reads === POLICIES_READS_MAX) throw new Error("the policies cannot be read fast enough");
    await readOnce(cache());
  }
}

/** Whether `readyPolicies` would not wait. */
export function arePoliciesFresh(): boolean {
  const { loaded } = cache();
  return loaded !== undefined && ageOf(loaded) <= POLICIES_FRESH_MS;
}

/** Has `policiesNow` know the policies, where they can be read. Never throws. */
export async function readyPolicies(): Promise<void> {
  if (arePoliciesFresh()) return;
  await loadPolicies().catch((error: unknown) =>
    log().warn({ err: error }, "the policies could not be read"),
  );
}

/** As they were read last; null where a change could be in force that is not in it. */
export function policiesNow(): readonly StoredPolicy[] | null {
  const { loaded } = cache();
  return loaded && ageOf(loaded) <= POLICIES_IN_FORCE_MS ? loaded.rows : null;
}

/** Reads them again and again, so that hardly a turn waits for them; once per process. */
export function startReadingPolicies(): void {
  reader.value ??= setInterval(
    () => void readOnce(cache()).catch(() => undefined),
    POLICIES_READ_EVERY_MS,
  ).unref();
}

export function stopReadingPolicies(): void {
  clearInterval(reader.value);
  reader.value = undefined;
}

function ageOf({ readAtMs }: Loaded): number {
  return performance.now() - readAtMs;
}

/** The next load reads the database. */
export function forgetPolicies(): void {
  const { loaded } = cache();
  store.value = loaded ? { loaded: { ...loaded, readAtMs: Number.NEGATIVE_INFINITY } } : {};
}

/** Runs that ask at the same time share one query. */
function readOnce(mine: Cache): Promise<Loaded> {
  mine.reading ??= read(mine.loaded)
    .then((loaded) => {
      mine.loaded = loaded;
      return loaded;
    })
    .finally(() => {
      mine.reading = undefined;
    });
  return mine.reading;
}

async function read(before: Loaded | undefined): Promise<Loaded> {
  const readAtMs = performance.now();
  const rows = await readNewestPolicies();
  const fingerprint = JSON.stringify(rows);
  if (before?.fingerprint === fingerprint) return { ...before, readAtMs };
  // A change by an operator, in the database: no hop is judged by a policy that is not on record.
  await kysely()
    .transaction()
    .execute(async (transaction) => {
      await lockPolicies(transaction);
      await recordPolicyChanges(transaction);
    });
  return { rows, fingerprint, readAtMs };
}

/** The newest version of each name, unless that one is disabled. Not checked: every hop asks. */
async function readNewestPolicies(): Promise<StoredPolicy[]> {
  const rows = await kysely()
    .selectFrom((eb) =>
      eb
        .selectFrom("policy")
        .distinctOn("name")
        .select(["name", "version", "text", "mode", "enabled"])
        .orderBy("name")
        .orderBy("version", "desc")
        .as("newest"),
    )
    .select(["name", "version", "text", "mode"])
    .where("enabled", "=", true)
    .orderBy("name")
    .execute();
  return rows.map((row) => ({ ...row, mode: PolicyMode.parse(row.mode) }));
}
