import {
  grantLockException,
  maxExceptionHours,
  type exceptionUser,
} from "@kontor/contract/accounting/periods";
import { NumberInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import type { z } from "zod";

import { notifySuccess } from "../../platform/message/notify.tsx";
import { DialogForm, useDialogForm } from "../../ui/form/form-dialog.tsx";
import { ReasonField } from "../../ui/reason/reason-field.tsx";
import { moreChoicesHint } from "../../ui/select/choice.ts";
import { SearchSelect } from "../../ui/select/search-select.tsx";
import { exceptionUsersQuery } from "../data.ts";
import { useGrantLockException } from "../mutations.ts";

type ExceptionDialogProps = { tenantId: number; onExited: () => void };

type ChosenUser = z.output<typeof exceptionUser>;

type ExceptionValues = { user_id: ChosenUser | null; hours: number | string; reason: string };

/** Allows one user to post in the locked period for some hours. */
export function ExceptionDialog({ tenantId, onExited }: ExceptionDialogProps) {
  const grant = useGrantLockException();
  const edit = useDialogForm<ExceptionValues>({
    name: "exception",
    draft: String(tenantId),
    initialValues: { user_id: null, hours: 4, reason: "" },
    schemas: grantLockException.body.pick({ hours: true, reason: true }).shape,
    rules: { user_id: (user) => (user === null ? "Choose a user." : undefined) },
    save: async ({ user_id: user, hours, reason }, submits) => {
      if (user === null) return false;
      return grant.mutateAsync({
        input: { tenant_id: tenantId, user_id: user.id, hours: Number(hours), reason },
        submits,
      });
    },
    onSaved: () => notifySuccess("Exception granted successfully.."),
  });
  const { form, fieldProps } = edit;
  return (
    <DialogForm
      edit={edit}
      what="this exception"
      onExited={onExited}
      title="Grant Exception"
      submit="Grant Exception"
    >
      <UserPicker
        tenantId={tenantId}
        selected={form.values.user_id}
        onSelect={(user) => form.setFieldValue("user_id", user)}
        error={form.errors["user_id"]}
        path={fieldProps("user_id")["data-path"]}
      />
      <NumberInput
        {...fieldProps("hours")}
        label="Hours"
        description={`The exception ends after this many hours, at most ${maxExceptionHours}.`}
        min={1}
        max={maxExceptionHours}
        clampBehavior="none"
        required
        withAsterisk={false}
      />
      <ReasonField {...fieldProps("reason")} />
    </DialogForm>
  );
}

type UserPickerProps = {
  tenantId: number;
  selected: ChosenUser | null;
  onSelect: (user: ChosenUser | null) => void;
  error: ReactNode;
  path: string;
};

/** Finds a user who can post in the books by name or email. */
function UserPicker({ tenantId, selected, onSelect, error, path }: UserPickerProps) {
  const [search, setSearch] = useState("");
  const found = useQuery(exceptionUsersQuery({ tenant_id: tenantId, search }));
  const users = found.data?.data;
  return (
    <SearchSelect
      label="User"
      // Users may have the same name.
      description={selected?.email ?? "A user who can post in these books."}
      placeholder="Name or email"
      required
      selected={selected && { value: selected.id, label: selected.name }}
      choices={users?.map(({ id, name, email }) => ({ value: id, label: name, detail: email }))}
      onSelect={(choice) => onSelect(users?.find(({ id }) => id === choice?.value) ?? null)}
      onSearch={setSearch}
      searching={found.isFetching && (found.isPlaceholderData || found.isPending)}
      nothingFound="No user who can post in these books was found"
      footer={users && moreChoicesHint(users.length, found.data?.meta.total)}
      error={error}
      path={path}
    />
  );
}
