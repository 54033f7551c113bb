import type { ExportFormat } from "@kontor/contract/exports";
import { Button, Group, Menu, Progress, Text } from "@mantine/core";
import {
  IconFileTypeCsv,
  IconFileTypePdf,
  IconFileTypeXls,
  IconPrinter,
} from "@tabler/icons-react";
import { useEffect, useRef, useState, type ComponentType, type Ref } from "react";

import type { FileProgress, ReceivedFile } from "../../platform/api.ts";
import { notifySuccess } from "../../platform/message/notify.tsx";
import { focusInScreen } from "../../platform/message/return-focus.ts";
import { printFile, saveFile } from "../../platform/save-file.ts";
import { useReplayedClick } from "./replayed-click.ts";

export type ExportOptions = {
  signal: AbortSignal;
  onProgress: (progress: FileProgress) => void;
};

type ExportDropdownProps = {
  /**
   * Downloads the whole list in a format. When it throws, the user has already seen the message.
   */
  onExport: (format: ExportFormat, options: ExportOptions) => Promise<ReceivedFile>;
  Target: ComponentType<{ ref: Ref<HTMLButtonElement> }>;
};

const formats = [
  { format: "pdf", label: "PDF", Icon: IconFileTypePdf },
  { format: "xlsx", label: "Excel", Icon: IconFileTypeXls },
  { format: "csv", label: "CSV", Icon: IconFileTypeCsv },
] as const;

/**
 * A menu of export formats. It replaces the button that opens it on the first click. During a
 * download the menu shows the progress and a stop button; leaving the page also stops the download.
 */
export function ExportDropdown({ onExport, Target }: ExportDropdownProps) {
  const target = useReplayedClick();
  const [progress, setProgress] = useState<FileProgress | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const run = async (format: ExportFormat, print = false): Promise<void> => {
    const controller = new AbortController();
    running.current = controller;
    setProgress({ received: 0, expected: null });
    try {
      const load = () => onExport(format, { signal: controller.signal, onProgress: setProgress });
      if (print) {
        await printFile(load);
      } else {
        const file = await load();
        saveFile(file);
        notifySuccess(`${file.filename} is downloaded.`);
      }
    } catch {
      // The API client has shown the message, and stopping needs none.
    } finally {
      if (running.current === controller) running.current = null;
      setProgress(null);
      // The menu or the cancel button, which had the focus, has been removed.
      setTimeout(() => focusInScreen(target.current));
    }
  };

  if (progress !== null) {
    return <ExportProgress progress={progress} onCancel={() => running.current?.abort()} />;
  }
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Target ref={target} />
      </Menu.Target>
      <Menu.Dropdown>
        {formats.map(({ format, label, Icon }) => (
          <Menu.Item
            key={format}
            leftSection={<Icon size={16} aria-hidden />}
            onClick={() => void run(format)}
          >
            {label}
          </Menu.Item>
        ))}
        <Menu.Item
          leftSection={<IconPrinter size={16} aria-hidden />}
          onClick={() => void run("pdf", true)}
        >
          Print
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function ExportProgress({ progress, onCancel }: { progress: FileProgress; onCancel: () => void }) {
  const { received, expected } = progress;
  // The expected length is an estimate, so the bar stays below 100% until the file is complete.
  const percent = expected === null ? null : Math.min(99, Math.round((received / expected) * 100));
  return (
    <Group gap="xs" wrap="nowrap">
      <Progress
        w={120}
        value={percent ?? 100}
        animated={percent === null}
        striped={percent === null}
        aria-label="Export progress"
      />
      <Text size="sm" role="status" miw="4ch">
        {percent === null ? "…" : `${percent}%`}
      </Text>
      <Button variant="default" size="xs" onClick={onCancel}>
        Cancel export
      </Button>
    </Group>
  );
}
