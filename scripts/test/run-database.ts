/** The one PostgreSQL of a run, which the first stage that needs it starts. */
import { startThrowAwayDatabase, type ThrowAwayDatabase } from "../testing/throw-away-database.ts";

export type RunDatabase = {
  /** Address of a migrated database that has no connections, to be copied. */
  templateUrl(): Promise<string>;
  remove(): Promise<void>;
};

export function keepRunDatabase(): RunDatabase {
  let started: Promise<ThrowAwayDatabase> | undefined;
  return {
    async templateUrl() {
      started ??= startThrowAwayDatabase();
      return (await started).url;
    },
    async remove() {
      await (await started?.catch(() => undefined))?.remove();
    },
  };
}
