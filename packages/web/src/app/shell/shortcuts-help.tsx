import { Kbd, Modal } from "@mantine/core";

import { useReturnFocus } from "../../platform/message/return-focus.ts";
import type { NavigationPage } from "./navigation.ts";

import classes from "./palette.module.css";

type ShortcutsHelpProps = { pages: readonly NavigationPage[]; onClose: () => void };

const generalShortcuts = [
  { keys: ["Ctrl / ⌘", "K"], does: "Find a screen, a record or an action" },
  { keys: ["Ctrl / ⌘", "Enter"], does: "Submit the form" },
  { keys: ["/"], does: "Search the list" },
  { keys: ["n"], does: "Add to the list" },
  { keys: ["?"], does: "Show these shortcuts" },
] as const;

/** The keyboard shortcuts of the app, with the pages that the user may open. */
export function ShortcutsHelp({ pages, onClose }: ShortcutsHelpProps) {
  useReturnFocus();
  return (
    <Modal opened onClose={onClose} title="Keyboard shortcuts" size="md">
      <dl className={classes.keys}>
        {generalShortcuts.map(({ keys, does }) => (
          <Shortcut key={does} keys={keys} does={does} />
        ))}
        {pages.map(({ key, label }) =>
          key === undefined ? null : (
            <Shortcut key={label} keys={["g", key]} does={`Go to ${label}`} />
          ),
        )}
      </dl>
    </Modal>
  );
}

function Shortcut({ keys, does }: { keys: readonly string[]; does: string }) {
  return (
    <div className={classes.key}>
      <dt>
        {keys.map((key) => (
          <Kbd key={key} size="sm">
            {key}
          </Kbd>
        ))}
      </dt>
      <dd>{does}</dd>
    </div>
  );
}
