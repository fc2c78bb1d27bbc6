/** What a provider said, as the log keeps it: cut to 2 KB, and without keys. */
import "server-only";
import type { ProviderReply } from "../../contracts/model/adaptation.ts";
import type { ModelConnection } from "../connections/model-connection.ts";
import { PROVIDER_TEXT_MAX_BYTES } from "../limits.ts";
import { type ModelFailure, redactSecrets } from "./model-failure.ts";

export function toProviderReply(
  { said, detail }: ModelFailure,
  { id, apiKey, keyName }: ModelConnection,
): ProviderReply {
  return {
    connection: id,
    status: said?.status ?? null,
    code: said?.code ?? null,
    text: cutToBytes(redactSecrets(said?.text ?? detail, apiKey)),
    requestId: said?.requestId ?? null,
    keyName: apiKey === "" ? null : keyName,
  };
}

/** Whole characters only: a cut one decodes to a replacement character, which is dropped. */
function cutToBytes(text: string): string {
  const bytes = Buffer.from(text, "utf8");
  if (bytes.length <= PROVIDER_TEXT_MAX_BYTES) return text;
  return bytes
    .subarray(0, PROVIDER_TEXT_MAX_BYTES)
    .toString("utf8")
    .replace(/\uFFFD+$/, "");
}
