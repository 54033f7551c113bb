import { IconArrowLeft } from "@tabler/icons-react";
import type { ReactNode } from "react";

import { ButtonLink } from "../ui/button-link.tsx";

import classes from "./title.module.css";

type TitleProps = {
  children: ReactNode;
  /** A line below the heading, in a muted colour. */
  about?: string;
};

/** The heading of a portal page. */
export function Title({ children, about = "" }: TitleProps) {
  return (
    <h1 className={classes.title}>
      {children}
      {about !== "" && <span className={classes.about}>{about}</span>}
    </h1>
  );
}

type BackLinkProps = { to: "/portal" | "/portal/payslips"; children: ReactNode };

/** The link back, above the heading. */
export function BackLink({ to, children }: BackLinkProps) {
  return (
    <ButtonLink
      to={to}
      variant="subtle"
      size="compact-sm"
      mb="xs"
      leftSection={<IconArrowLeft size={16} aria-hidden />}
    >
      {children}
    </ButtonLink>
  );
}
