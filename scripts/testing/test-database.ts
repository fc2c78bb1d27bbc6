/** Gives a test file its own database, migrated and empty. */
import { inject } from "vitest";
import { copyTemplate, type TestDatabase } from "./copy-template.ts";

export type { TestDatabase };

/** Copies the migrated template. Call it in `beforeAll`, and `drop()` in `afterAll`. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const response = await fetch(inject("databaseServer"));
  const answer = await response.text();
  if (!response.ok) throw new Error(answer);
  return copyTemplate(answer);
}
