/** The sealer of this process: one pass after the other, with what the process knows of the trail and of its anchors. */
import "server-only";
import { type Checkpoint, openCheckpoint } from "../../../audit/checkpoint.ts";
import { processWide } from "../../../env/process-wide.ts";
import { settings } from "../../../env/settings.ts";
import { trailKeys } from "../trail-keys.ts";
import { openAnchorCommand } from "./anchor-command.ts";
import { anchorFiles, openAnchorFile, readNewestAnchor } from "./anchor-file.ts";
import { sealTrail } from "./seal-trail.ts";

type Sealer = {
  /**
   * Seals what waits, and appends the checkpoints to the anchor files. Another instance may be at it: then nothing happens.
   * @throws BrokenTrail where the trail is not what was signed, and what the database or the file throws
   */
  pass(): Promise<void>;
};

export const sealer = processWide<Sealer>("sealer", () => {
  const keys = trailKeys();
  const { HALFSILVER_ANCHOR_COMMAND: command } = settings();
  const files = anchorFiles().map(openAnchorFile);
  const tell = openAnchorCommand(command);
  const memory = { isSigned: false };
  let anchored: Checkpoint | null | undefined;
  let running: Promise<void> = Promise.resolve();
  const seal = async () => {
    if (anchored === undefined) anchored = await readNewestAnchor(keys.verifierKeys);
    for (const file of files) await file.watch();
    for (let hasMore = true; hasMore; ) {
      const sealed = await sealTrail(keys, anchored, memory);
      if (sealed?.note) {
        for (const file of files) await file.append(sealed.note);
        tell(sealed.note);
        anchored = openCheckpoint(sealed.note, keys.verifierKeys);
      }
      hasMore = sealed?.hasMore ?? false;
    }
  };
  return {
    pass() {
      running = running.then(seal, seal);
      return running;
    },
  };
});
