"use client";
/** A text field, and under it the list of what fits its text. The text stays free: nothing has to be chosen. */
import { Autocomplete as Base } from "@base-ui/react/autocomplete";
import { type Key, type ReactNode, useState } from "react";
import { cn } from "../cn.ts";

type ComboboxProps<Item> = {
  text: string;
  onTextChange: (text: string) => void;
  /** What fits the text. */
  items: readonly Item[];
  keyOf: (item: Item) => Key;
  renderItem: (item: Item) => ReactNode;
  onPick: (item: Item) => void;
  listLabel: string;
  /** False where there is nothing to show under the field. */
  hasPopup: boolean;
  /** Marks the first item as soon as there is one, so that Enter picks it. */
  isFirstMarked?: boolean;
  /** Stands over the list. */
  head?: ReactNode;
  /** Stands under the list. */
  foot?: ReactNode;
  /** Attributes of the field itself. */
  field: Pick<Base.Input.Props, "id" | "type" | "placeholder" | "maxLength" | "className"> & {
    [name: `aria-${string}` | `data-${string}`]: string | boolean | undefined;
  };
  popupClassName?: string;
  optionClassName: string;
};

/**
 * The list is a part of the page (`inline`), not an overlay: an overlay would hide the rest of the page from screen
 * readers while somebody writes. It stays in the page while it is closed, so the place in it stays too.
 */
export function Combobox<Item>(props: ComboboxProps<Item>) {
  const { items, keyOf, renderItem, onPick, isFirstMarked = false, field } = props;
  const [isOpen, setOpen] = useState(false);
  const isShown = isOpen && props.hasPopup;
  const onKeyDown: Base.Input.Props["onKeyDown"] = (event) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") setOpen(true);
    // Enter belongs to the form where nobody sees a list.
    if (event.key === "Enter" && !isShown && !isFirstMarked) event.preventBaseUIHandler();
    if (event.key !== "Escape") return;
    event.preventDefault();
    if (isOpen) setOpen(false);
    else event.currentTarget.blur();
  };
  return (
    <Base.Root
      inline
      open
      items={items}
      filter={null}
      autoHighlight={isFirstMarked && "always"}
      highlightItemOnHover={false}
      loopFocus={false}
      value={props.text}
      onValueChange={(text) => {
        props.onTextChange(text);
        setOpen(true);
      }}
    >
      <Base.Input
        {...field}
        aria-expanded={isShown}
        {...(!isShown && { "aria-activedescendant": undefined })}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={onKeyDown}
      />
      <div
        className={cn(
          "absolute z-30 mt-1 max-h-[60dvh] flex-col rounded-md border bg-raised shadow-floating",
          isShown ? "flex" : "hidden",
          props.popupClassName,
        )}
      >
        {props.head}
        <Base.List
          aria-label={props.listLabel}
          // The field keeps the focus, and the list with it, while somebody drags the scroll bar.
          onMouseDown={(event) => event.preventDefault()}
          className="min-h-0 overflow-y-auto py-1 outline-none"
        >
          {(item: Item, index: number) => (
            <Base.Item
              key={keyOf(item)}
              value={item}
              index={index}
              onClick={() => {
                onPick(item);
                setOpen(false);
              }}
              className={cn(
                "cursor-pointer outline-none select-none hover:bg-hover data-highlighted:bg-hover",
                props.optionClassName,
              )}
            >
              {renderItem(item)}
            </Base.Item>
          )}
        </Base.List>
        {props.foot}
      </div>
    </Base.Root>
  );
}
