import type { LinkProps } from "@tanstack/react-router";

import { TextLink } from "../ui/text-link.tsx";

import classes from "./dashboard.module.css";

type FaultListProps = {
  label: string;
  /** Each with a link to its page; null if no page shows it. */
  faults: readonly { key: string; message: string; link: LinkProps | null }[];
};

/** Faults, each with a link to its page. Renders nothing without faults. */
export function FaultList({ label, faults }: FaultListProps) {
  if (faults.length === 0) return null;
  return (
    <ul className={classes.faults} aria-label={label}>
      {faults.map(({ key, message, link }) => (
        <li key={key}>
          {message}
          {link && (
            <>
              {" "}
              <TextLink {...link} underline="always">
                Open
              </TextLink>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
