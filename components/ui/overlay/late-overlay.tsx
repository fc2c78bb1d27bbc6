"use client";
/** A button whose overlay is loaded after the page. Until then it stands alone; what is done with it is kept. */
import {
  type ComponentType,
  cloneElement,
  createContext,
  lazy,
  type ReactElement,
  type ReactNode,
  type RefObject,
  Suspense,
  useContext,
  useRef,
} from "react";

type Early = { isPressed: boolean; isFocused: boolean };

const EarlyContext = createContext<RefObject<Early> | null>(null);

/** @returns what was done with the button before its overlay was there */
export const useEarly = () => useContext(EarlyContext);

export type Trigger = ReactElement<Record<string, unknown>>;

/** An overlay for `LateOverlay`. If it cannot be loaded, its button stays alone until the page is loaded again. */
export function lazyOverlay<Props extends { trigger: Trigger }>(
  load: () => Promise<{ default: ComponentType<Props> }>,
) {
  return lazy(() => load().catch(() => ({ default: ({ trigger }: Props) => trigger })));
}

type LateOverlayProps = {
  trigger: Trigger;
  /** What `lazyOverlay` made: it renders the trigger with its overlay. */
  children: ReactNode;
};

export function LateOverlay({ trigger, children }: LateOverlayProps) {
  const early = useRef<Early>({ isPressed: false, isFocused: false });
  const note = (news: Partial<Early>) => () => Object.assign(early.current, news);
  const alone = cloneElement(trigger, {
    "aria-haspopup": true,
    "aria-expanded": false,
    onClick: note({ isPressed: true }),
    onFocus: note({ isFocused: true }),
    onBlur: note({ isFocused: false }),
  });
  return (
    <EarlyContext value={early}>
      <Suspense fallback={alone}>{children}</Suspense>
    </EarlyContext>
  );
}
