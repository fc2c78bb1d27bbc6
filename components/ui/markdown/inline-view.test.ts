import { describe, expect, it } from "vitest";
import { safeHref } from "./inline-view.tsx";

describe("safeHref", () => {
  it.each(["https://example.org/a?b#c", "http://example.org/", "mailto:a@example.org", "tel:+123"])(
    "lets %s through",
    (href) => {
      expect(safeHref(href)).toBe(href);
    },
  );

  it.each([
    "javascript:alert(1)",
    " java\nscript:alert(1)",
    "JAVASCRIPT:alert(1)",
    "data:text/html,<script>1</script>",
    "vbscript:x",
    "file:///etc/passwd",
    "blob:https://example.org/1",
    "/api/auth/sign-out",
    "//example.org",
    "c/1",
    "",
  ])("refuses %j", (href) => {
    expect(safeHref(href)).toBeNull();
  });
});
