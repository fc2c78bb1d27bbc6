import "server-only";
/** A `Response` around an incoming HTTP message: cheap for who reads the message itself, complete for who does not. */
import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";

const BODILESS = new Set([101, 204, 205, 304]);

export class NodeResponse implements Response {
  /** The message itself. Reading it here takes it from every other reader. */
  readonly incoming: IncomingMessage;
  readonly url: string;
  readonly status: number;
  readonly statusText: string;
  readonly ok: boolean;
  readonly headers: Headers;
  readonly redirected = false;
  readonly type = "basic";
  #web: Response | undefined;

  constructor(incoming: IncomingMessage, url: string) {
    this.incoming = incoming;
    this.url = url;
    this.status = incoming.statusCode ?? 0;
    this.statusText = incoming.statusMessage ?? "";
    this.ok = this.status >= 200 && this.status < 300;
    this.headers = toHeaders(incoming.rawHeaders);
  }

  get body() {
    return this.#overWebStream().body;
  }

  get bodyUsed() {
    return this.#web?.bodyUsed ?? false;
  }

  arrayBuffer() {
    return this.#overWebStream().arrayBuffer();
  }

  blob() {
    return this.#overWebStream().blob();
  }

  bytes() {
    return this.#overWebStream().bytes();
  }

  clone() {
    return this.#overWebStream().clone();
  }

  formData() {
    return this.#overWebStream().formData();
  }

  json() {
    return this.#overWebStream().json();
  }

  text() {
    return this.#overWebStream().text();
  }

  /** Two thirds of a call's CPU would go into this; a streamed answer never comes here. */
  #overWebStream(): Response {
    if (this.#web) return this.#web;
    const { status, statusText, headers } = this;
    const body = BODILESS.has(status) ? null : (Readable.toWeb(this.incoming) as ReadableStream);
    this.#web = new Response(body, { status, statusText, headers });
    return this.#web;
  }
}

function toHeaders(rawHeaders: readonly string[]): Headers {
  const headers = new Headers();
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    headers.append(rawHeaders[index] ?? "", rawHeaders[index + 1] ?? "");
  }
  return headers;
}
