import type { LinkProps } from "@tanstack/react-router";

import { TextLink } from "../ui/text-link.tsx";

import classes from "./dashboard.module.css";

type FaultListProps = {
  label: string;
  /** Each with its page; null for one that no screen shows. */
  faults: readonly { key: string; message: string; link: LinkProps | null }[];
};

/** Faults, each with a link to its page; nothing where there are none. */
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
