/** A menu that opens from a button, with the keys of the ARIA menu pattern. */
"use client";
import { Menu as Base } from "@base-ui/react/menu";
import {
  createContext,
  type ReactElement,
  type ReactNode,
  type RefObject,
  use,
  useRef,
} from "react";
import { cn } from "../cn.ts";
import { KEEPS_PRESS } from "../device/early-presses.ts";
import { BESIDE, hasFocus, OPENED, useOpen } from "./use-open.ts";

type MenuProps = {
  trigger: ReactElement<Record<string, unknown>>;
  side?: "top" | "bottom";
  align?: "start" | "center" | "end";
  children: ReactNode;
  className?: string;
};

/** Whether the entry that was chosen opens a field, which has the focus then. */
const FieldContext = createContext<RefObject<boolean> | null>(null);

export function Menu({
  trigger,
  side = "bottom",
  align = "start",
  children,
  className,
}: MenuProps) {
  const { isOpen, setOpen, button } = useOpen();
  const opensField = useRef(false);
  const popup = useRef<HTMLDivElement>(null);
  const open = (opens: boolean) => {
    if (opens) opensField.current = false;
    setOpen(opens);
  };
  return (
    <Base.Root open={isOpen} onOpenChange={open}>
      <Base.Trigger {...KEEPS_PRESS} ref={button} render={trigger} />
      <Base.Portal>
        <Base.Positioner {...BESIDE} side={side} align={align}>
          <Base.Popup
            ref={popup}
            finalFocus={() => !opensField.current && hasFocus(popup.current)}
            className={cn(OPENED, "grid min-w-48 gap-0.5 p-1.5", className)}
          >
            <FieldContext value={opensField}>{children}</FieldContext>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

const ITEM =
  "flex min-h-9 pointer-coarse:min-h-11 cursor-pointer items-center gap-2.5 rounded-md px-2 text-start text-soft outline-none select-none data-disabled:opacity-45 data-highlighted:bg-hover data-highlighted:text-ink";

type MenuItemProps = {
  onClick: () => void;
  isDisabled?: boolean;
  /** True where the entry opens a field. The focus stays there: if it went back to the menu's button, the field would close. */
  isField?: boolean;
  children: ReactNode;
};

export function MenuItem({ onClick, isDisabled, isField = false, children }: MenuItemProps) {
  const opensField = use(FieldContext);
  const choose = () => {
    if (opensField) opensField.current = isField;
    onClick();
  };
  return (
    <Base.Item className={ITEM} disabled={isDisabled} onClick={choose}>
      {children}
    </Base.Item>
  );
}

export function MenuLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Base.LinkItem href={href} className={ITEM} closeOnClick>
      {children}
    </Base.LinkItem>
  );
}

type MenuChoiceProps<Value extends string> = {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  options: readonly { value: Value; name: string; icon?: ReactNode }[];
};

/** A choice of a few items, side by side. The menu stays open. */
export function MenuChoice<Value extends string>(props: MenuChoiceProps<Value>) {
  const { label, value, onChange, options } = props;
  return (
    <Base.RadioGroup
      aria-label={label}
      value={value}
      onValueChange={onChange}
      className="flex gap-0.5 rounded-md bg-sunken p-0.5"
    >
      {options.map((option) => (
        <Base.RadioItem
          key={option.value}
          value={option.value}
          closeOnClick={false}
          className={cn(
            "flex h-7 flex-1 pointer-coarse:h-11 cursor-pointer items-center justify-center gap-1.5 rounded-sm px-2 text-xs outline-none select-none",
            "data-highlighted:outline-2 data-highlighted:outline-accent",
            option.value === value
              ? "bg-raised text-ink shadow-[0_0_0_1px_var(--color-line)]"
              : "text-faint data-highlighted:text-ink",
          )}
        >
          {option.icon}
          {option.name}
        </Base.RadioItem>
      ))}
    </Base.RadioGroup>
  );
}
