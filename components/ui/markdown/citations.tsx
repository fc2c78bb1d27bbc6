/** Numbers in square brackets, where the answer has sources for them. Without sources they stay text. */
"use client";
import { createContext, Fragment, type ReactNode, useContext } from "react";
import { decodeEntities } from "@/lib/contracts/public/markdown/entities.ts";
import { findCitations } from "@/lib/contracts/public/sources/read-citations.ts";
import { inPlace } from "./in-place.tsx";

/** @returns what stands for a number; null where it names no source */
export type RenderCitation = (number: number) => ReactNode;

/** True in the words of a link: what stands there is part of them. A browser would take a link out of a link. */
export const InLink = createContext(false);

/** A context, because blocks of an answer are not rendered again when its sources arrive. */
const Render = createContext<RenderCitation | null>(null);

/** @param render null: numbers inside stay text */
export function CitationsIn(props: { render: RenderCitation | null; children: ReactNode }) {
  return <Render value={props.render}>{props.children}</Render>;
}

/** A piece of plain text in an answer, its entities not decoded: an encoded bracket makes no citation. */
export function CitedText({ text }: { text: string }) {
  const render = useContext(Render);
  const found = render ? findCitations(text) : [];
  const parts: ReactNode[] = [];
  let from = 0;
  for (const { start, end, numbers } of found) {
    const links = numbers.map((number) => render?.(number) ?? null);
    if (links.every((link) => link === null)) continue;
    parts.push(decodeEntities(text.slice(from, start).trimEnd()));
    links.forEach((link, index) => {
      parts.push(link ?? ` [${numbers[index]}]`);
    });
    from = end;
  }
  if (parts.length === 0) return decodeEntities(text);
  return inPlace([...parts, decodeEntities(text.slice(from))], (part) => (
    <Fragment>{part}</Fragment>
  ));
}
