import {
  exportPersonalData,
  type PersonalDataFormat,
} from "@kontor/contract/employees/personal-data";
import { formatDay } from "@kontor/contract/format";
import { Button, Group } from "@mantine/core";
import { IconEraser, IconFileText, IconJson } from "@tabler/icons-react";
import { Suspense, useState } from "react";

import { callFile } from "../../platform/api.ts";
import { lazyComponent } from "../../platform/loading/lazy-component.ts";
import { succeeds } from "../../platform/mutation.ts";
import { saveFile } from "../../platform/save-file.ts";
import { useHasPermission } from "../../session/data.ts";
import { OpenDialogButton } from "../../ui/open-dialog-button.tsx";
import { Panel } from "../../ui/page/panel.tsx";
import { pathOf, type Employee, type EmployeeTabProps } from "../data.ts";

import classes from "./employee-page.module.css";

const EraseDialog = lazyComponent(() => import("./erase-dialog.tsx"), "EraseDialog");

/** The rights of a data subject: an export of all data, and erasure. */
export function PersonalDataPanel({ employee }: EmployeeTabProps) {
  const [erasing, setErasing] = useState(false);
  const [loading, setLoading] = useState<PersonalDataFormat | null>(null);
  if (!useHasPermission("personal-data.manage")) return null;
  const download = async (format: PersonalDataFormat) => {
    setLoading(format);
    await succeeds(callFile(exportPersonalData, { ...pathOf(employee), format }).then(saveFile));
    setLoading(null);
  };
  const erasable = employee.status === "EXITED" && employee.erasure === null;
  return (
    <Panel
      title="Personal Data"
      about="Everything stored about the employee, with full numbers, to give to them on request. Each export is recorded in the audit log."
    >
      <p className={classes.erasure}>{erasureSentence(employee)}</p>
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          loading={loading === "html"}
          leftSection={<IconFileText size={15} aria-hidden />}
          onClick={() => void download("html")}
        >
          Export to Read
        </Button>
        <Button
          size="xs"
          variant="default"
          loading={loading === "json"}
          leftSection={<IconJson size={15} aria-hidden />}
          onClick={() => void download("json")}
        >
          Export as JSON
        </Button>
        {erasable && (
          <OpenDialogButton
            size="xs"
            variant="default"
            icon={<IconEraser size={15} aria-hidden />}
            onOpen={() => setErasing(true)}
          >
            Erase
          </OpenDialogButton>
        )}
      </Group>
      <Suspense>
        {erasing && <EraseDialog employee={employee} onExited={() => setErasing(false)} />}
      </Suspense>
    </Panel>
  );
}

/** What was erased, or when it can be. */
function erasureSentence({ erasure, status }: Employee): string {
  if (erasure === null) {
    return status === "EXITED"
      ? "Data that the law does not require you to keep can be erased now. The rest is erased six years after the year of the last pay."
      : "Once the employee has left, you can erase data that the law does not require you to keep.";
  }
  if (erasure.erased_at !== null) {
    return `All data was erased on ${formatDay(erasure.erased_at)}, when the retention period ended.`;
  }
  return `Contact details, bank accounts and emails were erased on ${formatDay(erasure.asked_at)}. Data that tax and labour law require is erased six years after the year of the last pay.`;
}
