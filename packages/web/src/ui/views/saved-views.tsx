import { Anchor, Button } from "@mantine/core";
import { IconBookmark } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useRouterState } from "@tanstack/react-router";
import { useEffect, useRef, type ComponentProps, type Ref } from "react";

import type { ViewedList } from "../../platform/list-search.ts";
import { lazyComponent } from "../../platform/loading/lazy-component.ts";
import {
  viewInOrganization,
  savedViewsQuery,
  isViewShown,
} from "../../platform/views/saved-views.ts";
import { LoadOnClick } from "../menu/load-on-click.tsx";

import classes from "./saved-views.module.css";

// Loaded on demand, since most visits save no view.
const loadPanel = () => import("./views-panel.tsx");
const ViewsPanel = lazyComponent(loadPanel, "ViewsPanel");

type ButtonProps = Omit<ComponentProps<"button">, "ref" | "color" | "children"> & {
  ref?: Ref<HTMLButtonElement>;
};

/**
 * The user's saved views of a list, behind a button that names the current view. The default view
 * is shown when the list is opened without filters, with a note and a link to all rows.
 */
export function SavedViews({ of }: { of: ViewedList }) {
  const { data } = useQuery(savedViewsQuery());
  const views = data?.filter(({ list }) => list === of.list) ?? [];
  useDefaultView(
    of,
    data !== undefined,
    views.find(({ is_default }) => is_default),
  );
  const shown = views.find(({ search }) => isViewShown(of, search));
  return (
    <>
      <LoadOnClick
        load={loadPanel}
        renderButton={(props) => <ViewsButton title={shown?.name} {...props} />}
      >
        <ViewsPanel of={of} views={views} Target={ViewsButton} title={shown?.name} />
      </LoadOnClick>
      {shown?.is_default && (
        <p className={classes.note} role="status">
          The list shows your default view “{shown.name}”.{" "}
          <Anchor component="button" type="button" inherit onClick={() => of.showAll()}>
            Show all
          </Anchor>
        </p>
      )}
    </>
  );
}

/** @param props its `title` is the name of the current view. */
function ViewsButton({ title, ...props }: ButtonProps) {
  return (
    <Button
      {...props}
      variant="default"
      className={classes.button}
      aria-haspopup="dialog"
      title={title ?? "Views"}
      data-shown={title !== undefined || undefined}
    >
      <IconBookmark size={16} aria-hidden />
      <span className={classes.label}>{title === undefined ? "Views" : `View: ${title}`}</span>
    </Button>
  );
}

/**
 * Shows the default view of a list that is opened without filters, for example from the side menu.
 * Clearing the filters on the page shows all rows, and the address then says so.
 *
 * @param known whether the views have been loaded.
 */
function useDefaultView(
  of: ViewedList,
  known: boolean,
  usual: { search: ViewedList["current"] } | undefined,
): void {
  // The router's resolved location, so that it is the address from which the list read its state.
  const arrival = useRouterState({
    select: ({ resolvedLocation: at }) => at && `${at.state.__TSR_index} ${at.href}`,
  });
  const chosen = useRouterState({
    select: ({ resolvedLocation: at }) => at?.state.chosen === true,
  });
  const settled = useRef<string>(undefined);
  useEffect(() => {
    // A view that becomes the default does not change the rows that are shown now.
    if (arrival === undefined || settled.current === arrival || !known) return;
    settled.current = arrival;
    if (!of.bare || !usual) return;
    if (chosen) of.showAll({ replace: true });
    // The organization of a link, or of the header, only says whose rows are meant.
    else of.apply(viewInOrganization(usual.search, of.current), { replace: true });
  }, [arrival, chosen, known, of, usual]);
}
