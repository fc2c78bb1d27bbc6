/**
 * A session with a server that is a child process: one JSON message a line. The SDK's own transport reads numbers as doubles
 * only; this one keeps those of structured results as they were written.
 */
import "server-only";
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import { getDefaultEnvironment } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { type JSONRPCMessage, JSONRPCMessageSchema } from "@modelcontextprotocol/sdk/types.js";
import { MCP_LIMITS } from "../../limits.ts";
import { readMessage } from "./exact-messages.ts";

type Command = { command: string; args: string[]; env: Record<string, string> };
type Child = ChildProcessByStdio<Writable, Readable, null>;

export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: Transport["onmessage"];
  readonly #command: Command;
  #child: Child | null = null;
  #parts: Buffer[] = [];
  #bytes = 0;

  constructor(command: Command) {
    this.#command = command;
  }

  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  async start(): Promise<void> {
    const { command, args, env } = this.#command;
    const child = spawn(command, args, {
      env: { ...getDefaultEnvironment(), ...env } as NodeJS.ProcessEnv,
      stdio: ["pipe", "pipe", "ignore"],
    });
    this.#child = child;
    const report = (error: Error) => this.onerror?.(error);
    child.on("error", report);
    child.stdin.on("error", report);
    child.stdout.on("error", report);
    child.on("close", () => {
      this.#child = null;
      this.onclose?.();
    });
    child.stdout.on("data", (chunk: Buffer) => this.#take(chunk));
    await once(child, "spawn");
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const { stdin } = this.#child ?? {};
    if (!stdin) throw new Error("Not connected");
    if (!stdin.write(`${JSON.stringify(message)}\n`)) await once(stdin, "drain");
  }

  /** Asks the process to end, and ends it where it does not. */
  async close(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (child) {
      const closed = once(child, "close").catch(() => undefined);
      const within = () =>
        Promise.race([
          closed,
          new Promise((resolve) => setTimeout(resolve, MCP_LIMITS.endWaitMs).unref()),
        ]);
      child.stdin.end();
      await within();
      for (const signal of ["SIGTERM", "SIGKILL"] as const) {
        if (child.exitCode !== null || child.signalCode !== null) break;
        child.kill(signal);
        await within();
      }
    }
    this.#clear();
  }

  #take(chunk: Buffer): void {
    let from = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
      const line = Buffer.concat([...this.#parts, chunk.subarray(from, end)]);
      from = end + 1;
      this.#clear();
      this.#read(line.toString("utf8").replace(/\r$/, ""));
    }
    const rest = chunk.subarray(from);
    this.#parts.push(rest);
    this.#bytes += rest.byteLength;
    if (this.#bytes <= MCP_LIMITS.messageMaxBytes) return;
    this.#clear();
    this.onerror?.(new Error("a message is too long"));
    void this.close();
  }

  #read(line: string): void {
    try {
      this.onmessage?.(JSONRPCMessageSchema.parse(readMessage(line)));
    } catch (error) {
      this.onerror?.(error instanceof Error ? error : new Error("a message cannot be read"));
    }
  }

  #clear(): void {
    this.#parts = [];
    this.#bytes = 0;
  }
}
