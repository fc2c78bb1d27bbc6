import "server-only";
/** Fixtures of tests that seal and check a trail. */
import { createSigner } from "../../audit/sign-note.ts";
import { type TrailVerdict, verifyTrail } from "../../audit/verify-trail.ts";
import { readCheckpoints, readTrail } from "../audit/read-trail.ts";
import { type Sealed, sealTrail } from "../audit/seal-trail.ts";

const signer = createSigner("tests/audit", Buffer.alloc(32, 7));
export const TRAIL_KEYS = { signer, verifierKeys: [signer.verifierKey] };

/** @returns what was sealed; the test's database has one sealer */
export async function seal(): Promise<Sealed> {
  const sealed = await sealTrail(TRAIL_KEYS, null);
  if (!sealed) throw new Error("another sealer was at work");
  return sealed;
}

export function checkTrail(anchors: readonly string[] = []): Promise<TrailVerdict> {
  return readCheckpoints().then((checkpoints) =>
    verifyTrail({
      entries: readTrail(),
      checkpoints,
      anchors,
      verifierKeys: TRAIL_KEYS.verifierKeys,
    }),
  );
}
