/** Loads the policies in force, cached for two seconds. A change is on record before it is in force. */
import "server-only";
import { PolicyMode, type StoredPolicy } from "../../contracts/stored-policy.ts";
import { processSlot } from "../../env/process-wide.ts";
import { kysely } from "../client.ts";
import { POLICIES_FRESH_MS, POLICIES_STALE_MAX_MS } from "../limits.ts";
import { lockPolicies, recordPolicyChanges } from "./record-policy-changes.ts";

type Loaded = { rows: readonly StoredPolicy[]; fingerprint: string; readAtMs: number };
type Cache = { loaded?: Loaded; reading?: Promise<Loaded> };

const store = processSlot<Cache>("policies");

function cache(): Cache {
  store.value ??= {};
  return store.value;
}

/**
 * Returns the identical array while nothing has changed, so that compiled policies can be cached by it.
 * @throws if the database does not answer or a change cannot be recorded, because no hop may run without policies
 */
export async function loadPolicies(): Promise<readonly StoredPolicy[]> {
  const { loaded } = cache();
  const ageMs = loaded ? performance.now() - loaded.readAtMs : Number.POSITIVE_INFINITY;
  if (!loaded || ageMs > POLICIES_STALE_MAX_MS) return (await readOnce(cache())).rows;
  // A turn does not wait for a refresh, which takes effect from the next turn on.
  if (ageMs > POLICIES_FRESH_MS) readOnce(cache()).catch(() => undefined);
  return loaded.rows;
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
