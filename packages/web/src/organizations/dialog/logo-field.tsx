import "@mantine/dropzone/styles.layer.css";
import { errorSentence } from "@kontor/contract/error-codes";
import { maxLogoBytes, logoHint } from "@kontor/contract/organizations/organizations";
import { Button, Input } from "@mantine/core";
import { Dropzone } from "@mantine/dropzone";
import { IconPhoto, IconPhotoUp, IconRotate2 } from "@tabler/icons-react";
import { useEffect, useId, useRef, useState, type ReactNode } from "react";

import { InitialsAvatar } from "../../ui/initials-avatar.tsx";
import type { Organization } from "../data.ts";

import classes from "./logo-field.module.css";

type LogoFieldProps = {
  /** The chosen image; null keeps the original. */
  value: File | null;
  onChange: (file: File | null) => void;
  /** Called with the reason why a file was refused. */
  onRefuse: (problem: string) => void;
  /** The saved organization; null for a new one. */
  original: Organization | null;
  /** The name and brand colour as typed, for the initials of an organization without a logo. */
  name: string;
  color: string;
  error?: ReactNode;
  "data-path"?: string;
};

/** The logo: chosen or dropped, shown immediately, and restored by 'Reset'. */
export function LogoField(props: LogoFieldProps) {
  const { value, onChange, onRefuse, original, name, color, error } = props;
  const id = useId();
  const openPicker = useRef<() => void>(null);
  const [chosen, setChosen] = useState<{ file: File; url: string } | null>(null);
  useEffect(() => () => (chosen ? URL.revokeObjectURL(chosen.url) : undefined), [chosen]);
  const preview = (value && chosen?.file === value ? chosen.url : original?.logo_url) ?? null;
  const choose = (file: File) => {
    setChosen({ file, url: URL.createObjectURL(file) });
    onChange(file);
  };
  return (
    <Input.Wrapper
      label="Logo"
      labelElement="div"
      labelProps={{ id: `${id}-label` }}
      description={logoHint}
      descriptionProps={{ id: `${id}-hint` }}
      error={error}
      errorProps={{ id: `${id}-error` }}
    >
      <Dropzone
        role="group"
        aria-labelledby={`${id}-label`}
        className={classes.zone}
        data-invalid={Boolean(error) || undefined}
        // Any image is accepted here. The server refuses those that it cannot read.
        accept={{ "image/*": [] }}
        maxSize={maxLogoBytes}
        multiple={false}
        activateOnClick={false}
        activateOnKeyboard={false}
        enablePointerEvents
        openRef={openPicker}
        inputProps={{ "aria-labelledby": `${id}-label`, tabIndex: -1 }}
        onDrop={([file]) => file && choose(file)}
        onReject={([refused]) => refused && onRefuse(problemOf(refused.errors[0]?.code))}
      >
        <div className={classes.inner}>
          {preview === null && name.trim() === "" ? (
            <div className={classes.none}>
              <IconPhoto size={28} stroke={1.5} aria-hidden />
            </div>
          ) : (
            <InitialsAvatar
              name={name}
              src={preview}
              color={/^#[0-9a-f]{6}$/i.test(color.trim()) ? color.trim() : undefined}
              shape="logo"
              size={72}
            />
          )}
          <div className={classes.choice}>
            <div className={classes.buttons}>
              <Button
                size="xs"
                variant="default"
                leftSection={<IconPhotoUp size={16} aria-hidden />}
                data-path={props["data-path"]}
                aria-describedby={`${id}-hint ${id}-error`}
                onClick={() => openPicker.current?.()}
              >
                {preview === null ? "Choose image" : "Change image"}
              </Button>
              {value !== null && (
                <Button
                  size="xs"
                  variant="subtle"
                  leftSection={<IconRotate2 size={16} aria-hidden />}
                  onClick={() => onChange(null)}
                >
                  Reset
                </Button>
              )}
            </div>
            <p className={classes.file}>{value?.name ?? "or drop an image here"}</p>
          </div>
        </div>
      </Dropzone>
    </Input.Wrapper>
  );
}

function problemOf(code: string | undefined): string {
  return code === "file-too-large"
    ? errorSentence("file_too_large", { limit: "15 MB" })
    : "This file is not an image. Choose a PNG or JPG image.";
}
