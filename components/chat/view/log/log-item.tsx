/**
 * The place of one message in the log. Far from the screen, its plain text stands for it in a box of its height: it is
 * still read out, and found by the browser's search, but costs no more than two elements.
 */
"use client";
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import type { PublicMessage } from "@/lib/contracts/public/conversation.ts";
import * as text from "@/lib/messages/chat.ts";
import type { DistanceWatch } from "./distance-watch.ts";

/** `waiting`: rendered with the page, and laid out when there is time. A number: far away, and this high in px. */
type Form = "waiting" | "drawn" | number;

type LogItemProps = {
  message: PublicMessage;
  watch: DistanceWatch;
  /** How it begins. */
  first: "waiting" | "drawn" | "far";
  /** True for the newest, which are always drawn. */
  isKept: boolean;
  children: ReactNode;
};

export function LogItem({ message, watch, first, isKept, children }: LogItemProps) {
  const place = useRef<HTMLDivElement>(null);
  const [form, setForm] = useState<Form>(() => (first === "far" ? guessHeight(message) : first));
  const now = useRef({ form, isKept });
  useLayoutEffect(() => {
    now.current = { form, isKept };
  });
  useLayoutEffect(() => {
    const { current } = place;
    if (!current) return undefined;
    // At once, and not with the next render: a busy browser tells that it went far and that it came near in one call.
    const become = (next: Form) => {
      now.current = { ...now.current, form: next };
      setForm(next);
    };
    const onDistance = (isNear: boolean) => {
      const is = now.current;
      if (isNear) {
        if (typeof is.form === "number") become("drawn");
        return true;
      }
      if (typeof is.form === "number") return true;
      if (is.isKept || is.form === "waiting" || isInUse(current)) return false;
      become(current.getBoundingClientRect().height);
      return true;
    };
    const draw = now.current.form === "waiting" ? () => become("drawn") : null;
    return watch.observe(current, { onDistance, draw });
  }, [watch]);
  const isFar = typeof form === "number";
  return (
    <div
      ref={place}
      id={`message-${message.id}`}
      className="log-item"
      data-form={isFar ? "far" : form}
      style={isFar ? { height: form } : undefined}
    >
      {isFar ? (
        <article
          aria-label={message.role === "user" ? text.you() : text.assistant()}
          data-message={message.id}
          tabIndex={-1}
          dir="auto"
        >
          {message.content}
        </article>
      ) : (
        children
      )}
    </div>
  );
}

/** What the person has opened or begun in a message stays as it is. */
const OPENED =
  "form, [aria-pressed='true'], [aria-expanded='true'], [data-popup-open], [aria-busy='true']";

function isInUse(element: Element): boolean {
  if (element.contains(document.activeElement)) return true;
  const selection = document.getSelection();
  const isSelected = selection?.isCollapsed === false && selection.containsNode(element, true);
  return isSelected || element.querySelector(OPENED) !== null;
}

const LINE_CHARS = 80;
const LINE_PX = 26;
const AROUND_PX = 60;

/** A message that was never drawn. Its real height is known when it comes near. */
function guessHeight({ content }: PublicMessage): number {
  const lines = content
    .split("\n")
    .reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / LINE_CHARS)), 0);
  return AROUND_PX + lines * LINE_PX;
}
