/** Buttons. `primary` is for the one main action of a view. */
import type { ComponentProps } from "react";
import { cn } from "./cn.ts";

type Look = "primary" | "plain" | "outline" | "danger";
type Size = "sm" | "md";

const BASE =
  "inline-flex shrink-0 items-center justify-center gap-1.5 rounded-md font-medium whitespace-nowrap select-none transition-[background-color,color,opacity] duration-150 disabled:opacity-45 aria-disabled:opacity-45";

const LOOKS: Record<Look, string> = {
  primary: "bg-ink text-canvas hover:bg-ink/88 active:bg-ink/80",
  plain: "text-soft hover:bg-hover hover:text-ink active:bg-pressed",
  outline: "border border-line-strong text-ink hover:bg-hover active:bg-pressed",
  danger: "border border-line-strong text-danger hover:bg-danger-wash",
};

/** A finger needs 44 px. */
const TOUCHED = "pointer-coarse:min-h-11 pointer-coarse:min-w-11";

const SIZES: Record<Size, string> = { sm: "h-7 px-2 text-xs", md: "h-9 px-3 text-sm" };

type ButtonProps = Omit<ComponentProps<"button">, "title"> & { look?: Look; size?: Size };

export function Button({ look = "plain", size = "md", className, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={cn(BASE, TOUCHED, LOOKS[look], SIZES[size], className)}
    />
  );
}

type IconButtonProps = ButtonProps & { "aria-label": string };

const SQUARES: Record<Size, string> = { sm: "size-7 text-xs", md: "size-9 text-sm" };

/** A square button with an icon. Its label is also its tooltip. */
export function IconButton({ look = "plain", size = "md", className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      data-tooltip={rest["aria-label"]}
      {...rest}
      className={cn(BASE, TOUCHED, LOOKS[look], SQUARES[size], className)}
    />
  );
}

type IconLinkProps = Omit<ComponentProps<"a">, "title"> & {
  "aria-label": string;
  look?: Look;
  size?: Size;
};

/** A link that looks like an icon button. */
export function IconLink({ look = "plain", size = "md", className, ...rest }: IconLinkProps) {
  return (
    <a
      data-tooltip={rest["aria-label"]}
      {...rest}
      className={cn(BASE, TOUCHED, LOOKS[look], SQUARES[size], className)}
    />
  );
}
