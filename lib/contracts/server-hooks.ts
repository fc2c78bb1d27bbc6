/**
 * What the application offers to the server that owns its connections (scripts/server). The two are loaded apart, the
 * application by Next, so a global symbol joins them.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { processSlot } from "../env/process-wide.ts";
import type { Settings } from "../env/settings.ts";
import type { StreamAddress } from "./public/run-stream.ts";

export type ServerHooks = {
  /** Checked by the application, so that the server need not load what checks them. */
  settings: ServerSettings;
  /** Answers an event stream. Streams do not pass through the framework (decision 12). Never rejects. */
  answerStream(
    address: StreamAddress,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void>;
  /** Loads what a first turn needs, unless it is loaded. Called after each page, so that an unused server stays small. */
  warmUp(): void;
  /**
   * Ends the background work and every answer under way. Answers may call services of this process, so requests are accepted
   * until those have ended.
   * @param endRequests accepts no more, and resolves when no request is left that could start another answer
   * @returns when all ends are stored
   */
  end(endRequests: () => Promise<void>): Promise<void>;
};

export type ServerSettings = Pick<
  Settings,
  "TRUSTED_PROXIES" | "BETTER_AUTH_URL" | "SHUTDOWN_GRACE_MS"
>;

const offered = processSlot<ServerHooks>("server-hooks");

export function offerServerHooks(hooks: ServerHooks): void {
  offered.value = hooks;
}

/** Undefined until the application has started. */
export function serverHooks(): ServerHooks | undefined {
  return offered.value;
}
