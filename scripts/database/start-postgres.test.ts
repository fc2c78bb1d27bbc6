import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { removeDataDir } from "./postgres-place.ts";
import { type RunningPostgres, startPostgres } from "./start-postgres.ts";

describe("the embedded PostgreSQL", () => {
  let dataDir: string;
  let postgres: RunningPostgres;

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), "halfsilver-postgres-"));
    chmodSync(dataDir, 0o755);
    postgres = await startPostgres({ dataDir });
    await query(postgres, "CREATE TABLE kept (n int)");
    await query(postgres, "INSERT INTO kept VALUES (1)");
  });
  afterAll(async () => {
    await postgres.stop();
    removeDataDir(dataDir);
  });

  async function query({ url }: RunningPostgres, sql: string): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query(sql)).rows;
    } finally {
      await client.end();
    }
  }

  const lockFile = () => join(dataDir, "postgres/cluster/postmaster.pid");
  const postmaster = () => Number(readFileSync(lockFile(), "utf8").split("\n")[0]);

  it("listens on this machine only, and sorts by code point", async () => {
    const [row] = await query(
      postgres,
      `SELECT current_setting('listen_addresses') AS listens, current_setting('unix_socket_directories') AS sockets,
              (SELECT string_agg(word, '' ORDER BY word) FROM unnest(ARRAY['b', 'B', 'ä', 'a']) AS word) AS sorted`,
    );
    expect(row).toEqual({ listens: "127.0.0.1", sockets: "", sorted: "Babä" });
  });

  it("refuses a wrong password", async () => {
    const url = postgres.url.replace(/:[0-9a-f]{48}@/, ":wrong@");
    expect(url).not.toBe(postgres.url);
    await expect(query({ ...postgres, url }, "SELECT 1")).rejects.toThrow("password");
  });

  it("keeps its data and its port after its server was killed", async () => {
    const { url } = postgres;
    process.kill(postmaster(), "SIGKILL");
    await postgres.child.exited;
    postgres = await startPostgres({ dataDir });
    expect(postgres.url).toBe(url);
    expect(await query(postgres, "SELECT n FROM kept")).toEqual([{ n: 1 }]);
  });

  it("ends a server that still runs in the folder before it starts its own", async () => {
    const orphan = postmaster();
    const next = await startPostgres({ dataDir });
    expect(await postgres.child.exited).toBe(0);
    postgres = next;
    expect(postmaster()).not.toBe(orphan);
    expect(await query(postgres, "SELECT n FROM kept")).toEqual([{ n: 1 }]);
  });

  it("ignores a lock file whose process id belongs to another program", async () => {
    const lock = readFileSync(lockFile(), "utf8");
    await postgres.stop();
    writeFileSync(lockFile(), lock.replace(/^\d+/, String(process.pid)));
    postgres = await startPostgres({ dataDir });
    expect(await query(postgres, "SELECT n FROM kept")).toEqual([{ n: 1 }]);
  });
});
