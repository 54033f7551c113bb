import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { Suspense, type ComponentProps } from "react";

import { lazyPart } from "../../platform/part/lazy-part.ts";
import type { ExportDropdown as Dropdown } from "../menu/export-dropdown.tsx";
import { useFirstPress, type MenuButtonProps } from "../menu/first-press.ts";

// Most visits export nothing.
const loadDropdown = () => import("../menu/export-dropdown.tsx");
const ExportDropdown = lazyPart(loadDropdown, "ExportDropdown");

type ExportMenuProps = Pick<ComponentProps<typeof Dropdown>, "onExport">;

/** The menu that exports a list whole, not the page that is shown. */
export function ExportMenu({ onExport }: ExportMenuProps) {
  const first = useFirstPress(loadDropdown);
  const untilLoaded = <ExportButton aria-haspopup="menu" {...first.button} />;
  if (!first.pressed) return untilLoaded;
  return (
    <Suspense fallback={untilLoaded}>
      <ExportDropdown onExport={onExport} Target={ExportButton} />
    </Suspense>
  );
}

function ExportButton(props: MenuButtonProps) {
  return (
    <Button {...props} variant="default" leftSection={<IconDownload size={16} aria-hidden />}>
      Export
    </Button>
  );
}
