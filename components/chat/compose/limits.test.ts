import { describe, expect, it } from "vitest";
import {
  MESSAGE_MAX_CHARS as SERVER_CHARS,
  ATTACHMENTS_MAX_COUNT as SERVER_COUNT,
} from "@/lib/contracts/public/send-message.ts";
import { ATTACHMENT_MAX_BYTES } from "@/lib/tools/file-extraction/detect-media-type.ts";
import { ATTACHMENTS_MAX_COUNT, FILE_MAX_BYTES, MESSAGE_MAX_CHARS } from "./limits.ts";

describe("the composer's limits", () => {
  it("are the server's", () => {
    expect(MESSAGE_MAX_CHARS).toBe(SERVER_CHARS);
    expect(ATTACHMENTS_MAX_COUNT).toBe(SERVER_COUNT);
    expect(FILE_MAX_BYTES).toBe(ATTACHMENT_MAX_BYTES);
  });
});
