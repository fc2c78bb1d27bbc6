/** A text field with a list of matching items. The text stays free: nothing has to be chosen. */
"use client";
import { Autocomplete as Base } from "@base-ui/react/autocomplete";
import { type Key, type ReactNode, useState } from "react";
import { cn } from "../cn.ts";
import { useIsHydrated } from "../hydration.ts";

type ComboboxProps<Item> = {
  text: string;
  onTextChange: (text: string) => void;
  /** The items that match the text. */
  items: readonly Item[];
  keyOf: (item: Item) => Key;
  renderItem: (item: Item) => ReactNode;
  onPick: (item: Item) => void;
  listLabel: string;
  /** False where there is nothing to show below the field. */
  hasPopup: boolean;
  /** Highlights the first item as soon as there is one, so that Enter selects it. */
  isFirstMarked?: boolean;
  /** True while the items are those of an older text: Enter selects none of them. */
  isBehind?: boolean;
  /** Shown above the list. */
  head?: ReactNode;
  /** Shown below the list. */
  foot?: ReactNode;
  /** Attributes of the input element. */
  field: Pick<Base.Input.Props, "id" | "type" | "placeholder" | "maxLength" | "className"> & {
    [name: `aria-${string}` | `data-${string}`]: string | boolean | undefined;
  };
  popupClassName?: string;
  optionClassName: string;
};

/**
 * The list is a part of the page (`inline`), not an overlay: an overlay would hide the rest of the page from screen
 * readers
 * while the person types. It stays mounted while it is closed, so the highlighted item is kept.
 */
export function Combobox<Item>(props: ComboboxProps<Item>) {
  const {
    items,
    keyOf,
    renderItem,
    onPick,
    isFirstMarked = false,
    isBehind = false,
    field,
  } = props;
  const isHydrated = useIsHydrated();
  const [isOpen, setOpen] = useState(false);
  const isShown = isOpen && props.hasPopup;
  const onKeyDown: Base.Input.Props["onKeyDown"] = (event) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") setOpen(true);
    // Without a visible list, Enter submits the form.
    const isMeant = isShown || isFirstMarked;
    if (event.key === "Enter" && (isBehind || !isMeant)) event.preventBaseUIHandler();
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
        dir="auto"
        {...field}
        readOnly={!isHydrated}
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
          // Keep the focus in the field, and so the list open, while the scroll bar is dragged.
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
