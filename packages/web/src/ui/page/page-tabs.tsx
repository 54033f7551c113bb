import { Tabs } from "@mantine/core";
import { Suspense, useEffect, useRef, type ReactNode } from "react";

import { PageSpinner } from "../spinner.tsx";

import classes from "./page-tabs.module.css";

type Tab = { key: string; label: string };

type PageTabsProps = {
  /** The subject of the tabs, for screen readers. */
  label: string;
  /** From left to right. */
  tabs: readonly Tab[];
  open: Tab;
  onOpen: (key: string) => void;
  /**
   * What stays whichever tab is open: beside the content below the line of tabs, or above both when
   * there is no room.
   */
  beside?: ReactNode;
  /** The content of the open tab, whose code may have to be loaded first. */
  children: ReactNode;
};

/**
 * The tabs of a page with the content of the open one. On a phone the tabs are one line that
 * scrolls sideways.
 */
export function PageTabs({ label, tabs, open, onOpen, beside, children }: PageTabsProps) {
  return (
    <Tabs
      className={classes.tabs}
      data-beside={beside !== undefined || undefined}
      value={open.key}
      keepMounted={false}
      onChange={(key) => {
        if (key !== null) onOpen(key);
      }}
    >
      <TabList label={label} tabs={tabs} open={open} />
      {beside !== undefined && <div className={classes.beside}>{beside}</div>}
      <Tabs.Panel value={open.key} className={classes.panel}>
        <Suspense fallback={<PageSpinner />}>{children}</Suspense>
      </Tabs.Panel>
    </Tabs>
  );
}

function TabList({ label, tabs, open }: Pick<PageTabsProps, "label" | "tabs" | "open">) {
  const scroller = useRef<HTMLDivElement>(null);
  // On a phone the open tab may be outside the visible part. Scrolling to it must not move the
  // page.
  useEffect(() => {
    const box = scroller.current;
    const tab = box?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]');
    if (box && tab) box.scrollLeft = tab.offsetLeft - (box.clientWidth - tab.clientWidth) / 2;
  }, [open.key]);
  return (
    <div ref={scroller} className={classes.scroller}>
      <Tabs.List className={classes.list} aria-label={label}>
        {tabs.map(({ key, label: name }) => (
          <Tabs.Tab key={key} value={key}>
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
    </div>
  );
}
