import { Popover } from "@mantine/core";
import { useId, useState, type ComponentProps, type ComponentType, type Ref } from "react";

import type { ViewedList } from "../../platform/list-search.ts";
import { useViewChanges } from "../../platform/views/saved-views-changes.ts";
import type { SavedView } from "../../platform/views/saved-views.ts";
import { useReplayedClick } from "../menu/replayed-click.ts";
import { ViewNameForm } from "./view-name-form.tsx";
import { ViewRow } from "./view-row.tsx";

import classes from "./saved-views.module.css";

type TargetProps = Omit<ComponentProps<"button">, "ref" | "color" | "children"> & {
  ref: Ref<HTMLButtonElement>;
};

type ViewsPanelProps = {
  of: ViewedList;
  views: readonly SavedView[];
  Target: ComponentType<TargetProps>;
  /** The name of the current view. */
  title: string | undefined;
};

/**
 * Shows, saves, renames and deletes views. It replaces the button that opens it, and takes over its
 * focus and its click.
 */
export function ViewsPanel({ of, views, Target, title }: ViewsPanelProps) {
  const [opened, setOpened] = useState(false);
  const target = useReplayedClick();
  const heading = useId();
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      width="min(24rem, calc(100vw - 1rem))"
      shadow="md"
      trapFocus
      returnFocus
      withRoles={false}
    >
      <Popover.Target>
        <Target
          ref={target}
          title={title}
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
        />
      </Popover.Target>
      <Popover.Dropdown className={classes.panel} role="dialog" aria-labelledby={heading}>
        <h2 id={heading} className={classes.title} tabIndex={-1} data-autofocus>
          Views
        </h2>
        <Content of={of} views={views} onShown={() => setOpened(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}

type ContentProps = Pick<ViewsPanelProps, "of" | "views"> & { onShown: () => void };

function Content({ of, views, onShown }: ContentProps) {
  const changes = useViewChanges();
  const nothingSet = Object.keys(of.current).length === 0;
  return (
    <>
      {views.length > 0 && (
        <ul className={classes.list}>
          {views.map((view) => (
            <ViewRow
              key={view.id}
              view={view}
              of={of}
              changes={changes}
              onShow={() => {
                of.apply(view.search);
                onShown();
              }}
            />
          ))}
        </ul>
      )}
      {nothingSet ? (
        <p className={classes.hint}>
          Set filters, a search or a sort order, then save them here as a view.
        </p>
      ) : (
        <div className={classes.save}>
          <ViewNameForm
            label="Save the current view as"
            submit="Save"
            draft={of.list}
            onSubmit={(name) => changes.add(of.list, name, of.current)}
          />
        </div>
      )}
    </>
  );
}
