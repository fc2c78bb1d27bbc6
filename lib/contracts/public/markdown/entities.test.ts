import { describe, expect, it } from "vitest";
import { decodeEntities } from "./entities.ts";

describe("decodeEntities", () => {
  it.each([
    ["a &lt; b &amp;&amp; c", "a < b && c"],
    ["&#39;x&#x27;", "'x'"],
    ["&nosuch; &constructor; &", "&nosuch; &constructor; &"],
    ["&#0;&#xD800;", "\ufffd\ufffd"],
    ["plain", "plain"],
  ])("reads %j as %j", (written, read) => {
    expect(decodeEntities(written)).toBe(read);
  });
});
