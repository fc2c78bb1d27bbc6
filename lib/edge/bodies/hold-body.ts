/** Reads a small body before the framework and puts it back, so that large or malformed ones never reach it. */
import type { IncomingMessage } from "node:http";
import { ACTION_ARGUMENTS_MAX, ACTION_DEPTH_MAX, ACTION_VALUES_MAX } from "../limits.ts";

export type Held = { ok: true; text: string } | { ok: false; reason: "too-large" | "broken-off" };

/** Counts the bytes that arrive, regardless of the announced length. */
export function holdBody(request: IncomingMessage, maxBytes: number): Promise<Held> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const settle = (held: Held) => {
      request.off("readable", take).off("close", breakOff).off("error", breakOff);
      resolve(held);
    };
    const breakOff = () => settle({ ok: false, reason: "broken-off" });
    const take = () => {
      for (let chunk = request.read(); chunk !== null; chunk = request.read()) {
        bytes += chunk.length;
        if (bytes > maxBytes) {
          settle({ ok: false, reason: "too-large" });
          return;
        }
        chunks.push(chunk);
      }
      if (!request.complete) return;
      const body = Buffer.concat(chunks);
      if (body.length > 0) request.unshift(body);
      settle({ ok: true, text: body.toString("utf8") });
    };
    request.on("readable", take).on("close", breakOff).on("error", breakOff);
  });
}

/**
 * True for the body that our pages send to a server action: a JSON list of plain arguments. A text that starts with `$`
 * is a reference of React's wire format; our bodies contain only an escaped dollar (`$$`) and `$undefined`. React throws,
 * with a stack in the log, at more arguments or values than it takes, so there are few.
 */
export function isActionBody(text: string): boolean {
  try {
    const args: unknown = JSON.parse(text);
    return (
      Array.isArray(args) && args.length <= ACTION_ARGUMENTS_MAX && isPlain(args, 0, { values: 0 })
    );
  } catch {
    return false;
  }
}

function isPlain(value: unknown, depth: number, seen: { values: number }): boolean {
  seen.values += 1;
  if (depth > ACTION_DEPTH_MAX || seen.values > ACTION_VALUES_MAX) return false;
  if (typeof value === "string") {
    return !value.startsWith("$") || value.startsWith("$$") || value === "$undefined";
  }
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).every(
    ([key, inner]) => key !== "__proto__" && isPlain(inner, depth + 1, seen),
  );
}
