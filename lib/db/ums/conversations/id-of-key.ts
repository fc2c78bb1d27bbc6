/** The id of what a call makes, a conversation or a question: the same call, sent again, means the same one. */
import "server-only";
import { randomUUID } from "node:crypto";
import { v5 as derivedId } from "uuid";

const CALLS = "5f0c7c56-6a4b-4b5e-9f0a-6f2f6f8f3d10";

export function idOf(key: string | null): string {
  return key === null ? randomUUID() : derivedId(key, CALLS);
}
