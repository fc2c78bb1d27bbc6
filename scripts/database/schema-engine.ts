/** Calls Prisma's schema engine, which is compiled to WebAssembly and needs no download. */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { SchemaEngine } from "@prisma/schema-engine-wasm/schema_engine_bg";
import { MIGRATIONS_FOLDER, type Migration } from "./read-migrations.ts";

type EngineCall =
  | { name: "diff"; input: Parameters<SchemaEngine["diff"]>[0] }
  | { name: "applyMigrations"; input: Parameters<SchemaEngine["applyMigrations"]>[0] };

export type EngineRequest = {
  /** Any database: the engine needs a connection even to compare two schemas. */
  url: string;
  /** The current Prisma schema. */
  schema: string;
  call: EngineCall;
};

/** `diff` returns SQL, `applyMigrations` the names of the applied migrations. */
export type EngineAnswer = { ok: true; result: string | string[] } | { ok: false; message: string };

const NO_FILTERS = { externalTables: [], externalEnums: [] };

/**
 * The SQL that migrates from one Prisma schema to another.
 * @param from null for the first migration
 */
export async function diffSchemas(url: string, from: string | null, to: string): Promise<string> {
  const input = {
    from: from === null ? { tag: "empty" as const } : asTarget(from),
    to: asTarget(to),
    script: true,
    exitCode: null,
    shadowDatabaseUrl: null,
    filters: NO_FILTERS,
  };
  return String(await askEngine({ url, schema: to, call: { name: "diff", input } }));
}

/** @returns the names of the newly applied migrations */
export async function runMigrations(
  url: string,
  schema: string,
  migrations: readonly Migration[],
): Promise<string[]> {
  const input = { migrationsList: listMigrations(migrations), filters: NO_FILTERS };
  const result = await askEngine({ url, schema, call: { name: "applyMigrations", input } });
  return [...result];
}

/** @throws Error with the engine's message */
async function askEngine(request: EngineRequest): Promise<string | string[]> {
  const worker = new Worker(new URL("./schema-engine-worker.ts", import.meta.url), {
    workerData: request,
  });
  try {
    const [answer] = (await once(worker, "message")) as [EngineAnswer];
    if (!answer.ok) throw new Error(answer.message);
    return answer.result;
  } finally {
    await worker.terminate();
  }
}

function asTarget(content: string) {
  return { tag: "schemaDatamodel" as const, files: [{ path: "schema.prisma", content }] };
}

function listMigrations(migrations: readonly Migration[]) {
  return {
    baseDir: MIGRATIONS_FOLDER,
    lockfile: {
      path: "migration_lock.toml",
      content: readFileSync(join(MIGRATIONS_FOLDER, "migration_lock.toml"), "utf8"),
    },
    shadowDbInitScript: "",
    migrationDirectories: migrations.map(({ name, sql }) => ({
      path: name,
      migrationFile: { path: "migration.sql", content: { tag: "ok" as const, value: sql } },
    })),
  };
}
