import "server-only";
/** As much of an envelope as can be read of one that is not valid: to show it, never to work with it. */

/** `json` undefined: it is no JSON. `version` null: not to be read, or no number. */
export type Peeked = { json: unknown; version: number | null };

/** @param value of `x-agent-state` */
export function peekEnvelope(value: string | undefined): Peeked {
  if (value === undefined) return { json: undefined, version: null };
  try {
    const json: unknown = JSON.parse(Buffer.from(value.trim(), "base64").toString("utf8"));
    if (typeof json !== "object" || json === null) return { json, version: null };
    const version: unknown = "version" in json ? json.version : 1;
    return { json, version: typeof version === "number" ? version : null };
  } catch {
    return { json: undefined, version: null };
  }
}
