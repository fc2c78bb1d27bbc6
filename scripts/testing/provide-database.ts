/**
 * Vitest's global set-up. It opens a door on 127.0.0.1 through which a test file asks for a PostgreSQL; the first to
 * ask has it started, so that a run without database tests waits for none.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestProject } from "vitest/node";
import { startThrowAwayDatabase, type ThrowAwayDatabase } from "./throw-away-database.ts";

declare module "vitest" {
  export interface ProvidedContext {
    databaseDoor: string;
  }
}

export default async function provideDatabase(project: TestProject): Promise<() => Promise<void>> {
  let started: Promise<ThrowAwayDatabase> | undefined;
  const given = process.env.HALFSILVER_TEST_DATABASE_URL;
  const door = createServer((_request, response) => {
    if (given) {
      response.end(given);
      return;
    }
    started ??= startThrowAwayDatabase();
    started.then(
      ({ url }) => response.end(url),
      (error: Error) => response.writeHead(500).end(error.message),
    );
  });
  await new Promise<void>((resolve) => door.listen(0, "127.0.0.1", resolve));
  project.provide("databaseDoor", `http://127.0.0.1:${(door.address() as AddressInfo).port}/`);
  return async () => {
    door.close();
    await (await started)?.remove();
  };
}
