import { TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";

import type { useContractForm } from "../../platform/form/contract-form.ts";
import { statesQuery } from "../../platform/reference/states.ts";
import { FieldGrid } from "../../ui/form/field-grid.tsx";
import { RichTextEditor } from "../../ui/rich-text/rich-text-editor.tsx";
import { ChoiceSelect } from "../../ui/select/choice-select.tsx";
import type { Organization } from "../data.ts";
import { BrandColorField } from "./brand-color-field.tsx";
import { LogoField } from "./logo-field.tsx";
import type { OrganizationValues } from "./organization-values.ts";

type OrganizationForm = ReturnType<typeof useContractForm<OrganizationValues>>;

type OrganizationFieldsProps = Pick<OrganizationForm, "form" | "fieldProps"> & {
  /** The saved organization; null for a new one. */
  original: Organization | null;
};

const requiredProps = { required: true, withAsterisk: false };

/** The fields of an organization. */
export function OrganizationFields({ form, fieldProps, original }: OrganizationFieldsProps) {
  return (
    <FieldGrid>
      <TextInput {...fieldProps("name")} {...requiredProps} label="Name" data-autofocus />
      <TextInput
        {...fieldProps("code")}
        {...requiredProps}
        label="Code"
        placeholder="acme-corp"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
      />
      <div data-wide>
        <LogoField
          {...fieldProps("logo")}
          original={original}
          name={form.values.name}
          color={form.values.brand_color}
          onRefuse={(problem) => form.setFieldError("logo", problem)}
        />
      </div>
      <div data-wide>
        <TextInput {...fieldProps("address")} {...requiredProps} label="Address" />
      </div>
      <EmailField {...fieldProps("email")} label="Email" />
      <EmailField {...fieldProps("support_email")} label="Support Email" />
      <TextInput
        {...fieldProps("emp_prefix")}
        label="Emp Prefix"
        placeholder="NBX"
        autoComplete="off"
        spellCheck={false}
      />
      <StateField {...fieldProps("state")} />
      <TextInput
        {...fieldProps("admin_name")}
        {...requiredProps}
        label="Admin Name"
        autoComplete="off"
      />
      <EmailField {...fieldProps("admin_email")} label="Admin Email" />
      <div data-wide>
        <BrandColorField {...fieldProps("brand_color")} />
      </div>
      <div data-wide>
        <RichTextEditor {...fieldProps("about")} label="About" allow="basic" />
      </div>
      <div data-wide>
        <RichTextEditor
          {...fieldProps("employee_benefits")}
          label="Employee Benefits"
          allow="basic"
        />
      </div>
    </FieldGrid>
  );
}

type InputProps = Omit<ReturnType<OrganizationForm["fieldProps"]>, "value"> & { value: string };

function EmailField({ label, ...input }: InputProps & { label: string }) {
  return (
    <TextInput
      {...input}
      {...requiredProps}
      label={label}
      type="email"
      autoCapitalize="none"
      autoComplete="off"
      spellCheck={false}
    />
  );
}

type StateFieldProps = Omit<InputProps, "onChange"> & { onChange: (name: string) => void };

/** The state by name. The names come from the reference data. */
function StateField({ value, onChange, ...input }: StateFieldProps) {
  const states = useQuery(statesQuery());
  const chosen = value === "" ? null : value;
  const names = states.data?.map(({ name }) => name) ?? (chosen === null ? [] : [chosen]);
  return (
    <ChoiceSelect
      {...input}
      label="State"
      placeholder="Choose a state"
      clearable
      clearButtonProps={{ "aria-label": "Clear state" }}
      data={names}
      value={chosen}
      nothingFoundMessage={
        states.isError
          ? "The states could not be loaded."
          : states.data
            ? "No state found"
            : "Loading…"
      }
      onDropdownOpen={() => states.isError && void states.refetch()}
      onChange={(name: string | null) => onChange(name ?? "")}
    />
  );
}
