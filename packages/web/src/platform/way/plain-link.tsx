import type { ComponentProps, MouseEvent } from "react";

import { goTo } from "./way.ts";

/** Whether a press means this tab, and not a new one or a download. */
function staysHere(event: MouseEvent): boolean {
  const withKey = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  return event.button === 0 && !withKey && !event.defaultPrevented;
}

type PlainLinkProps = Omit<ComponentProps<"a">, "href" | "onClick"> & { to: string };

/** A link between the pages outside the app, which load no router. */
export function PlainLink({ to, children, ...props }: PlainLinkProps) {
  return (
    <a
      {...props}
      href={to}
      onClick={(event) => {
        if (!staysHere(event)) return;
        event.preventDefault();
        goTo(to);
      }}
    >
      {children}
    </a>
  );
}
