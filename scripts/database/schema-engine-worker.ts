/** One call of Prisma's schema engine, in a thread because the engine leaves a ten-second timer armed. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { parentPort, workerData } from "node:worker_threads";
import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import * as bindings from "@prisma/schema-engine-wasm/schema_engine_bg";
import pg from "pg";
import type { EngineAnswer, EngineRequest } from "./schema-engine.ts";

const { url, schema, call } = workerData as EngineRequest;
parentPort?.postMessage(await answer());

async function answer(): Promise<EngineAnswer> {
  const pool = new pg.Pool({ connectionString: url });
  try {
    await instantiate();
    const adapter = bindMigrationAwareSqlAdapterFactory(new PrismaPg(pool));
    const datamodels: [string, string][] = [["schema.prisma", schema]];
    const engine = await bindings.SchemaEngine.new({ datamodels }, () => undefined, adapter);
    if (call.name === "diff") {
      const { stdout } = await engine.diff(call.input);
      return { ok: true, result: stdout ?? "" };
    }
    const { appliedMigrationNames } = await engine.applyMigrations(call.input);
    return { ok: true, result: appliedMigrationNames };
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) };
  } finally {
    await pool.end();
  }
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
