import type { ComponentProps, MouseEvent } from "react";

import { goTo } from "./navigate.ts";

/** Whether a click opens the link in this tab, and not in a new one or as a download. */
function opensInThisTab(event: MouseEvent): boolean {
  const withKey = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  return event.button === 0 && !withKey && !event.defaultPrevented;
}

type PlainLinkProps = Omit<ComponentProps<"a">, "href" | "onClick"> & {
  to: string;
  /** Called before this tab shows the other page. */
  beforeLeaving?: () => void;
};

/** A link between the pages outside the app, which do not load the router. */
export function PlainLink({ to, beforeLeaving, children, ...props }: PlainLinkProps) {
  return (
    <a
      {...props}
      href={to}
      onClick={(event) => {
        if (!opensInThisTab(event)) return;
        event.preventDefault();
        beforeLeaving?.();
        goTo(to);
      }}
    >
      {children}
    </a>
  );
}
