import { describe, expect, it } from "vitest";
import { isOfInputMethod } from "./composition-guard.tsx";

const key = (name: string, more: Partial<KeyboardEvent> = {}) => ({
  key: name,
  isComposing: false,
  keyCode: 13,
  ...more,
});

describe("a key of an input method", () => {
  it.each([
    ["while it composes", key("Enter", { isComposing: true }), false, true],
    ["by its code", key("Enter", { keyCode: 229 }), false, true],
    ["in the frame after", key("Enter"), true, true],
    ["Escape while it composes", key("Escape", { isComposing: true }), false, true],
    ["but not later", key("Enter"), false, false],
    ["but no letter", key("a", { isComposing: true, keyCode: 229 }), true, false],
    ["but no arrow in the frame after", key("ArrowDown"), true, false],
  ])("is told %s", (_when, event, hasJustEnded, is) => {
    expect(isOfInputMethod(event, hasJustEnded)).toBe(is);
  });
});
