import type { Icon } from "@tabler/icons-react";
import { Link, type LinkProps } from "@tanstack/react-router";

import classes from "./link-cards.module.css";

/** A link to a page of the app, with its purpose. */
export type LinkCard = { label: string; about: string; link: LinkProps; icon: Icon };

/** Links to pages, as many side by side as fit. */
export function LinkCards({ cards }: { cards: readonly LinkCard[] }) {
  return (
    <ul className={classes.links}>
      {cards.map(({ label, about, link, icon: CardIcon }) => (
        <li key={label}>
          <Link {...link} data-surface="card" className={classes.link}>
            <span className={classes.icon}>
              <CardIcon size={20} aria-hidden />
            </span>
            <span>
              <span className={classes.label}>{label}</span>
              <span className={classes.about}>{about}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
