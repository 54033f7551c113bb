import { readPersonalNumbers } from "@kontor/contract/employees/employees";
import type { DataOf } from "@kontor/contract/endpoint";
import { Button } from "@mantine/core";
import { IconEye, IconEyeOff } from "@tabler/icons-react";
import { useState } from "react";

import { call } from "../platform/api.ts";
import { succeeds } from "../platform/mutation.ts";
import { useHasPermission } from "../session/data.ts";
import { pathOf, type Employee } from "./data.ts";

export type UnmaskedNumbers = DataOf<typeof readPersonalNumbers>;

/**
 * The unmasked numbers of an employee, on request. They are not cached, are loaded again after a
 * change of the employee, and the audit log records who read them.
 *
 * @returns the numbers while they are shown, and the button that shows and hides them, for users
 *   who may read them.
 */
export function useUnmaskedNumbers(employee: Employee) {
  const mayRead = useHasPermission("employees.write");
  const [shown, setShown] = useState<{ version: number; numbers: UnmaskedNumbers } | null>(null);
  const [reading, setReading] = useState(false);
  const numbers = shown?.version === employee.version ? shown.numbers : null;
  const read = async () => {
    setReading(true);
    await succeeds(
      call(readPersonalNumbers, pathOf(employee)).then((found) =>
        setShown({ version: employee.version, numbers: found }),
      ),
    );
    setReading(false);
  };
  const button = mayRead && (
    <Button
      size="xs"
      variant="default"
      loading={reading}
      leftSection={
        numbers ? <IconEyeOff size={15} aria-hidden /> : <IconEye size={15} aria-hidden />
      }
      onClick={() => (numbers ? setShown(null) : void read())}
    >
      {numbers ? "Hide Numbers" : "Show Numbers"}
    </Button>
  );
  return { numbers, button };
}
