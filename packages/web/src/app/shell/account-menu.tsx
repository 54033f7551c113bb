import { initialsOf } from "@kontor/contract/words";
import { useQuery } from "@tanstack/react-query";
import type { ComponentProps } from "react";

import { lazyComponent } from "../../platform/loading/lazy-component.ts";
import { meQuery } from "../../session/data.ts";
import { InitialsAvatar } from "../../ui/initials-avatar.tsx";
import { BareButton } from "../../ui/menu/bare-button.tsx";
import { LoadOnClick } from "../../ui/menu/load-on-click.tsx";

// Loaded on demand: a menu is a fifth of the code that the app loads first, and most visits never
// open this one.
const loadMenu = () => import("./account-dropdown.tsx");
const AccountDropdown = lazyComponent(loadMenu, "AccountDropdown");

/** The user's photo. A click opens the account menu, whose code is loaded on the first click. */
export function AccountMenu() {
  return (
    <LoadOnClick
      load={loadMenu}
      renderButton={(props) => <AccountButton aria-haspopup="menu" {...props} />}
    >
      <AccountDropdown Target={AccountButton} />
    </LoadOnClick>
  );
}

function AccountButton(props: Omit<ComponentProps<"button">, "aria-label" | "title">) {
  const me = useQuery(meQuery());
  const { name = "", profile_photo } = me.data ?? {};
  // Users of voice control say the visible text of the button, so its accessible name includes that
  // text.
  const initials = profile_photo ? "" : initialsOf(name);
  return (
    <BareButton {...props} aria-label={`Account menu ${initials}`.trim()} title={name}>
      <InitialsAvatar name={name} src={profile_photo} size={32} />
    </BareButton>
  );
}
