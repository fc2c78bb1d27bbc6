/** Runs a command on the database, with the settings of the server, and prints what it says, or why it did nothing. */
import { closeDatabase } from "../../lib/db/client.ts";
import { fillKeptSettings } from "../audit/kept-settings.ts";

export async function runCommand(command: () => Promise<string>): Promise<void> {
  fillKeptSettings();
  try {
    console.log(await command());
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  } finally {
    await closeDatabase();
  }
}
