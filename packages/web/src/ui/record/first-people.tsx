import type { LinkProps } from "@tanstack/react-router";

import { TextLink } from "../text-link.tsx";

import classes from "./first-people.module.css";

type Person = {
  id: number;
  name: string;
  /** An amount or another fact about the person. */
  fact?: string | undefined;
  /** Null for users who may not open it. */
  link: LinkProps | null;
};

type FirstPeopleProps = {
  first: readonly Person[];
  people: number;
  /** Where all of them are listed, for those who may open it. */
  all?: LinkProps | null;
};

/** The first people that a remark is about, by name, and how many follow them. */
export function FirstPeople({ first, people, all = null }: FirstPeopleProps) {
  if (first.length === 0) return null;
  const more = people - first.length;
  const moreText = `and ${more} more`;
  return (
    <ul className={classes.people}>
      {first.map(({ id, name, fact, link }) => (
        <li key={id}>
          <span className={classes.name}>
            {link === null ? name : <TextLink {...link}>{name}</TextLink>}
          </span>
          {fact !== undefined && <span className={classes.fact}>{fact}</span>}
        </li>
      ))}
      {more > 0 && (
        <li className={classes.more}>
          {all === null ? moreText : <TextLink {...all}>{moreText}</TextLink>}
        </li>
      )}
    </ul>
  );
}
