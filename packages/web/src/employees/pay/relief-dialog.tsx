import { ZERO } from "@kontor/books/money";
import { claimRelief, maxEvidenceBytes, evidenceTypes } from "@kontor/contract/employees/pay";
import { errorSentence } from "@kontor/contract/error-codes";
import { FileInput, Select, type FileInputProps } from "@mantine/core";
import { IconPaperclip } from "@tabler/icons-react";

import { today } from "../../platform/clock.ts";
import { notifySuccess } from "../../platform/message/notify.tsx";
import { FieldGrid } from "../../ui/form/field-grid.tsx";
import { DialogForm, useDialogForm } from "../../ui/form/form-dialog.tsx";
import {
  amountOrZero,
  MoneyInput,
  optionalMoneyProblem,
  type MoneyValue,
} from "../../ui/form/money-input.tsx";
import { pathOf, useEmployeeChange } from "../data.ts";
import type { EmployeeDialogProps } from "../section-edit.tsx";
import { reliefParts, type ReliefPart } from "./relief-parts.ts";

type ReliefValues = Record<ReliefPart, MoneyValue> & { year: string; evidence: File | null };

/**
 * Why a file is refused. The browser derives the type from the file's name and may know none; the
 * server checks the content.
 */
function problemOf(file: File | null): string | undefined {
  if (file === null) return undefined;
  if (file.size > maxEvidenceBytes) return errorSentence("file_too_large", { limit: "5 MB" });
  if (file.type === "" || evidenceTypes.includes(file.type)) return undefined;
  return errorSentence("evidence_invalid");
}

/** The years for which an employee may still claim a relief: this one and some before it. */
function claimableYears(): string[] {
  const present = Number(today().slice(0, 4));
  return Array.from({ length: 7 }, (_, back) => String(present + 1 - back));
}

const nothingClaimed = "Enter at least one amount above 0.00.";

function claimsNothing(amounts: Record<ReliefPart, MoneyValue>): boolean {
  return reliefParts.every(({ key }) => amountOrZero(amounts[key]) === ZERO);
}

/** Enters what an employee claims for a year, with the evidence. */
export function ReliefDialog({ employee, onExited }: EmployeeDialogProps) {
  const claim = useEmployeeChange(claimRelief);
  const edit = useDialogForm<ReliefValues>({
    name: "relief",
    draft: `${employee.tenant_id}:${employee.id}`,
    withheld: ["evidence"],
    initialValues: {
      year: today().slice(0, 4),
      rent: null,
      life_premium: null,
      owner_occupier_interest: null,
      nhis: null,
      evidence: null,
    },
    schemas: {},
    rules: {
      rent: optionalMoneyProblem,
      life_premium: optionalMoneyProblem,
      owner_occupier_interest: optionalMoneyProblem,
      nhis: optionalMoneyProblem,
      evidence: problemOf,
    },
    save: async ({ year, evidence, ...amounts }, submits) => {
      if (claimsNothing(amounts)) {
        form.setFieldError("rent", nothingClaimed);
        return false;
      }
      return claim.mutateAsync({
        input: {
          ...pathOf(employee),
          year: Number(year),
          rent: amountOrZero(amounts.rent),
          life_premium: amountOrZero(amounts.life_premium),
          owner_occupier_interest: amountOrZero(amounts.owner_occupier_interest),
          nhis: amountOrZero(amounts.nhis),
        },
        ...(evidence ? { files: { evidence } } : {}),
        submits,
      });
    },
    onSaved: () => notifySuccess("Relief entered successfully.."),
  });
  const { form, fieldProps } = edit;
  return (
    <DialogForm
      edit={edit}
      what="this claim"
      onExited={onExited}
      title="Claim Relief"
      submit="Submit"
      missing={edit.missing(claimsNothing(form.values) ? { rent: nothingClaimed } : {})}
      sticky
    >
      <FieldGrid>
        <div data-wide>
          <Select
            {...fieldProps("year")}
            label="Year"
            description="Replaces a claim for the same year that is still waiting for approval."
            data={claimableYears()}
          />
        </div>
        {reliefParts.map(({ key, label, hint }) => (
          <MoneyInput
            key={key}
            {...fieldProps(key)}
            label={label}
            description={hint}
            placeholder="0.00"
          />
        ))}
        <div data-wide>
          <EvidenceInput
            {...fieldProps("evidence")}
            onChange={(file) => {
              form.setFieldValue("evidence", file);
              // A file is chosen and not typed, so what is wrong with it is shown at once.
              form.setFieldError("evidence", problemOf(file));
            }}
          />
        </div>
      </FieldGrid>
    </DialogForm>
  );
}

/** The document that supports a claim. */
function EvidenceInput(field: FileInputProps) {
  return (
    <FileInput
      {...field}
      label="Evidence"
      description="A PDF or an image (Max: 5MB)."
      placeholder="Choose a file"
      accept={evidenceTypes.join(",")}
      leftSection={<IconPaperclip size={16} aria-hidden />}
      clearable
      clearButtonProps={{ "aria-label": "Remove the evidence" }}
    />
  );
}
