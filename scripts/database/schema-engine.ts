/** Prisma's schema engine, compiled to WebAssembly: no binary to download. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import * as bindings from "@prisma/schema-engine-wasm/schema_engine_bg";
import pg from "pg";

type SchemaEngine = bindings.SchemaEngine;

let instantiated: Promise<void> | undefined;

/**
 * Runs `work` with an engine over the database at `url`, and leaves no connection behind.
 * @param schema the Prisma schema as it is now
 */
export async function withSchemaEngine<Result>(
  url: string,
  schema: string,
  work: (engine: SchemaEngine) => Promise<Result>,
): Promise<Result> {
  instantiated ??= instantiate();
  await instantiated;
  const pool = new pg.Pool({ connectionString: url });
  const adapter = bindMigrationAwareSqlAdapterFactory(new PrismaPg(pool));
  const datamodels: [string, string][] = [["schema.prisma", schema]];
  const restoreTimers = loosenTimers();
  try {
    const engine = await bindings.SchemaEngine.new({ datamodels }, () => undefined, adapter);
    try {
      return await work(engine);
    } finally {
      engine.free();
    }
  } finally {
    restoreTimers();
    await pool.end();
  }
}

/** The engine arms ten seconds for its advisory lock and never disarms them: they must not hold a process up. */
function loosenTimers(): () => void {
  const original = globalThis.setTimeout;
  const loosened = (...given: Parameters<typeof original>) => original(...given).unref();
  globalThis.setTimeout = Object.assign(loosened, original);
  return () => {
    globalThis.setTimeout = original;
  };
}

async function instantiate(): Promise<void> {
  const wasmFile = createRequire(import.meta.url)
    .resolve("@prisma/schema-engine-wasm")
    .replace(/schema_engine\.js$/, "schema_engine_bg.wasm");
  const imports = { "./schema_engine_bg.js": bindings as unknown as WebAssembly.ModuleImports };
  const { instance } = await WebAssembly.instantiate(readFileSync(wasmFile), imports);
  bindings.__wbg_set_wasm(instance.exports);
  (instance.exports.__wbindgen_start as () => void)();
}
