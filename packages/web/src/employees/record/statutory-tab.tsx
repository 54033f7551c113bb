import { Group } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import { Suspense, useState } from "react";

import { lazyComponent } from "../../platform/loading/lazy-component.ts";
import { useHasPermission } from "../../session/data.ts";
import { OpenDialogButton } from "../../ui/open-dialog-button.tsx";
import { Panel } from "../../ui/page/panel.tsx";
import { pathOf, type EmployeeTabProps } from "../data.ts";
import { Fact, Facts } from "../facts.tsx";
import { NhfOff } from "../nhf-off.tsx";
import { useUnmaskedNumbers } from "../unmasked-numbers.tsx";
import { pensionSchemeLabel } from "./pension-scheme.ts";

const StatutoryDialog = lazyComponent(() => import("./statutory-dialog.tsx"), "StatutoryDialog");

/** The numbers for tax, pension and housing fund, masked until the user reveals them. */
export function StatutoryTab({ employee }: EmployeeTabProps) {
  const mayWrite = useHasPermission("employees.write");
  const [editing, setEditing] = useState(false);
  const { numbers, button } = useUnmaskedNumbers(employee);
  const { nin, tax_id, rsa_pin, pfa_name, nhf_number, nhf_consent } = employee.statutory;
  const { pension_exemption, pension_exemption_note } = employee.statutory;
  const isAnyMasked = Boolean(tax_id) || Boolean(nin) || Boolean(rsa_pin);
  return (
    <>
      <Panel
        title="Tax and Pension"
        about={
          mayWrite && isAnyMasked ? "Viewing full numbers is recorded in the history." : undefined
        }
        aside={
          mayWrite && (
            <Group gap="xs">
              {isAnyMasked && button}
              <OpenDialogButton
                size="xs"
                variant="default"
                icon={<IconPencil size={15} aria-hidden />}
                onOpen={() => setEditing(true)}
              >
                Edit Numbers
              </OpenDialogButton>
            </Group>
          )
        }
      >
        <Facts>
          <Fact label="Tax ID" number>
            {numbers?.tax_id ?? tax_id}
          </Fact>
          <Fact label="NIN" number>
            {numbers?.nin ?? nin}
          </Fact>
          <Fact label="RSA PIN" number>
            {numbers?.rsa_pin ?? rsa_pin}
          </Fact>
          <Fact label="Pension Fund Administrator">{pfa_name}</Fact>
          <Fact label="Pension Scheme">{pensionSchemeLabel(pension_exemption)}</Fact>
          {pension_exemption_note !== "" && (
            <Fact label="Pension Exemption Note">{pension_exemption_note}</Fact>
          )}
          <Fact label="NHF Number" number>
            {nhf_number}
          </Fact>
          <Fact label="NHF Deduction">
            {nhf_consent ? (
              <>
                Agreed <NhfOff {...pathOf(employee)} />
              </>
            ) : (
              "Not agreed"
            )}
          </Fact>
        </Facts>
      </Panel>
      <Suspense>
        {editing && <StatutoryDialog employee={employee} onExited={() => setEditing(false)} />}
      </Suspense>
    </>
  );
}
