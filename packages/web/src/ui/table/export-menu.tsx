import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import type { ComponentProps } from "react";

import { lazyComponent } from "../../platform/loading/lazy-component.ts";
import type { ExportDropdown as Dropdown } from "../menu/export-dropdown.tsx";
import { LoadOnClick } from "../menu/load-on-click.tsx";
import type { MenuButtonProps } from "../menu/replayed-click.ts";

// Loaded on demand, since most visits export nothing.
const loadDropdown = () => import("../menu/export-dropdown.tsx");
const ExportDropdown = lazyComponent(loadDropdown, "ExportDropdown");

type ExportMenuProps = Pick<ComponentProps<typeof Dropdown>, "onExport">;

/** The menu that exports the whole list, not only the current page. */
export function ExportMenu({ onExport }: ExportMenuProps) {
  return (
    <LoadOnClick
      load={loadDropdown}
      renderButton={(props) => <ExportButton aria-haspopup="menu" {...props} />}
    >
      <ExportDropdown onExport={onExport} Target={ExportButton} />
    </LoadOnClick>
  );
}

function ExportButton(props: MenuButtonProps) {
  return (
    <Button {...props} variant="default" leftSection={<IconDownload size={16} aria-hidden />}>
      Export
    </Button>
  );
}
