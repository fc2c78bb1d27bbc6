/** The digest of a context state. */
import { hash } from "node:crypto";
import canonicalize from "canonicalize";

/** Lower-case hex SHA-256 over RFC 8785 canonical JSON: the same state has the same digest. */
export function digestContext(state: Record<string, unknown>): string {
  return hash("sha256", canonicalize(state) ?? "");
}
