import { Tabs, UnstyledButton } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { Suspense, useEffect, useRef, useState, type ReactNode, type RefObject } from "react";

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
   * Content that is the same for every tab: beside the content of the open tab, or above the line
   * of tabs when there is no room.
   */
  beside?: ReactNode;
  /** The content of the open tab, whose code may have to be loaded first. */
  children: ReactNode;
};

/** The tabs of a page with the content of the open one. */
export function PageTabs({ label, tabs, open, onOpen, beside, children }: PageTabsProps) {
  // The Tab key and screen readers follow the order of the elements, so it is the order that is
  // seen. The style sheet uses the same width.
  const wide = useMediaQuery("(min-width: 75em)", undefined, { getInitialValueInEffect: false });
  const line = <TabLine key="line" label={label} tabs={tabs} open={open} />;
  const fixedContent = beside !== undefined && (
    <div key="beside" className={classes.beside}>
      {beside}
    </div>
  );
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
      {wide ? [line, fixedContent] : [fixedContent, line]}
      <Tabs.Panel value={open.key} className={classes.panel}>
        <Suspense fallback={<PageSpinner />}>{children}</Suspense>
      </Tabs.Panel>
    </Tabs>
  );
}

/**
 * The tabs in one line, which scrolls sideways where they do not fit. All stay in it, so the arrow
 * keys and screen readers reach each of them.
 */
function TabLine({ label, tabs, open }: Pick<PageTabsProps, "label" | "tabs" | "open">) {
  const scroller = useRef<HTMLDivElement>(null);
  const further = useTabOverflow(scroller, open);
  return (
    <div className={classes.line}>
      <div ref={scroller} className={classes.scroller}>
        <Tabs.List className={classes.list} aria-label={label}>
          {tabs.map(({ key, label: name }) => (
            <Tabs.Tab key={key} value={key}>
              {name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </div>
      {further.before && <ScrollTabsButton side="before" scroller={scroller} />}
      {further.after && <ScrollTabsButton side="after" scroller={scroller} />}
    </div>
  );
}

type ScrollTabsButtonProps = {
  side: "before" | "after";
  scroller: RefObject<HTMLDivElement | null>;
};

/**
 * Marks an end of the line beyond which there are more tabs, and scrolls to them. It is for the
 * mouse only, which may be unable to scroll sideways.
 */
function ScrollTabsButton({ side, scroller }: ScrollTabsButtonProps) {
  const Chevron = side === "before" ? IconChevronLeft : IconChevronRight;
  const scroll = () => {
    const box = scroller.current;
    box?.scrollBy({ left: (side === "before" ? -0.75 : 0.75) * box.clientWidth });
  };
  return (
    <UnstyledButton
      className={classes.further}
      data-side={side}
      tabIndex={-1}
      aria-hidden
      onClick={scroll}
    >
      <Chevron size={18} />
    </UnstyledButton>
  );
}

/**
 * Keeps the open tab in the visible part of the line, also when the width changes.
 *
 * @returns on which sides there are tabs outside the visible part.
 */
function useTabOverflow(scroller: RefObject<HTMLDivElement | null>, open: Tab) {
  const [before, setBefore] = useState(false);
  const [after, setAfter] = useState(false);
  useEffect(() => {
    const box = scroller.current;
    if (!box) return undefined;
    const measure = () => {
      // Positions may have fractions of a pixel.
      setBefore(box.scrollLeft > 1);
      setAfter(box.scrollLeft < box.scrollWidth - box.clientWidth - 1);
    };
    const showOpen = () => {
      const tab = box.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]');
      if (tab) {
        const left = tab.offsetLeft - (box.clientWidth - tab.clientWidth) / 2;
        // Unlike `scrollIntoView`, this never moves the page.
        box.scrollTo({ left, behavior: "instant" });
      }
      measure();
    };
    const observer = new ResizeObserver(showOpen);
    for (const each of [box, ...box.children]) observer.observe(each);
    showOpen();
    box.addEventListener("scroll", measure, { passive: true });
    return () => {
      observer.disconnect();
      box.removeEventListener("scroll", measure);
    };
  }, [scroller, open.key]);
  return { before, after };
}
