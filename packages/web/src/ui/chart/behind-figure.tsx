import type { LinkProps } from "@tanstack/react-router";
import type { ReactNode } from "react";

import { TextLink } from "../text-link.tsx";

type BehindFigureProps = { target: LinkProps | null | undefined; children: ReactNode };

/** A figure, with a link to its drill-down where there is one. */
export function BehindFigure({ target, children }: BehindFigureProps) {
  return target ? <TextLink {...target}>{children}</TextLink> : children;
}
