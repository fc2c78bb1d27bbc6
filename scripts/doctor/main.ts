/**
 * Checks each connection to a model in a shell, without a database. Exits with 1 where an address, a key or a model is
 * wrong. With `--brief` it prints only what is wrong.
 */
import { parseArgs } from "node:util";
import { checkConnection } from "../../lib/llm/checks/check-connection.ts";
import {
  type ModelConnection,
  modelConnections,
} from "../../lib/llm/connections/model-connection.ts";
import { hasOwnModel } from "../start/start-options.ts";

const { values } = parseArgs({ options: { brief: { type: "boolean", default: false } } });

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
  const reports = await Promise.all(connections.map(report));
  for (const { lines } of reports) for (const line of lines) console.log(line);
  return reports.every(({ isRight }) => isRight);
}

function readConnections(): ModelConnection[] | null {
  try {
    return [...modelConnections().all.values()];
  } catch (error) {
    console.log((error as Error).message);
    return null;
  }
}

async function report(connection: ModelConnection) {
  const { id } = connection;
  const { state, sentence } = await checkConnection(connection);
  const isRight = state === "ok" || state === "not-checked";
  const brief = state === "ok" ? [] : [`Model "${id}": ${sentence}`];
  return { isRight, lines: values.brief ? brief : [`${id}: ${state}`, `  ${sentence}`] };
}
