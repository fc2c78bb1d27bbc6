/**
 * `npm run tools`: the tools of MCP servers, with the digests of the descriptions that were accepted. `-- --accept
 * mcp_<server>_<tool>` accepts the one that the server told last. In the database at DATABASE_URL, or of a running `npm start`.
 */
import { parseArgs } from "node:util";
import { closeDatabase } from "../../lib/db/client.ts";
import { acceptChanged, readTools } from "../../lib/db/policies/accept-tools.ts";
import { fillKeptSettings } from "../audit/kept-settings.ts";

const { values } = parseArgs({ options: { accept: { type: "string" } } });

fillKeptSettings();
try {
  console.log(values.accept === undefined ? await list() : await accept(values.accept));
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
} finally {
  await closeDatabase();
}

async function list(): Promise<string> {
  const tools = [...(await readTools()).values()].toSorted((one, other) =>
    one.name < other.name ? -1 : 1,
  );
  if (tools.length === 0) return "No tool of an MCP server has been seen yet.";
  return tools
    .flatMap(({ name, accepted, changed: [told] }) => [
      `${name}  accepted: ${accepted ?? "–"}`,
      ...(told === undefined ? [] : [`  taken out: its server says ${told} now`]),
    ])
    .join("\n");
}

async function accept(name: string): Promise<string> {
  const sha256 = await acceptChanged(name);
  if (sha256 === null)
    throw new Error(
      `Nothing else than what was accepted has been told of ${name}. \`npm run tools\` lists the names.`,
    );
  return `${name} is accepted as ${sha256}. Running servers offer it within seconds.`;
}
