/**
 * `node halfsilver-verify.mjs <bundle or receipt> [--key <verifier key>]… [--anchors <file>]`: checks what was handed out,
 * offline. The server that hands this program out writes its public keys into it. Exits with 1 for what does not hold, and
 * with 2 for what cannot be checked.
 */
import { createReadStream, readFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { checkReceipt, isReceipt, type ReceiptVerdict } from "../bundle/receipt.ts";
import { BundleCheck, type BundleVerdict } from "../bundle/verify-bundle.ts";
import { readAnchors } from "../checkpoint.ts";
import { BUNDLE_WORDS, RECEIPT_WORDS } from "../fault-words.ts";
import { RECEIPT_START_BYTES } from "../limits.ts";

const USAGE =
  "node halfsilver-verify.mjs <bundle or receipt> [--key <verifier key>] [--anchors <file>]";

/** The public keys of the server that handed this program out. It replaces the list as it serves the file. */
const SERVED_KEYS: readonly string[] = ["HALFSILVER_SERVED_KEYS"].filter(
  (key) => !key.startsWith("HALFSILVER_"),
);

try {
  await main();
} catch (error) {
  console.error(`${error instanceof Error ? error.message : error}\nUsage: ${USAGE}`);
  process.exitCode = 2;
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { key: { type: "string", multiple: true }, anchors: { type: "string" } },
  });
  const [file, ...others] = positionals;
  if (file === undefined || others.length > 0) throw new Error("Name one file.");
  const keys = values.key ?? SERVED_KEYS;
  if (keys.length === 0) throw new Error("No key is known: give the server's with --key.");
  const anchors =
    values.anchors === undefined ? [] : readAnchors(readFileSync(values.anchors, "utf8"));
  if (isReceipt(await readStart(file))) tellReceipt(readFileSync(file, "utf8"), keys);
  else tellBundle(await checkFile(file, new BundleCheck(keys, anchors)), keys);
}

async function readStart(file: string): Promise<string> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(
      Buffer.alloc(RECEIPT_START_BYTES),
      0,
      RECEIPT_START_BYTES,
      0,
    );
    return buffer.toString("utf8", 0, bytesRead);
  } finally {
    await handle.close();
  }
}

async function checkFile(file: string, check: BundleCheck): Promise<BundleVerdict> {
  const lines = createInterface({ input: createReadStream(file, "utf8") });
  for await (const line of lines) check.read(line);
  return check.finish();
}

function tellReceipt(file: string, keys: readonly string[]): void {
  const verdict = checkReceipt(file, keys);
  if (verdict.ok) {
    const { text, runId, at, place, size, verdict: stated } = verdict;
    console.log(`The receipt holds: run ${runId}, ended ${at}, event ${place} of ${size}.`);
    if (stated !== null) console.log(tellStated(stated));
    console.log(`The person was shown:\n\n${text}`);
  } else fail(`The receipt does not hold: ${RECEIPT_WORDS[verdict.why]}.`);
}

type Stated = NonNullable<Extract<ReceiptVerdict, { ok: true }>["verdict"]>;

function tellStated(stated: Stated): string {
  if (stated === "broken") return "What it says that a reviewer found does not hold.";
  const { upheld, at, place } = stated;
  const found = upheld ? "found the answer wrong" : "did not find the answer wrong";
  return `A reviewer ${found} on ${at}, event ${place}. The receipt holds all the same.`;
}

function tellBundle(verdict: BundleVerdict, keys: readonly string[]): void {
  if (verdict.ok) {
    for (const sentence of tellHeld(verdict)) console.log(sentence);
    console.log(`Checked with: ${keys.join(", ")}`);
  } else {
    const { place, why, runId, seq, line } = verdict;
    const where = [
      `at ${place}`,
      runId && `in run ${runId}`,
      seq && `event ${seq}`,
      line && `line ${line}`,
    ];
    fail(`The bundle does not hold ${where.filter(Boolean).join(", ")}: ${BUNDLE_WORDS[why]}.`);
  }
}

type Held = Extract<BundleVerdict, { ok: true }>;

/** What holds, and what was not checked. */
function tellHeld(verdict: Held): string[] {
  const { size, rows, blank, runs, erased, checkpoints, withheld } = verdict;
  return [
    `The bundle holds: ${size} events, ${rows} of them in full, ${runs} logs of runs, ${checkpoints} checkpoints.`,
    ...tellAsked(verdict),
    ...when(
      blank,
      `The details of ${blank} of these events are not in it: what they said was not checked.`,
    ),
    ...when(
      erased,
      `The logs of ${erased} of these runs, or what they say, were erased, as rows of it say.`,
    ),
    ...when(
      withheld,
      `Payloads of ${withheld} events of runs are not in it: that these events were logged, in this order, was checked; what they say was not.`,
    ),
    ...tellAnchors(verdict),
  ];
}

function tellAsked({ query, exportedAt }: Held): string[] {
  const asked = Object.entries(query).map(([name, value]) => `${name} ${String(value)}`);
  const isWhole = asked.length === 0;
  return [
    isWhole ? "It is one of the whole trail." : `In full are the events of: ${asked.join("; ")}.`,
    exportedAt === null
      ? "No row of the trail says that it was exported, so what was asked for, and when, was not checked."
      : `It was exported at ${exportedAt}.`,
  ];
}

function tellAnchors({ anchors }: Held): string[] {
  const { given, compared, reachEnd, later } = anchors;
  return [
    ...when(given, `${compared} of ${given} anchors are of sizes that it has, and agree with it.`),
    ...when(
      later,
      `The anchors know ${later} later event${later === 1 ? "" : "s"}, of which it says nothing.`,
    ),
    ...when(
      Number(!reachEnd),
      "No anchor lies at its end or behind it: it does not prove that nothing was cut off there.",
    ),
  ];
}

function when(count: number, sentence: string): string[] {
  return count > 0 ? [sentence] : [];
}

function fail(sentence: string): void {
  console.log(sentence);
  process.exitCode = 1;
}
