/** A listbox for choosing one of a few items. For a list that is searched by text, see combobox.tsx. */
"use client";
import { CSPProvider } from "@base-ui/react/csp-provider";
import { Select as Base } from "@base-ui/react/select";
import { Check, ChevronsUpDown } from "lucide-react";
import { cn } from "../cn.ts";

const FIELD =
  "h-8 w-full rounded-md border border-field bg-raised px-2 text-sm placeholder:text-faint hover:border-ink/60 focus-visible:outline-offset-0";

const OPTIONS_POPUP =
  "popup max-h-[min(20rem,var(--available-height))] min-w-[var(--anchor-width)] overflow-y-auto rounded-md bg-raised p-1 text-sm text-ink shadow-floating outline-none";

const OPTION =
  "flex min-h-8 pointer-coarse:min-h-11 cursor-pointer items-center gap-2 rounded-sm px-2 text-soft outline-none select-none data-highlighted:bg-hover data-highlighted:text-ink data-selected:text-ink";

type SelectProps<Value extends string> = {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  options: readonly { value: Value; name: string }[];
  /** The name under which a form sends the value. */
  name?: string;
  className?: string;
};

export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, value, onChange, options, name, className } = props;
  const items = options.map((option) => ({ value: option.value, label: option.name }));
  const choose = (chosen: Value | null) => chosen !== null && onChange(chosen);
  return (
    // The library's `<style>` element would have no nonce (decision 18), and its rules are not needed here.
    <CSPProvider disableStyleElements>
      <Base.Root items={items} value={value} onValueChange={choose} name={name}>
        <Base.Trigger
          aria-label={label}
          className={cn(FIELD, "flex items-center gap-2", className)}
        >
          <Base.Value className="min-w-0 flex-1 truncate text-start" />
          <ChevronsUpDown className="size-3.5 text-faint" strokeWidth={1.75} aria-hidden="true" />
        </Base.Trigger>
        <Base.Portal>
          <Base.Positioner
            alignItemWithTrigger={false}
            sideOffset={4}
            collisionPadding={8}
            className="z-50"
          >
            <Base.Popup className={OPTIONS_POPUP}>
              <Base.List>
                {items.map((item) => (
                  <Base.Item key={item.value} value={item.value} className={OPTION}>
                    <Base.ItemText className="min-w-0 flex-1 truncate">{item.label}</Base.ItemText>
                    <Base.ItemIndicator>
                      <Check className="size-3.5" strokeWidth={2} aria-hidden="true" />
                    </Base.ItemIndicator>
                  </Base.Item>
                ))}
              </Base.List>
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </CSPProvider>
  );
}
