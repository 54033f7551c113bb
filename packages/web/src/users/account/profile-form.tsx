import type { DataOf } from "@kontor/contract/endpoint";
import type { getMe } from "@kontor/contract/session/session";
import { updateMeBody } from "@kontor/contract/users/account";
import { Button, FileButton, Input, Stack, TextInput } from "@mantine/core";
import { IconPhotoUp, IconTrash } from "@tabler/icons-react";
import { useEffect, useId, useState } from "react";

import { useEditedForm } from "../../platform/form/edited-form.ts";
import { notifySuccess } from "../../platform/message/notify.tsx";
import { EditForm } from "../../ui/form/edit-form.tsx";
import { InitialsAvatar } from "../../ui/initials-avatar.tsx";
import { useUpdateMe } from "../data.ts";

import classes from "../users.module.css";

type Me = DataOf<typeof getMe>;
type ProfileValues = { name: string; profile_photo: File | null; removed: boolean };

type ProfileFormProps = { user: Me; reload: () => Promise<Me | undefined> };

/** The user's own name and photo. */
export function ProfileForm({ user, reload }: ProfileFormProps) {
  const update = useUpdateMe();
  const edit = useEditedForm<Me, ProfileValues>({
    name: "profile",
    draft: String(user.id),
    // A picture must be chosen again: a draft stores only text.
    withheld: ["profile_photo", "removed"],
    loaded: user,
    valuesOf: ({ name }) => ({ name, profile_photo: null, removed: false }),
    schemas: { name: updateMeBody.shape.name },
    reload,
    save: ({ name, profile_photo, removed }) =>
      update.mutateAsync({
        input: { name: name.trim(), ...(removed ? { remove_photo: "true" as const } : {}) },
        ...(profile_photo === null ? {} : { files: { profile_photo } }),
      }),
    onSaved: () => notifySuccess("Your profile has been saved."),
  });
  const { profile_photo: photo, removed, name } = edit.form.values;
  const path = edit.fieldProps("profile_photo")["data-path"];
  const error = edit.form.errors["profile_photo"];
  const errorId = useId();
  const [preview, setPreview] = useState<string | null>(null);
  useEffect(() => () => (preview === null ? undefined : URL.revokeObjectURL(preview)), [preview]);
  const saved = removed ? null : edit.edited.profile_photo;
  const shown = photo === null ? saved : preview;
  const choose = (file: File | null) => {
    if (file === null) return;
    setPreview(URL.createObjectURL(file));
    edit.form.setValues({ profile_photo: file, removed: false });
  };
  return (
    <EditForm edit={edit} what="your profile">
      <div className={classes.photo}>
        <InitialsAvatar name={name} src={shown} size={64} />
        <FileButton accept="image/*" onChange={choose}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              data-path={path}
              aria-describedby={error ? errorId : undefined}
              leftSection={<IconPhotoUp size={17} aria-hidden />}
            >
              Choose Photo
            </Button>
          )}
        </FileButton>
        {shown !== null && (
          <Button
            variant="subtle"
            color="gray"
            leftSection={<IconTrash size={17} aria-hidden />}
            onClick={() => edit.form.setValues({ profile_photo: null, removed: true })}
          >
            Remove Photo
          </Button>
        )}
        {error && <Input.Error id={errorId}>{error}</Input.Error>}
      </div>
      <Stack>
        <TextInput {...edit.fieldProps("name")} label="Name" autoComplete="name" maxLength={120} />
      </Stack>
    </EditForm>
  );
}
