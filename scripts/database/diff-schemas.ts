/** The SQL that leads from one Prisma schema to another. */
import { withSchemaEngine } from "./schema-engine.ts";

/**
 * @param url any database: the engine wants a connection even though it compares two texts
 * @param from null for the first migration
 */
export async function diffSchemas(url: string, from: string | null, to: string): Promise<string> {
  const { stdout } = await withSchemaEngine(url, to, (engine) =>
    engine.diff({
      from: from === null ? { tag: "empty" } : asTarget(from),
      to: asTarget(to),
      script: true,
      exitCode: null,
      filters: { externalTables: [], externalEnums: [] },
    }),
  );
  return stdout ?? "";
}

function asTarget(content: string) {
  return { tag: "schemaDatamodel" as const, files: [{ path: "schema.prisma", content }] };
}
