import "server-only";
/** One GET to an address that was checked: the connection goes there and nowhere else. */
import http from "node:http";
import https from "node:https";
import type { Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import type { HostAddress } from "./public-host.ts";

export type PageAnswer = {
  status: number;
  contentType: string;
  location: string | null;
  body: Buffer;
  /** The page goes on after what was read. */
  cut: boolean;
};

const DECODERS: Record<string, () => NodeJS.ReadWriteStream & Readable> = {
  gzip: createGunzip,
  "x-gzip": createGunzip,
  br: createBrotliDecompress,
  deflate: createInflate,
};
const HEADERS = {
  "user-agent": "Halfsilver/0.1 (reads one page at a person's request)",
  accept: "text/html, text/plain, text/markdown, application/json;q=0.9, */*;q=0.1",
  "accept-encoding": "gzip, br, deflate",
  "accept-language": "en, *;q=0.5",
};
const HEADERS_MAX_BYTES = 16_384;

/** @param maxBytes of the decoded body; reading stops there */
export async function requestPage(
  url: URL,
  { address, family }: HostAddress,
  { signal, maxBytes }: { signal: AbortSignal; maxBytes: number },
): Promise<PageAnswer> {
  const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
    const { get } = url.protocol === "https:" ? https : http;
    // Without an agent nothing is pooled, so no later request meets a connection that was made for another name.
    const request = get(url, {
      agent: false,
      signal,
      headers: HEADERS,
      maxHeaderSize: HEADERS_MAX_BYTES,
      lookup: (_host, options, found) =>
        options.all ? found(null, [{ address, family }]) : found(null, address, family),
    });
    request.once("response", resolve);
    request.once("error", reject);
  });
  const { statusCode: status = 0, headers } = response;
  const location = headers.location ?? null;
  const contentType = headers["content-type"] ?? "";
  if (status >= 300) {
    response.destroy();
    return { status, contentType, location, body: Buffer.alloc(0), cut: false };
  }
  return { status, contentType, location, ...(await readBody(response, maxBytes)) };
}

async function readBody(response: http.IncomingMessage, maxBytes: number) {
  const decoder = DECODERS[response.headers["content-encoding"]?.toLowerCase() ?? ""]?.();
  const source: Readable = decoder ?? response;
  if (decoder) {
    response.once("error", (error) => decoder.destroy(error));
    response.pipe(decoder);
  }
  const chunks: Buffer[] = [];
  let bytes = 0;
  let cut = false;
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      chunks.push(chunk.subarray(0, maxBytes - bytes));
      bytes += chunk.byteLength;
      cut = bytes > maxBytes;
      if (cut) break;
    }
  } finally {
    response.destroy();
  }
  return { body: Buffer.concat(chunks), cut };
}
