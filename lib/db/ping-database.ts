import "server-only";
/** Does the database answer? */
import { pool } from "./client.ts";

export async function pingDatabase(): Promise<boolean> {
  try {
    await pool().query("SELECT 1");
    return true;
  } catch {
    return false;
  }
}
