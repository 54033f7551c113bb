import { Button } from "@mantine/core";
import { IconBookmark } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useEffect, useRef, type ComponentProps, type Ref } from "react";

import type { ViewedList } from "../../platform/list-search.ts";
import { lazyPart } from "../../platform/part/lazy-part.ts";
import { savedViewsQuery, shows } from "../../platform/views/saved-views.ts";
import { useFirstPress } from "../menu/first-press.ts";

import classes from "./saved-views.module.css";

// Most visits save none.
const loadPanel = () => import("./views-panel.tsx");
const ViewsPanel = lazyPart(loadPanel, "ViewsPanel");

type ButtonProps = Omit<ComponentProps<"button">, "ref" | "color" | "children"> & {
  ref?: Ref<HTMLButtonElement>;
};

/**
 * The views that the user has saved of a list, behind a button that names the one that is shown. The default one is
 * shown when the list is opened without filters.
 */
export function SavedViews({ of }: { of: ViewedList }) {
  const { data } = useQuery(savedViewsQuery());
  const views = data?.filter(({ list }) => list === of.list) ?? [];
  useDefaultView(
    of,
    data !== undefined,
    views.find(({ is_default }) => is_default),
  );
  const shown = views.find(({ search }) => shows(of, search));
  const first = useFirstPress(loadPanel);
  const untilLoaded = <ViewsButton title={shown?.name} {...first.button} />;
  if (!first.pressed) return untilLoaded;
  return (
    <Suspense fallback={untilLoaded}>
      <ViewsPanel of={of} views={views} Target={ViewsButton} title={shown?.name} />
    </Suspense>
  );
}

/** @param props its `title` is the name of the view that is shown. */
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
 * Shows the default view of a list that is opened without filters, once: who clears the filters then sees all.
 *
 * @param known whether it is known which views there are.
 */
function useDefaultView(
  of: ViewedList,
  known: boolean,
  usual: { search: ViewedList["current"] } | undefined,
): void {
  const settled = useRef(false);
  useEffect(() => {
    if (settled.current || !known) return;
    settled.current = true;
    // The organization of a link, or of the header, is whose rows are meant.
    if (of.bare && usual) of.apply({ ...usual.search, ...of.current }, { replace: true });
  }, [known, of, usual]);
}
