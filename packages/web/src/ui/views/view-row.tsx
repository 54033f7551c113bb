import { ActionIcon, Button, UnstyledButton } from "@mantine/core";
import { IconCheck, IconPencil, IconStar, IconStarFilled, IconTrash } from "@tabler/icons-react";
import { useState } from "react";

import type { ViewedList } from "../../platform/list-search.ts";
import { succeeds } from "../../platform/mutation.ts";
import type { useViewChanges } from "../../platform/views/saved-views-changes.ts";
import { isViewShown, type SavedView } from "../../platform/views/saved-views.ts";
import { ViewNameForm } from "./view-name-form.tsx";

import classes from "./saved-views.module.css";

type ViewRowProps = {
  view: SavedView;
  of: ViewedList;
  changes: ReturnType<typeof useViewChanges>;
  onShow: () => void;
};

/** One view with its actions. */
export function ViewRow({ view, of, changes, onShow }: ViewRowProps) {
  const { name, is_default } = view;
  const [doing, setDoing] = useState<"renaming" | "deleting" | null>(null);
  const done = () => setDoing(null);
  if (doing === "renaming") {
    return <RenamedRow view={view} of={of} changes={changes} onDone={done} />;
  }
  if (doing === "deleting") return <DeletedRow view={view} changes={changes} onCancel={done} />;
  const shown = isViewShown(of, view.search);
  return (
    <li className={classes.row}>
      <UnstyledButton
        className={classes.name}
        aria-current={shown ? "true" : undefined}
        onClick={onShow}
      >
        {name}
        {shown && <IconCheck size={16} aria-hidden />}
      </UnstyledButton>
      <ActionIcon
        variant="subtle"
        size="lg"
        color={is_default ? "yellow.7" : "gray"}
        title={is_default ? "Shown when the list is opened" : "Show when the list is opened"}
        aria-label={`${name} is the default`}
        aria-pressed={is_default}
        onClick={() => void succeeds(changes.change({ ...view, is_default: !is_default }))}
      >
        {is_default ? <IconStarFilled size={17} aria-hidden /> : <IconStar size={17} aria-hidden />}
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        size="lg"
        color="gray"
        aria-label={`Rename ${name}`}
        title="Rename"
        onClick={() => setDoing("renaming")}
      >
        <IconPencil size={17} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        size="lg"
        color="gray"
        aria-label={`Delete ${name}`}
        title="Delete"
        onClick={() => setDoing("deleting")}
      >
        <IconTrash size={17} aria-hidden />
      </ActionIcon>
    </li>
  );
}

type RenamedRowProps = Omit<ViewRowProps, "onShow"> & { onDone: () => void };

/** A view that is being renamed. */
function RenamedRow({ view, of, changes, onDone }: RenamedRowProps) {
  return (
    <li className={classes.row}>
      <ViewNameForm
        label={`New name of ${view.name}`}
        submit="Rename"
        draft={`${of.list}:${view.id}`}
        name={view.name}
        onSubmit={async (next) => {
          await changes.change({ ...view, name: next });
          onDone();
        }}
      >
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
      </ViewNameForm>
    </li>
  );
}

type DeletedRowProps = Pick<ViewRowProps, "view" | "changes"> & { onCancel: () => void };

/** A view with the confirmation before it is deleted. */
function DeletedRow({ view, changes, onCancel }: DeletedRowProps) {
  return (
    <li className={classes.row}>
      <span className={classes.question}>Delete {view.name}?</span>
      <Button
        size="xs"
        color="red"
        data-autofocus
        loading={changes.saving}
        onClick={() => void succeeds(changes.remove(view))}
      >
        Delete
      </Button>
      <Button size="xs" variant="default" onClick={onCancel}>
        Keep
      </Button>
    </li>
  );
}
