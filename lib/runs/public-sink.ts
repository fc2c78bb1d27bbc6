import "server-only";
/** Who follows a run: told one snapshot, then what follows, then the end. */
import type { PublicSnapshot } from "../contracts/public-event.ts";
import type { PublicListener } from "./run-log.ts";

export type PublicSink = PublicListener & { onSnapshot(snapshot: PublicSnapshot): void };
