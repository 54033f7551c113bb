import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import type { ComponentProps } from "react";

import { lazyComponent } from "../../platform/loading/lazy-component.ts";
import type { ExportDropdown as Dropdown } from "../menu/export-dropdown.tsx";
import type { MenuButtonProps } from "../menu/first-press.ts";
import { OnFirstPress } from "../menu/on-first-press.tsx";

// Loaded on demand, since most visits export nothing.
const loadDropdown = () => import("../menu/export-dropdown.tsx");
const ExportDropdown = lazyComponent(loadDropdown, "ExportDropdown");

type ExportMenuProps = Pick<ComponentProps<typeof Dropdown>, "onExport">;

/** The menu that exports the whole list, not only the current page. */
export function ExportMenu({ onExport }: ExportMenuProps) {
  return (
    <OnFirstPress
      load={loadDropdown}
      renderButton={(props) => <ExportButton aria-haspopup="menu" {...props} />}
    >
      <ExportDropdown onExport={onExport} Target={ExportButton} />
    </OnFirstPress>
  );
}

function ExportButton(props: MenuButtonProps) {
  return (
    <Button {...props} variant="default" leftSection={<IconDownload size={16} aria-hidden />}>
      Export
    </Button>
  );
}
