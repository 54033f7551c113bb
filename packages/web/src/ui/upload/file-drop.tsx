import "@mantine/dropzone/styles.layer.css";
import { errorSentence } from "@kontor/contract/error-codes";
import { sheetLimits } from "@kontor/contract/reference/sheet-limits";
import { Button } from "@mantine/core";
import { Dropzone } from "@mantine/dropzone";
import { IconFileSpreadsheet } from "@tabler/icons-react";
import { useId, useRef, type ReactNode } from "react";

import classes from "./file-drop.module.css";

type FileDropProps = {
  /** Names the field: "File of employees". */
  label: string;
  /** Whether a file is being read. */
  busy: boolean;
  /** Why the last file was refused. */
  problem: string | null;
  onRefuse: (problem: string) => void;
  onDrop: (file: File) => void;
  /** What the file may be, below the button. */
  children: ReactNode;
};

/** Takes a CSV file or workbook that is dropped here or chosen by the button. */
export function FileDrop({ label, busy, problem, onRefuse, onDrop, children }: FileDropProps) {
  const id = useId();
  const openPicker = useRef<() => void>(null);
  return (
    <Dropzone
      role="group"
      aria-label={label}
      className={classes.zone}
      data-invalid={problem !== null || undefined}
      disabled={busy}
      maxSize={sheetLimits.bytes}
      multiple={false}
      activateOnClick={false}
      activateOnKeyboard={false}
      enablePointerEvents
      openRef={openPicker}
      inputProps={{ "aria-label": label, tabIndex: -1 }}
      onDrop={([file]) => file && onDrop(file)}
      onReject={([refused]) => refused && onRefuse(problemOf(refused.errors[0]?.code))}
    >
      <div className={classes.drop}>
        <IconFileSpreadsheet size={32} stroke={1.5} aria-hidden />
        <p role="status" className={classes.dropText}>
          {busy ? "Reading the file…" : "Drop a file here, or"}
        </p>
        <Button
          variant="light"
          loading={busy}
          aria-describedby={`${id}-hint ${id}-problem`}
          onClick={() => openPicker.current?.()}
        >
          Choose file
        </Button>
        <p id={`${id}-hint`} className={classes.dropHint}>
          {children}
        </p>
        <p id={`${id}-problem`} role="alert" className={classes.dropProblem}>
          {problem}
        </p>
      </div>
    </Dropzone>
  );
}

function problemOf(code: string | undefined): string {
  if (code === "too-many-files") return "Drop one file at a time.";
  return errorSentence("file_too_large", { limit: "10 MB" });
}
