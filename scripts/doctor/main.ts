/**
 * Checks each connection to a model in a shell, without a database, and asks its server what it can do. Exits with 1
 * unless a turn with each would work. With `--brief` it prints only what is wrong.
 */
import { parseArgs } from "node:util";
import {
  CAPABILITY_TEXTS,
  describeFinding,
  describeLack,
} from "../../lib/contracts/inspector/capability-texts.ts";
import { CapabilityName } from "../../lib/contracts/model/capability.ts";
import type { ConnectionCheck } from "../../lib/contracts/model/connection-check.ts";
import { capabilities } from "../../lib/llm/capability-table.ts";
import { checkConnection } from "../../lib/llm/checks/check-connection.ts";
import {
  type ModelConnection,
  modelConnections,
} from "../../lib/llm/connections/model-connection.ts";
import { PROVIDER_PRESETS } from "../../lib/llm/connections/provider-presets.ts";
import { takeFindings } from "../../lib/llm/know-models.ts";
import { probeConnection } from "../../lib/llm/probes/probe-connection.ts";
import { hasOwnModel } from "../start/start-options.ts";

type Report = { isRight: boolean; lines: string[] };

const NAME_WIDTH = 40;
const FINDING_WIDTH = 14;

const { values } = parseArgs({ options: { brief: { type: "boolean", default: false } } });

/** What the servers of this deployment have found and kept, where the doctor is told their database. */
const hasDatabase = Boolean(process.env.DATABASE_URL) && !values.brief;

/** The settings that models do not need. */
process.env.DATABASE_URL ||= "postgresql://127.0.0.1/of-no-database";
process.env.BETTER_AUTH_SECRET ||= "a secret that the doctor does not use";

if (hasOwnModel(process.env)) process.exitCode = (await examine()) ? 0 : 1;
else
  console.log(
    "No model is set (OPENAI_API_KEY, OPENAI_BASE_URL or MODELS_FILE): npm start uses the demo model.",
  );

async function examine(): Promise<boolean> {
  const connections = readConnections();
  if (!connections) return false;
  if (hasDatabase) await readKept();
  const reports = await Promise.all(connections.map(report));
  for (const { lines } of reports) for (const line of lines) console.log(line);
  return reports.every(({ isRight }) => isRight);
}

/** Loaded only here: a start without a database does not wait for it. */
async function readKept(): Promise<void> {
  const { closeDatabase } = await import("../../lib/db/client.ts");
  const { loadCapabilities } = await import("../../lib/db/models/capabilities.ts");
  try {
    takeFindings(await loadCapabilities());
  } catch {
    console.log("The database could not be read: what turns have shown is not listed.");
  } finally {
    await closeDatabase();
  }
}

function readConnections(): ModelConnection[] | null {
  try {
    return [...modelConnections().all.values()];
  } catch (error) {
    console.log((error as Error).message);
    return null;
  }
}

async function report(connection: ModelConnection): Promise<Report> {
  const { id, model } = connection;
  const first = await checkConnection(connection);
  const findings = first.state === "ok" && values.brief ? [] : await findOut(connection, first);
  // What the probes have found out, turns do without.
  const { state, sentence } = first.state === "refused" ? await checkConnection(connection) : first;
  const isRight = state === "ok";
  if (values.brief) return { isRight, lines: state === "ok" ? [] : [`Model "${id}": ${sentence}`] };
  const lines = [`${id}: ${state} (${PROVIDER_PRESETS[connection.provider].name}, ${model})`];
  lines.push(`  ${sentence}`);
  return { isRight, lines: [...lines, ...findings] };
}

/** Asks where a turn was answered or refused. */
async function findOut(connection: ModelConnection, { state }: ConnectionCheck): Promise<string[]> {
  if (state === "ok" || state === "refused") return listCapabilities(connection);
  return [`  ${new URL(connection.baseUrl).origin} was not asked what it can do.`];
}

/** A table: capability, finding, what the server said, and what the product does about a lack. */
async function listCapabilities(connection: ModelConnection): Promise<string[]> {
  const table = capabilities();
  const kept = table.of(connection);
  const words = new Map<CapabilityName, string>();
  const { signal } = new AbortController();
  const refusal = await probeConnection(
    connection,
    {
      learn: (name, finding, said) => {
        table.learn(connection, name, finding);
        words.set(name, said);
      },
      leave: (name, why, said) => words.set(name, said ? `${why}: ${said}` : why),
    },
    signal,
  );
  if (refusal !== null) return [`  It was not asked what it can do: "Say OK." gave ${refusal}.`];
  const found = table.of(connection);
  return CapabilityName.options.flatMap((name) => {
    const finding = found[name] ?? null;
    const title = CAPABILITY_TEXTS[name].name().padEnd(NAME_WIDTH);
    const what = describeFinding(finding, words.has(name)).padEnd(FINDING_WIDTH);
    const lack = describeLack(name, finding);
    const before = kept[name];
    const ofTurns =
      before && (before.source === "refusal" || before.source === "answer")
        ? [
            `  ${"".padEnd(NAME_WIDTH)}by turns: ${describeFinding(before, true)}, ${before.evidence}`,
          ]
        : [];
    const line = `  ${title}${what}${words.get(name) ?? finding?.evidence ?? ""}`.trimEnd();
    const done = lack ? [`  ${"".padEnd(NAME_WIDTH)}${lack}`] : [];
    return [line, ...ofTurns, ...done];
  });
}
