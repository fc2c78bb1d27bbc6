/** `npm run backup -- --to <file>`: writes all that is stored, at one moment, and reads it back. */
import { basename } from "node:path";
import { parseArgs } from "node:util";
import { recordAudit } from "../../lib/db/audit/record-audit.ts";
import { closeDatabase, kysely } from "../../lib/db/client.ts";
import { hashFile } from "./hash-file.ts";
import { openDatabase } from "./open-database.ts";
import { writeBackup } from "./write-backup.ts";

const { values } = parseArgs({ options: { to: { type: "string" } } });

try {
  if (values.to === undefined) throw new Error("Name the file: npm run backup -- --to <file>");
  await backUp(values.to);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}

async function backUp(file: string): Promise<void> {
  const database = await openDatabase(false);
  try {
    const rows = await writeBackup(database.client, file);
    const detail = { name: basename(file), sha256: await hashFile(file) };
    await recordAudit(kysely(), {
      ...{ actorId: null, action: "backup.made", target: "database", outcome: "allowed" },
      detail,
    });
    console.log(`${rows} rows are in ${file}, read back and compared. SHA-256 ${detail.sha256}`);
  } finally {
    await closeDatabase();
    await database.close();
  }
}
