/** Writes a bundle of the trail to standard output or to a file. It is on record, like every export. */
import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { parseArgs } from "node:util";
import { type BundleQuery, toExportDetail } from "../../lib/audit/bundle/bundle-header.ts";
import { exportTrail, findPerson, planExport } from "../../lib/db/audit/export-trail.ts";
import { recordAudit } from "../../lib/db/audit/record-audit.ts";
import { assertKept, isSealedByOthers } from "../../lib/db/audit/seal/kept-rows.ts";
import { trailKeys } from "../../lib/db/audit/trail-keys.ts";
import { closeDatabase, kysely } from "../../lib/db/client.ts";
import { fillKeptSettings } from "./kept-settings.ts";

const USAGE =
  "npm run audit:export -- [--from <time>] [--to <time>] [--run <id>] [--person <e-mail or id>] [--payloads] [--out <file>]";

const options = readOptions();
fillKeptSettings();
try {
  const query = await readQuery();
  const { signer, verifierKeys } = trailKeys();
  const { header, counted } = await planExport(signer.name, query, options.payloads);
  const look = await recordAudit(kysely(), {
    actorId: null,
    action: "audit.exported",
    target: "audit",
    outcome: "allowed",
    ...(query.personId !== undefined && { subjectId: query.personId }),
    ...(query.runId !== undefined && { runId: query.runId }),
    detail: toExportDetail(header, counted),
  });
  await assertKept([look]);
  const isSealed = await isSealedByOthers(look);
  if (!isSealed)
    console.error("No server seals the trail now, so the bundle ends before this export.");
  const lines = await exportTrail(header, verifierKeys, isSealed ? look : null);
  const text = Readable.from(toText(lines));
  if (options.out === undefined) await pipeline(text, process.stdout, { end: false });
  else await pipeline(text, createWriteStream(options.out, { mode: 0o600 }));
} catch (error) {
  stop(error instanceof Error ? error.message : String(error));
} finally {
  await closeDatabase();
}

async function* toText(lines: AsyncIterable<unknown>): AsyncGenerator<string, void> {
  for await (const line of lines) yield `${JSON.stringify(line)}\n`;
}

async function readQuery(): Promise<BundleQuery> {
  const { from, to, run, person } = options;
  const personId = person === undefined ? null : await findPerson(person);
  if (person !== undefined && personId === null) throw new Error(`There is no account ${person}.`);
  return {
    ...(from !== undefined && { from: readTime("from", from) }),
    ...(to !== undefined && { to: readTime("to", to) }),
    ...(run !== undefined && { runId: run }),
    ...(personId !== null && { personId }),
  };
}

/** @returns ISO 8601 */
function readTime(name: string, text: string): string {
  const time = new Date(text);
  if (Number.isNaN(time.getTime()))
    throw new Error(
      `--${name} must be a date or a time (2026-11-23 or 2026-11-23T10:00Z), not "${text}".`,
    );
  return time.toISOString();
}

function readOptions() {
  const text = { type: "string" } as const;
  try {
    const { values } = parseArgs({
      options: {
        from: text,
        to: text,
        run: text,
        person: text,
        out: text,
        payloads: { type: "boolean", default: false },
      },
    });
    return values;
  } catch (error) {
    return stop(`${error instanceof Error ? error.message : error}\nUsage: ${USAGE}`);
  }
}

function stop(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}
