import { Button, Menu } from "@mantine/core";
import { IconChevronDown, IconPlus } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";

import { useHasPermission } from "../../session/data.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { entryScreens } from "../entry-screens.ts";

import classes from "./entry-form.module.css";

/** Adds a receipt, and beside it offers the other kinds of entries. */
export function AddEntryButton() {
  if (!useHasPermission("accounting.write")) return null;
  return (
    <Button.Group className={classes.adding}>
      <ButtonLink
        to="/app/entries/$kind/add"
        params={{ kind: "receipt" }}
        data-shortcut="new"
        leftSection={<IconPlus size={16} aria-hidden />}
      >
        Add Entry
      </ButtonLink>
      <Menu position="bottom-end" width={320}>
        <Menu.Target>
          <Button aria-label="Other kinds of entries" px="xs">
            <IconChevronDown size={16} aria-hidden />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {entryScreens.map(({ kind, label, about }) => (
            <Menu.Item
              key={kind}
              renderRoot={(props) => (
                <Link to="/app/entries/$kind/add" params={{ kind }} {...props} />
              )}
            >
              {label}
              <span className={classes.kind}>{about}</span>
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </Button.Group>
  );
}
