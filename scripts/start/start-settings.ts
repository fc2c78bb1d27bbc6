/**
 * The settings that only the scripts read. As in lib/env/schema, where those of the server stand, the comment on a setting is its
 * text in docs/settings.md, and `@default` says what holds where the schema has no default.
 */
import { z } from "zod";
import { PASSWORD_MAX_CHARS, PASSWORD_MIN_CHARS } from "../../lib/contracts/limits.ts";
import { DEMO_PASSWORD_MIN_CHARS } from "../limits.ts";

export const START_SETTINGS = {
  /**
   * The address that the server listens on. It is read only with `DATABASE_URL`.
   * @default 127.0.0.1; 0.0.0.0 with `DATABASE_URL`
   */
  HALFSILVER_HOST: z.string().describe("an address of this machine").optional(),
  /** The folder of the embedded database, the secret, the demo password and the anchors. */
  HALFSILVER_DATA_DIR: z.string().describe("a folder").default(".data"),
  /**
   * Password of the demo accounts.
   * @default random, kept and printed
   */
  HALFSILVER_DEMO_PASSWORD: z.string().min(DEMO_PASSWORD_MIN_CHARS).optional(),
  /**
   * Password for `npm run create-admin` without a terminal.
   * @default asked for
   */
  HALFSILVER_ADMIN_PASSWORD: z.string().min(PASSWORD_MIN_CHARS).max(PASSWORD_MAX_CHARS).optional(),
  /**
   * The browser that `npm test` uses.
   * @default found or installed
   */
  HALFSILVER_TEST_CHROMIUM: z.string().describe("a file").optional(),
};
