/**
 * `npm run tools`: the tools of MCP servers, with the digests of the descriptions that were accepted. `-- --accept
 * mcp_<server>_<tool>=<digest>` accepts one that the server told: the one that was read, whatever it says by now. In the database at DATABASE_URL, or of a running `npm start`.
 */
import { parseArgs } from "node:util";
import { acceptChanged } from "../../lib/db/policies/accept-tools.ts";
import { readTools } from "../../lib/db/policies/known-tools.ts";
import { runCommand } from "./run-command.ts";

const { values } = parseArgs({ options: { accept: { type: "string" } } });

await runCommand(() => (values.accept === undefined ? list() : accept(values.accept)));

async function list(): Promise<string> {
  const tools = [...(await readTools()).values()].toSorted((one, other) =>
    one.name < other.name ? -1 : 1,
  );
  if (tools.length === 0) return "No tool of an MCP server has been seen yet.";
  return tools
    .flatMap(({ name, accepted, changed }) => [
      `${name}  accepted: ${accepted?.sha256 ?? "–"}`,
      ...changed.slice(0, 1).map((told) => `  taken out: its server says ${told} now`),
      ...changed.slice(1).map((told) => `  it said ${told} before`),
    ])
    .join("\n");
}

async function accept(asked: string): Promise<string> {
  const [name = "", sha256 = "", ...more] = asked.split("=");
  if (name === "" || !/^[0-9a-f]{64}$/.test(sha256) || more.length > 0)
    throw new Error(
      "Say which description you read: --accept <name>=<digest>, as `npm run tools` lists them.",
    );
  if (!(await acceptChanged({ name, sha256 })))
    throw new Error(
      `No server has told ${sha256} of ${name} since the last acceptance. \`npm run tools\` lists what was told.`,
    );
  return `${name} is accepted as ${sha256}. Running servers offer it within seconds.`;
}
