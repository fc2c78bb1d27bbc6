/** The body of the page. It tells the script in the head which presses React has heard, so that the others are made again. */
"use client";
import type { ReactNode } from "react";
import { HEARD_EVENT } from "./early-presses.ts";

export function Body({ children }: { children: ReactNode }) {
  return (
    <body onClickCapture={tellHeard} onSubmitCapture={tellHeard}>
      {children}
    </body>
  );
}

const tellHeard = () => window.dispatchEvent(new Event(HEARD_EVENT));
