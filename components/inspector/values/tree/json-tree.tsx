"use client";
/** A JSON value as a tree. A large value has a search and its own scroll pane. */
import { useEffect, useMemo, useState } from "react";
import * as texts from "@/lib/messages/inspector-values.ts";
import { weighTree } from "./search-tree.ts";
import { TreePath } from "./tree-path.tsx";
import { TreeSearch } from "./tree-search.tsx";
import { TreeView } from "./tree-view.tsx";
import { useTree } from "./use-tree.ts";
import { useTreeSearch } from "./use-tree-search.ts";

/** From this number of values on, a tree has a search. */
const LARGE = 60;

type JsonTreeProps = {
  value: unknown;
  /** Its label: "Arguments". */
  title?: string;
};

export function JsonTree({ value, title = texts.value() }: JsonTreeProps) {
  const isLarge = useMemo(() => weighTree(value, LARGE) >= LARGE, [value]);
  return isLarge ? (
    <LargeTree value={value} title={title} />
  ) : (
    <SmallTree value={value} title={title} />
  );
}

function SmallTree({ value, title }: Required<JsonTreeProps>) {
  const tree = useTree(value);
  return <TreeView tree={tree} title={title} wanted="" namesPath />;
}

function LargeTree({ value, title }: Required<JsonTreeProps>) {
  const tree = useTree(value);
  const [text, setText] = useState("");
  const found = useTreeSearch(value, text);
  const [shown, setShown] = useState(0);
  const match = found.matches[shown];
  const { reveal } = tree;
  useEffect(() => {
    if (match) reveal(match.path);
  }, [match, reveal]);
  return (
    <div className="grid min-w-0 grid-cols-1 gap-1.5">
      <TreeSearch
        value={value}
        title={title}
        text={text}
        found={found}
        shown={shown}
        onText={(next) => {
          setText(next);
          setShown(0);
        }}
        onShow={setShown}
      />
      <TreeView tree={tree} title={title} wanted={found.text} namesPath={false} />
      <TreePath row={tree.rows[tree.picked]} />
    </div>
  );
}
