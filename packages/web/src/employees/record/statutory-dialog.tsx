import { saveStatutory } from "@kontor/contract/employees/employees";
import { statutoryFields } from "@kontor/contract/employees/statutory";
import { pensionAdministrators } from "@kontor/contract/reference/pension-administrators";
import {
  PENSION_EXEMPTIONS,
  pensionExemptionSections,
  type PensionExemption,
} from "@kontor/payroll/statutory/pension-exemption";
import { Button, Checkbox, TextInput } from "@mantine/core";
import { useRef, type ComponentProps } from "react";

import { FieldGrid } from "../../ui/form/field-grid.tsx";
import { LineInput } from "../../ui/form/line-input.tsx";
import { ChoiceSelect } from "../../ui/select/choice-select.tsx";
import { pathOf, useEmployeeChange, type Employee } from "../data.ts";
import { NhfOff } from "../nhf-off.tsx";
import { SectionDialog, useSectionEdit, type EmployeeDialogProps } from "../section-edit.tsx";
import { pensionSchemeLabel } from "./pension-scheme.ts";

import classes from "./statutory-dialog.module.css";

/** A number is undefined while it is unchanged; then it is not sent. */
type StatutoryValues = {
  tax_id: string | undefined;
  nin: string | undefined;
  rsa_pin: string | undefined;
  pfa: string | null;
  pension_exemption: PensionExemption | null;
  pension_exemption_note: string;
  nhf_number: string;
  nhf_consent: boolean;
};

function valuesOf({ statutory }: Employee): StatutoryValues {
  const { pfa, pension_exemption, pension_exemption_note, nhf_number, nhf_consent } = statutory;
  return {
    tax_id: undefined,
    nin: undefined,
    rsa_pin: undefined,
    pfa,
    pension_exemption,
    pension_exemption_note,
    nhf_number,
    nhf_consent,
  };
}

const administrators = pensionAdministrators.map(({ id, name }) => ({ value: id, label: name }));

const inScheme = "IN_SCHEME";
const participations = [
  { value: inScheme, label: pensionSchemeLabel(null) },
  ...PENSION_EXEMPTIONS.map((value) => ({ value, label: pensionSchemeLabel(value) })),
] as const;

/** The section of the law that allows the exemption, and when a change takes effect. */
function aboutScheme(exemption: PensionExemption | null): string {
  const section = exemption === null ? null : pensionExemptionSections[exemption];
  const since = "Counts from the next calculation of a payroll.";
  return section === null ? since : `${section}. ${since}`;
}

/** Edits the numbers for tax, pension and housing fund. */
export function StatutoryDialog({ employee, onExited }: EmployeeDialogProps) {
  const { mutateAsync } = useEmployeeChange(saveStatutory);
  const section = useSectionEdit<StatutoryValues>({
    name: "statutory",
    keepsDraft: false,
    employee,
    valuesOf,
    schemas: statutoryFields,
    save: ({ tax_id, nin, rsa_pin, ...values }, version) =>
      mutateAsync({
        input: {
          ...pathOf(employee),
          ...values,
          ...(tax_id === undefined ? {} : { tax_id }),
          ...(nin === undefined ? {} : { nin }),
          ...(rsa_pin === undefined ? {} : { rsa_pin }),
          version,
        },
      }),
    done: "Numbers saved successfully..",
  });
  const { form, fieldProps, edited } = section;
  return (
    <SectionDialog section={section} title="Edit Numbers" onExited={onExited}>
      <FieldGrid>
        <MaskedInput
          {...fieldProps("tax_id")}
          label="Tax ID"
          description="13 digits"
          masked={edited.statutory.tax_id}
          onValue={(text) => form.setFieldValue("tax_id", text)}
          // Otherwise the first editable field would get the focus, which may be below the visible
          // part of the dialog.
          data-autofocus
        />
        <MaskedInput
          {...fieldProps("nin")}
          label="NIN"
          description="11 digits"
          masked={edited.statutory.nin}
          onValue={(text) => form.setFieldValue("nin", text)}
        />
        <MaskedInput
          {...fieldProps("rsa_pin")}
          label="RSA PIN"
          description="PEN and 12 digits"
          masked={edited.statutory.rsa_pin}
          onValue={(text) => form.setFieldValue("rsa_pin", text)}
        />
        <ChoiceSelect
          {...fieldProps("pfa")}
          label="Pension Fund Administrator"
          description="The administrator that holds the RSA"
          data={administrators}
          clearable
          clearButtonProps={{ "aria-label": "Clear administrator" }}
          nothingFoundMessage="No administrator found"
        />
        <SchemeFields form={form} fieldProps={fieldProps} />
        <TextInput
          {...fieldProps("nhf_number")}
          label="NHF Number"
          autoComplete="off"
          spellCheck={false}
        />
        <div data-wide>
          <Checkbox
            label="The employee agreed to the NHF deduction"
            description={
              <>
                Voluntary in the private sector. Needs the NHF number.{" "}
                <NhfOff {...pathOf(employee)} />
              </>
            }
            checked={form.values.nhf_consent}
            onChange={(event) => form.setFieldValue("nhf_consent", event.currentTarget.checked)}
          />
        </div>
      </FieldGrid>
    </SectionDialog>
  );
}

type SchemeFieldsProps = Pick<
  ReturnType<typeof useSectionEdit<StatutoryValues>>,
  "form" | "fieldProps"
>;

/** Whether the employee is in the pension scheme, and a note on why not. */
function SchemeFields({ form, fieldProps }: SchemeFieldsProps) {
  const exemption = form.values.pension_exemption;
  return (
    <>
      <div data-wide>
        <ChoiceSelect
          {...fieldProps("pension_exemption")}
          label="Pension Scheme"
          description={aboutScheme(exemption)}
          data={participations}
          value={exemption ?? inScheme}
          onChange={(choice: PensionExemption | typeof inScheme | null) =>
            form.setFieldValue("pension_exemption", choice === inScheme ? null : choice)
          }
        />
      </div>
      {exemption !== null && (
        <div data-wide>
          <LineInput
            {...fieldProps("pension_exemption_note")}
            label="Pension Exemption Note"
            description="Optional, for example the name of the other scheme."
            limit={300}
          />
        </div>
      )}
    </>
  );
}

type MaskedInputProps = Omit<ComponentProps<typeof TextInput>, "value" | "onChange"> & {
  label: string;
  /** The stored number, masked except for its end; null when there is none. */
  masked: string | null;
  value: string | undefined;
  /** Called with the new number, or with undefined to keep the stored one. */
  onValue: (text: string | undefined) => void;
};

/** A stored number, shown masked. It is kept until the user chooses to change it. */
function MaskedInput({ masked, value, onValue, label, ...field }: MaskedInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const isUnchanged = masked !== null && value === undefined;
  const toggle = () => {
    onValue(isUnchanged ? "" : undefined);
    if (isUnchanged) requestAnimationFrame(() => input.current?.focus());
  };
  return (
    <TextInput
      {...field}
      ref={input}
      label={label}
      autoComplete="off"
      spellCheck={false}
      readOnly={isUnchanged}
      value={isUnchanged ? masked : (value ?? "")}
      onChange={({ currentTarget }) =>
        onValue(currentTarget.value === "" && masked === null ? undefined : currentTarget.value)
      }
      rightSectionWidth={masked === null ? 0 : 72}
      rightSection={
        masked !== null && (
          <Button
            size="compact-xs"
            variant="subtle"
            aria-label={isUnchanged ? `Change ${label}` : `Keep ${label} as it is`}
            onClick={toggle}
          >
            {isUnchanged ? "Change" : "Keep"}
          </Button>
        )
      }
      classNames={{ input: classes.number }}
    />
  );
}
