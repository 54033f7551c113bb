import { getPaymentFile } from "@kontor/contract/payroll/steps";
import { Button, Menu } from "@mantine/core";
import { IconFileTypeCsv, IconFileTypeXls, IconTableExport } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";

import { callFile } from "../../platform/api.ts";
import { notifySuccess } from "../../platform/message/notify.tsx";
import { focusWhenEnabled } from "../../platform/message/return-focus.ts";
import { saveFile } from "../../platform/save-file.ts";
import { useHasPermission } from "../../session/data.ts";
import { pathOf, runQuery, type PayrollRun } from "../data.ts";

const layouts = [
  { layout: "csv", label: "CSV", Icon: IconFileTypeCsv },
  { layout: "xlsx", label: "Excel, numbers as text", Icon: IconFileTypeXls },
] as const;

/** A file of the outstanding payments, for a bank that pays outside of the product. */
export function BankFileMenu({ run }: { run: PayrollRun }) {
  const cache = useQueryClient();
  const [loading, setLoading] = useState(false);
  const target = useRef<HTMLButtonElement>(null);
  // If everybody is paid or their transfer is in progress, the file would be empty.
  if (!useHasPermission("payroll.disburse") || run.payment.to_send === 0n) return null;
  const load = async (layout: (typeof layouts)[number]["layout"]) => {
    setLoading(true);
    // The menu returns the focus to the button while it is disabled.
    if (target.current) focusWhenEnabled(target.current);
    try {
      const file = await callFile(getPaymentFile, { ...pathOf(run), layout });
      saveFile(file);
      notifySuccess(`${file.filename} is downloaded.`);
      // The history of the run records the download.
      void cache.invalidateQueries({ queryKey: runQuery(run).queryKey });
    } catch {
      // The API client has shown the message.
    } finally {
      setLoading(false);
    }
  };
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button
          ref={target}
          variant="default"
          size="xs"
          loading={loading}
          leftSection={<IconTableExport size={15} aria-hidden />}
        >
          Bank Payment File
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {layouts.map(({ layout, label, Icon }) => (
          <Menu.Item
            key={layout}
            leftSection={<Icon size={16} aria-hidden />}
            onClick={() => void load(layout)}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
