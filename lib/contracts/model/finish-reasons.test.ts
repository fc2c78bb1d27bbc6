import { expect, it } from "vitest";
import { endOf, tellEnd } from "./finish-reasons.ts";

it.each([
  [null, "whole", null],
  ["stop", "whole", "stop"],
  ["STOP", "whole", "STOP"],
  ["tool_calls", "whole", "tool_calls"],
  ["MAX_TOKENS", "length", "MAX_TOKENS"],
  ["model_length", "length", "model_length"],
  ["content_filter: it speaks of mirrors", "filtered", "content_filter"],
  ["SAFETY", "filtered", "SAFETY"],
  ["insufficient_system_resource", "broken", "insufficient_system_resource"],
  ["load_shed", "unknown", "cut off: load_shed"],
  ["constructor", "unknown", "cut off: constructor"],
  ["", "unknown", "cut off: a text"],
  ["The person asked about mirrors", "unknown", "cut off: a text"],
])("reads %j as %s and tells %j", (reason, end, told) => {
  expect([endOf(reason), tellEnd(reason)]).toEqual([end, told]);
});
