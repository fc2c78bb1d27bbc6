/** A button whose overlay is loaded after the page. Until then it stands alone; what is done with it is kept. */
"use client";
import {
  type ComponentType,
  cloneElement,
  createContext,
  lazy,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  type RefObject,
  Suspense,
  startTransition,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
} from "react";
import { KEEPS_PRESS, takeEarlyPress } from "../head-script.ts";
import { useIsHydrated } from "../hydration.ts";

type Early = { isPressed: boolean; isHeld: boolean; isFocused: boolean };

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
  /** True for a button that a page has hundreds of: its overlay comes when the button is pointed at, focused or pressed. */
  isOnDemand?: boolean;
};

/** In the HTML the button is alone, too, so that it works as soon as the page's own script runs. */
export function LateOverlay({ trigger, children, isOnDemand = false }: LateOverlayProps) {
  const early = useRef<Early>({ isPressed: false, isHeld: false, isFocused: false });
  const button = useRef<HTMLButtonElement>(null);
  // A button that comes later needs no change under the pointer.
  const isHydrated = useIsHydrated();
  const [isWanted, setWanted] = useState(isHydrated && !isOnDemand);
  // A transition: the button stays until its overlay is there.
  const want = useCallback(() => startTransition(() => setWanted(true)), []);
  useEffect(() => {
    early.current.isFocused ||= document.activeElement === button.current;
    const isPressed = takeEarlyPress(button.current);
    if (isPressed) early.current.isPressed = true;
    if (isPressed || early.current.isFocused || !isOnDemand) want();
  }, [isOnDemand, want]);
  const note = (news: Partial<Early>) => () => {
    Object.assign(early.current, news);
    want();
  };
  const alone = cloneElement(trigger, {
    ...KEEPS_PRESS,
    ref: button,
    "aria-haspopup": true,
    "aria-expanded": false,
    onClick: note({ isPressed: true }),
    // If the button is replaced between pointer down and pointer up, the browser sends no click.
    onPointerEnter: want,
    onPointerDown: ({ button: which, pointerType }: PointerEvent) =>
      note({ isHeld: which === 0 && pointerType === "mouse" })(),
    onPointerUp: note({ isHeld: false }),
    onPointerLeave: note({ isHeld: false }),
    onFocus: note({ isFocused: true }),
    onBlur: note({ isFocused: false }),
  });
  return (
    <EarlyContext value={early}>
      <Suspense fallback={alone}>{isWanted ? children : alone}</Suspense>
    </EarlyContext>
  );
}
