/** Tells one browser as `text/event-stream` when somebody has looked at what its person wrote. It says no more than that. */
import "server-only";
import type { ServerResponse } from "node:http";
import type { Actor } from "../../access/actor.ts";
import { assertCan } from "../../access/assert-can.ts";
import { bus } from "../../bus/bus.ts";
import { onLook } from "../../db/inspector/record-look.ts";
import { findUnseenLook } from "../../db/looks/list-looks.ts";
import { log } from "../../log/log.ts";
import { BUS_LOST_LOOK_MS, STREAM_KEEP_ALIVE_MS } from "../limits.ts";
import { runRegistry } from "../run-registry.ts";
import { looksTopic } from "../topics.ts";
import { openStreams } from "./open-streams.ts";
import { KEEP_ALIVE_FRAME } from "./sse-frames.ts";

/** The browser comes back a second after the stream has ended. */
const FIRST_FRAME = "retry:1000\n\n";
const LOOK_FRAME = "event:looks\ndata:\n\n";

/** Has every instance hear of each look that is made through this one. @returns the function that ends it */
export function publishLooks(): () => void {
  return onLook((personId) => void bus().publish(looksTopic(personId), () => [""]));
}

/**
 * Resolves once the stream is open. What nobody has read yet is told at once. The trail is asked whenever the bus says that
 * there is something, now and then in case a message was lost, and often while the bus is lost.
 * @throws AppError `forbidden`, before anything is written
 */
export async function streamLooks(
  actor: Actor,
  response: ServerResponse,
  headers: Record<string, string>,
): Promise<void> {
  assertCan(actor, "chat:use");
  // The reader may have left while the checks before this were made.
  if (response.closed) return;
  let isOver = false;
  let told: string | null = null;
  const look = inTurn(async () => {
    const newest = isOver ? null : await findUnseenLook(actor);
    if (newest === null || newest === told || isOver) return;
    told = newest;
    response.write(LOOK_FRAME);
  });
  const endings = [
    bus().subscribe(looksTopic(actor.userId), look),
    bus().onReopened(look),
    every(BUS_LOST_LOOK_MS, () => bus().isOpen() || look()),
    every(STREAM_KEEP_ALIVE_MS, () => {
      response.write(KEEP_ALIVE_FRAME);
      look();
    }),
  ];
  const release = () => {
    isOver = true;
    openStreams().delete(close);
    for (const end of endings.splice(0)) end();
  };
  const close = () => {
    release();
    response.end();
  };
  openStreams().add(close);
  response.once("close", release);
  response.writeHead(200, headers);
  response.write(FIRST_FRAME);
  if (runRegistry().isEnding) return close();
  look();
}

/** One look at a time, and another one behind it for what came meanwhile. */
function inTurn(read: () => Promise<void>): () => void {
  let isReading = false;
  let again = false;
  const look = async () => {
    again = isReading;
    if (isReading) return;
    isReading = true;
    try {
      await read();
    } catch (error) {
      log().warn({ err: error }, "looks could not be read for an open page");
    } finally {
      isReading = false;
      if (again) void look();
    }
  };
  return () => void look();
}

function every(ms: number, act: () => void): () => void {
  const timer = setInterval(act, ms);
  return () => clearInterval(timer);
}
