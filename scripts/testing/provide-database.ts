/**
 * Vitest's global set-up: an HTTP server on 127.0.0.1 that gives test files the address of a PostgreSQL. The first
 * request starts it, so that a run without database tests starts none.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestProject } from "vitest/node";
import { TEMPLATE_URL } from "./copy-template.ts";
import { startThrowAwayDatabase, type ThrowAwayDatabase } from "./throw-away-database.ts";

declare module "vitest" {
  export interface ProvidedContext {
    databaseServer: string;
  }
}

export default async function provideDatabase(project: TestProject): Promise<() => Promise<void>> {
  let started: Promise<ThrowAwayDatabase> | undefined;
  const given = process.env[TEMPLATE_URL];
  const server = createServer((_request, response) => {
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
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  project.provide("databaseServer", `http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  return async () => {
    server.close();
    await (await started)?.remove();
  };
}
